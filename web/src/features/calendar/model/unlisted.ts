import type { ProCalendar } from '@visita/contracts/booking/views';
import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { nameOf } from '../../../lib/booking/hubs.ts';
import type { Entry } from './calendar-events.ts';
import type { Professional } from './columns.ts';

/**
 * Column for entries without a professional: orphans, and closings of clinics where no other column's
 * professional works.
 */
const unassigned: Professional = { id: '', name: '', colour: undefined, state: 'unassigned' };

/** Returns names by professional id: from hubs, or from bookings and vacations for former ones. */
export const namesOf = (
  { bookings, hubInactivities }: Pick<ProCalendar, 'bookings' | 'hubInactivities'>,
  clinics: readonly ClinicView[],
  viewer: Pro,
): ReadonlyMap<string, string> =>
  new Map([
    ...hubInactivities.map(({ pro_email: email, pro_name: name }) => [email, name] as const),
    ...bookings.map(({ pro_id: id, doctor_name: name }) => [id, name] as const),
    [viewer.id, [viewer.name, viewer.lastname].filter(Boolean).join(' ')] as const,
    ...clinics.flatMap(({ hubs }) => hubs.map((hub) => [hub.proId, nameOf(hub)] as const)),
  ]);

export const membersOf = (clinics: readonly ClinicView[], clinicId: string | null): HubView[] =>
  clinics
    .filter(({ id }) => clinicId === null || id === clinicId)
    .flatMap(({ hubs }) => hubs.filter(({ status }) => status !== 'pending' && status !== 'rejected'));

type Known = {
  /** Professionals with a column of their own. */
  listed: readonly Professional[];
  hubs: readonly HubView[];
  names: ReadonlyMap<string, string>;
};

/** Returns further columns that visible entries need: paused or former professionals, and none. */
export const unlistedOf = (entries: readonly Entry[], { listed, hubs, names }: Known) => {
  const known = new Set(listed.map(({ id }) => id));
  const ids = new Set(entries.flatMap(({ proId }) => (proId === null || known.has(proId) ? [] : [proId])));
  const stateOf = (id: string) =>
    hubs.some(({ proId, status }) => proId === id && (status === 'paused' || status === 'stop'))
      ? ('paused' as const)
      : ('past' as const);
  const others = [...ids]
    .map((id): Professional => ({ id, name: names.get(id) ?? '', colour: undefined, state: stateOf(id) }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  const served = new Set(
    hubs.filter(({ proId }) => known.has(proId) || ids.has(proId)).map(({ clinicId }) => clinicId),
  );
  const isNobodys = ({ kind, proId, clinicId }: Entry) =>
    kind === 'orphan' || (proId === null && !served.has(clinicId));
  return { others, unassigned: entries.some(isNobodys) ? [unassigned] : [] };
};
