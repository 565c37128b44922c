import { dashboardOpenings } from './dashboard-openings.ts';
import type { Device } from './opening.ts';
import type { Screen, State } from './screen.ts';
import { visitorOpenings } from './visitor-openings.ts';

const byRoute = { ...dashboardOpenings, ...visitorOpenings };

/** The screen with its data, and all that opens on it, on a device. */
export const looksAt = ({ route, states }: Screen, device: Device): readonly State[] => {
  // What only prepares is there while it does; once ready it is another screen.
  const seen = states.find(({ name }) => name === (route === '/loading' ? 'loading' : 'ready'));
  if (!seen) throw new Error(`the table has no state of ${route} to look at`);
  const opened = (byRoute[route] ?? []).filter(({ only }) => only === undefined || only === device);
  return [seen, ...opened.map((opening) => ({ ...seen, ...opening }))];
};

/** Addresses that something opens on: each must be one of a screen. */
export const openingRoutes: readonly string[] = Object.keys(byRoute);
