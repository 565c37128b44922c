import { dashboardOpenings } from './dashboard-openings.ts';
import type { Device } from './opening.ts';
import type { Screen, State } from './screen.ts';
import { visitorOpenings } from './visitor-openings.ts';

const byRoute = { ...dashboardOpenings, ...visitorOpenings };

/** The screen with its data, and all that opens on it, on a device. */
export const looksAt = ({ route, states }: Screen, device: Device): readonly State[] => {
  const ready = states.find(({ name }) => name === 'ready');
  if (!ready) throw new Error(`the table has no ready state of ${route}`);
  const opened = (byRoute[route] ?? []).filter(({ only }) => only === undefined || only === device);
  // Preparing is what this one is there for; once ready it is the calendar.
  const busy = states.filter(({ name }) => route === '/loading' && name === 'loading');
  return [ready, ...busy, ...opened.map((opening) => ({ ...ready, ...opening }))];
};

/** Addresses that something opens on: each must be one of a screen. */
export const openingRoutes: readonly string[] = Object.keys(byRoute);
