import { dashboardOpenings } from './dashboard-openings.ts';
import { deskOpenings } from './desk-openings.ts';
import type { Device, Opening } from './opening.ts';
import type { Screen, State } from './screen.ts';
import { visitorOpenings } from './visitor-openings.ts';

const tables = [dashboardOpenings, deskOpenings, visitorOpenings];

export const openingRoutes: readonly string[] = [...new Set(tables.flatMap((table) => Object.keys(table)))];

const openingsOf = (route: string): readonly Opening[] => tables.flatMap((table) => table[route] ?? []);

/** A state to check, on one device or both. */
export type Seen = State & Pick<Opening, 'only' | 'fixed' | 'view' | 'leads'>;

/** Returns a screen's ready state and its openings on some devices. */
export const looksAt = ({ route, states }: Screen, devices: readonly Device[]): readonly Seen[] => {
  // The loading screen has no ready state: it leads to another screen.
  const seen = states.find(({ name }) => name === (route === '/loading' ? 'loading' : 'ready'));
  if (!seen) throw new Error(`the table has no state of ${route} to look at`);
  const opened = openingsOf(route).filter(({ only }) => only === undefined || devices.includes(only));
  return [seen, ...opened.map((opening) => ({ ...seen, ...opening }))];
};

/** Returns the overlays of a screen on a device, which are closed again. */
export const overlaysOn = (screen: Screen, device: Device): readonly Seen[] =>
  openingsOf(screen.route).length === 0
    ? []
    : looksAt(screen, [device])
        .slice(1)
        .filter(({ view, leads }) => !view && !leads);
