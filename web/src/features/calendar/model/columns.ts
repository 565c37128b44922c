import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { hasHours, hubHours } from '../../../lib/booking/hub-hours.ts';
import { addDays } from '../../../lib/time/wall-clock.ts';
import { hubsFor, nameOf } from '../../../lib/booking/hubs.ts';
import type { Entries, Entry } from './calendar-events.ts';
import { daysOf, partOf, wholeDay, type Stretch } from './day-parts.ts';
import { sideBySide, type Placed } from './side-by-side.ts';

export type Professional = {
  id: string;
  name: string;
  colour: number | undefined;
  /** Reason why they cannot be booked; undefined while active. */
  state?: 'paused' | 'past' | 'unassigned';
};

/** A day of the grid, or one professional's part of it. */
export type Column = { key: string; day: string; pro: Professional | null };

const colours = 8;

/** Returns the hubs with visible hours; at clinics where the viewer is a guest, only their own. */
export const hubsInSight = (clinics: readonly ClinicView[], viewer: Pro): HubView[] =>
  clinics.flatMap((clinic) => hubsFor(clinic, viewer));

/**
 * Returns the visible professionals, the viewer first, others by name, so that order and colours stay the
 * same.
 */
export const professionalsOf = (clinics: readonly ClinicView[], viewer: Pro): Professional[] => {
  const names = new Map(hubsInSight(clinics, viewer).map((hub) => [hub.proId, nameOf(hub)]));
  return [...names]
    .toSorted(
      ([one, name], [other, otherName]) =>
        Number(other === viewer.id) - Number(one === viewer.id) || name.localeCompare(otherName),
    )
    .map(([id, name], index) => ({ id, name, colour: index % colours }));
};

type Layout = {
  days: { from: string; to: string };
  professionals: readonly Professional[];
  apart: boolean;
};

export const columnsOf = ({ days, professionals, apart }: Layout): Column[] => {
  const columns: Column[] = [];
  const [only] = professionals.length === 1 && !professionals[0]?.state ? professionals : [];
  for (let day = days.from; day < days.to; day = addDays(day, 1))
    if (apart && professionals.length > 1)
      columns.push(...professionals.map((pro) => ({ key: `${day} ${pro.id}`, day, pro })));
    else columns.push({ key: day, day, pro: only ?? null });
  return columns;
};

/** Returns the working hours of a column's professionals, in order; null if unknown. */
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

/** Returns the rest of a day. */
export const outside = (hours: readonly Stretch[]): Stretch[] => {
  const ends = [0, ...hours.map(({ end }) => end)];
  const starts = [...hours.map(({ start }) => start), wholeDay];
  return ends
    .map((start, index) => ({ start, end: starts[index] ?? wholeDay }))
    .filter(({ start, end }) => end > start);
};

/** Returns whether an entry would move to another professional's column. */
export const isAnothers = (
  columns: readonly Column[],
  { day, pro }: Pick<Column, 'day' | 'pro'>,
  proId: string | null,
): boolean => pro !== null && pro.id !== proId && columns.filter((one) => one.day === day).length > 1;

export type Behind = Stretch & { entry: Entry };
export type ColumnContent = { entries: Placed<Entry>[]; behind: Behind[] };

/** Content of a column that is not loaded yet. */
export const nothing: ColumnContent = { entries: [], behind: [] };

const within = (entries: readonly Entry[], day: string): Behind[] =>
  entries.flatMap((entry) => {
    const part = partOf(entry, day);
    return part ? [{ entry, ...part }] : [];
  });

type ByDay = ReadonlyMap<string, readonly Entry[]>;

export const byDayOf = ({ bookings, blocks }: Pick<Entries, 'bookings' | 'blocks'>): ByDay => {
  const days = new Map<string, Entry[]>();
  for (const entry of [...bookings, ...blocks])
    for (const day of daysOf(entry)) {
      const there = days.get(day);
      if (there) there.push(entry);
      else days.set(day, [entry]);
    }
  return days;
};

/** Returns a function that tells whether an entry belongs to a column; a day's only column has all. */
const placesOf = (columns: readonly Column[], clinicsOf: (proId: string) => ReadonlySet<string>) => {
  const ofDay = new Map<string, Professional[]>();
  for (const { day, pro } of columns) ofDay.set(day, [...(ofDay.get(day) ?? []), ...(pro ? [pro] : [])]);
  return ({ day, pro }: Column) => {
    const beside = ofDay.get(day) ?? [];
    const served = (clinicId: string) => beside.some(({ id }) => clinicsOf(id).has(clinicId));
    return ({ kind, proId, clinicId }: Entry): boolean => {
      if (pro === null || beside.length === 1) return true;
      if (pro.state === 'unassigned') return kind === 'orphan' || (proId === null && !served(clinicId));
      if (proId === null) return kind !== 'orphan' && clinicsOf(pro.id).has(clinicId);
      return proId === pro.id;
    };
  };
};

/** Returns each column's content: the professional's entries, and those of clinics where they work. */
export const contentOf = (
  columns: readonly Column[],
  {
    byDay,
    behind,
    taken,
    order,
  }: Pick<Entries, 'behind' | 'taken'> & { byDay: ByDay; order: readonly string[] },
  clinicsOf: (proId: string) => ReadonlySet<string>,
): ColumnContent[] => {
  const placeOf = placesOf(columns, clinicsOf);
  return columns.map((column) => {
    const { day, pro } = column;
    const rank = ({ proId }: Entry) => (proId === null ? null : order.indexOf(proId));
    const isHere = placeOf(column);
    return {
      entries: sideBySide(
        within((byDay.get(day) ?? []).filter(isHere), day),
        pro === null ? rank : undefined,
      ),
      behind: within([...behind, ...taken].filter(isHere), day),
    };
  });
};

/** Lanes of a day that each fit a name; with more, the lanes become narrower. */
const namedLanes = 6;

/**
 * Returns the number of lanes that all columns have room for, so that they are equally wide; 0 without overlaps,
 * or if each column belongs to one professional.
 */
export const lanesOf = (columns: readonly Column[], content: readonly ColumnContent[]): number => {
  const shared = content.filter((_, index) => columns[index]?.pro === null);
  const lanes = Math.max(1, ...shared.flatMap(({ entries }) => entries.map((placed) => placed.lanes)));
  return lanes > 1 ? Math.min(lanes, Math.max(namedLanes, lanes / 2)) : 0;
};

/**
 * Returns the minute of the first entry or opening, whichever is earlier; eight o'clock without them. Hours of a
 * whole day and entries of the day before do not count, because they begin at midnight.
 */
export const firstMinute = (
  content: readonly ColumnContent[],
  hours: readonly (Stretch[] | null)[],
): number => {
  const starts = [
    ...content.flatMap(({ entries }) => entries.map(({ start }) => start)),
    ...hours.flatMap((stretches) => (stretches ?? []).map(({ start }) => start)),
  ].filter((start) => start > 0);
  return starts.length > 0 ? Math.min(...starts) : 8 * 60;
};
