import { dashboardOpenings } from './dashboard-openings.ts';
import type { Device, Opening } from './opening.ts';
import type { Screen, State } from './screen.ts';
import { visitorOpenings } from './visitor-openings.ts';

const byRoute = { ...dashboardOpenings, ...visitorOpenings };

/** A state to look at, on one device only or on both. */
export type Seen = State & Pick<Opening, 'only' | 'fixed' | 'view' | 'leads'>;

/** The screen with its data, and all that opens on it, on these devices. */
export const looksAt = ({ route, states }: Screen, devices: readonly Device[]): readonly Seen[] => {
  // What only prepares is there while it does; once ready it is another screen.
  const seen = states.find(({ name }) => name === (route === '/loading' ? 'loading' : 'ready'));
  if (!seen) throw new Error(`the table has no state of ${route} to look at`);
  const opened = (byRoute[route] ?? []).filter(({ only }) => only === undefined || devices.includes(only));
  return [seen, ...opened.map((opening) => ({ ...seen, ...opening }))];
};

/** What opens over a screen on a device, and is closed again with the screen as it was. */
export const overlaysOn = (screen: Screen, device: Device): readonly Seen[] =>
  (byRoute[screen.route] ?? []).length === 0
    ? []
    : looksAt(screen, [device])
        .slice(1)
        .filter(({ view, leads }) => !view && !leads);

/** Addresses that something opens on: each must be one of a screen. */
export const openingRoutes: readonly string[] = Object.keys(byRoute);
