import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { hasHours, hubHours } from '../../lib/hub-hours.ts';
import { addDays, dayOf, wallTimeOf } from '../../lib/wall-clock.ts';
import { hubsFor, nameOf } from '../../lib/hubs.ts';
import type { Entries, Entry } from './calendar-events.ts';
import { sideBySide, type Placed } from './side-by-side.ts';

/** Somebody who treats patients, with the colour that stays theirs. */
export type Professional = { id: string; name: string; colour: number };

/** A day of the grid, or one professional's part of it. */
export type Column = { key: string; day: string; pro: Professional | null };

/** Minutes of a day. */
export type Stretch = { start: number; end: number };

const colours = 8;
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const wholeDay = 24 * 60;

/** A stretch's part of a day; null where it has none. */
const partOf = ({ start, end }: { start: string; end: string }, day: string): Stretch | null => {
  if (dayOf(start) > day || end <= `${day}T00:00`) return null;
  const from = dayOf(start) < day ? 0 : minutesOf(wallTimeOf(start));
  const to = dayOf(end) > day ? wholeDay : minutesOf(wallTimeOf(end));
  return to > from ? { start: from, end: to } : null;
};

/** The hubs whose hours a pro sees: of a clinic that they only visit, their own. */
export const hubsInSight = (clinics: readonly ClinicView[], viewer: Pro): HubView[] =>
  clinics.flatMap((clinic) => hubsFor(clinic, viewer));

/** Everybody whom a pro sees treat, themself first, the others by name: the same order, and colours, every day. */
export const professionalsOf = (clinics: readonly ClinicView[], viewer: Pro): Professional[] => {
  const names = new Map(hubsInSight(clinics, viewer).map((hub) => [hub.proId, nameOf(hub)]));
  return [...names]
    .toSorted(
      ([one, name], [other, otherName]) =>
        Number(other === viewer.id) - Number(one === viewer.id) || name.localeCompare(otherName),
    )
    .map(([id, name], index) => ({ id, name, colour: index % colours }));
};

type Asked = {
  days: { from: string; to: string };
  professionals: readonly Professional[];
  /** Whether each professional has a column. */
  apart: boolean;
};

/** The columns of the days in sight. */
export const columnsOf = ({ days, professionals, apart }: Asked): Column[] => {
  const columns: Column[] = [];
  for (let day = days.from; day < days.to; day = addDays(day, 1))
    if (apart && professionals.length > 1)
      columns.push(...professionals.map((pro) => ({ key: `${day} ${pro.id}`, day, pro })));
    else columns.push({ key: day, day, pro: professionals.length === 1 ? (professionals[0] ?? null) : null });
  return columns;
};

/** The hours in which a column's professionals work, in order; null where nobody's are known. */
export const hoursOf = (
  { day, pro }: Pick<Column, 'day' | 'pro'>,
  hubs: readonly HubView[],
): Stretch[] | null => {
  const known = hubs.filter((hub) => (pro === null || pro.id === hub.proId) && hasHours(hub));
  if (known.length === 0) return null;
  const stretches = known
    .flatMap((hub) => hubHours(hub)(day))
    .toSorted((one, other) => one.start - other.start);
  const merged: Stretch[] = [];
  for (const stretch of stretches) {
    const last = merged.at(-1);
    if (last && stretch.start <= last.end) last.end = Math.max(last.end, stretch.end);
    else merged.push({ ...stretch });
  }
  return merged;
};

/** What is left of a day. */
export const outside = (hours: readonly Stretch[]): Stretch[] => {
  const ends = [0, ...hours.map(({ end }) => end)];
  const starts = [...hours.map(({ start }) => start), wholeDay];
  return ends
    .map((start, index) => ({ start, end: starts[index] ?? wholeDay }))
    .filter(({ start, end }) => end > start);
};

export type Behind = Stretch & { entry: Entry };
export type ColumnContent = { entries: Placed<Entry>[]; behind: Behind[] };

/** A column that is not known yet. */
export const nothing: ColumnContent = { entries: [], behind: [] };

const within = (entries: readonly Entry[], day: string): Behind[] =>
  entries.flatMap((entry) => {
    const part = partOf(entry, day);
    return part ? [{ entry, ...part }] : [];
  });

type ByDay = ReadonlyMap<string, readonly Entry[]>;

/** Bookings and blocked times by the day on which they begin, and where they reach over midnight by the next one too. */
export const byDayOf = ({ bookings, blocks }: Pick<Entries, 'bookings' | 'blocks'>): ByDay => {
  const days = new Map<string, Entry[]>();
  const put = (day: string, entry: Entry) => {
    const there = days.get(day);
    if (there) there.push(entry);
    else days.set(day, [entry]);
  };
  for (const entry of [...bookings, ...blocks]) {
    const [first, last] = [dayOf(entry.start), dayOf(entry.end)];
    put(first, entry);
    if (last !== first) put(last, entry);
  }
  return days;
};

/** The bookings of some days, the last one excluded. */
export const visitsIn = (byDay: ByDay, { from, to }: Asked['days']): Entry[] => {
  const visits: Entry[] = [];
  for (let day = from; day < to; day = addDays(day, 1))
    visits.push(...(byDay.get(day) ?? []).filter(({ kind }) => kind !== 'block'));
  return visits;
};

/** What stands in each of the columns: a professional's own, and what is everybody's where they work. */
export const contentOf = (
  columns: readonly Column[],
  {
    byDay,
    behind,
    taken,
    order,
  }: Pick<Entries, 'behind' | 'taken'> & { byDay: ByDay; order: readonly string[] },
  clinicsOf: (proId: string) => ReadonlySet<string>,
): ColumnContent[] =>
  columns.map(({ day, pro }) => {
    const rank = ({ proId }: Entry) => (proId === null ? null : order.indexOf(proId));
    const ofDay = byDay.get(day) ?? [];
    const isHere = ({ proId, clinicId }: Entry) =>
      pro === null || (proId === null ? clinicsOf(pro.id).has(clinicId) : proId === pro.id);
    return {
      entries: sideBySide(within(ofDay.filter(isHere), day), pro === null ? rank : undefined),
      behind: within([...behind, ...taken].filter(isHere), day),
    };
  });

/** How many lanes a column needs; none of its own where nobody stands beside another, or where a professional has it. */
export const lanesOf = ({ pro }: Column, { entries }: ColumnContent): number => {
  const lanes = Math.max(1, ...entries.map((placed) => placed.lanes));
  return pro === null && lanes > 1 ? lanes : 0;
};

/** The minute to begin with: of the first entry or the first opening hour, whichever is earlier. */
export const firstMinute = (
  content: readonly ColumnContent[],
  hours: readonly (Stretch[] | null)[],
): number => {
  const starts = [
    ...content.flatMap(({ entries }) => entries.map(({ start }) => start)),
    ...hours.flatMap((stretches) => (stretches ?? []).map(({ start }) => start)),
  ];
  return starts.length > 0 ? Math.min(...starts) : 8 * 60;
};
