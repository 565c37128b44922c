import { addDays, dateOf } from './wall-clock.ts';

/** Views from the widest to the narrowest, then the list. */
export const views = ['month', 'week', 'day', 'agenda'] as const;
export type CalendarView = (typeof views)[number];

/** Parameters of the calendar's address; null or an empty list is the default. */
export type CalendarAddress = {
  view: CalendarView | null;
  /** A visible day; null is today. */
  date: string | null;
  clinicId: string | null;
  /** Professionals of the filter; empty means all. */
  proIds: readonly string[];
  bookingId: string | null;
};

/** Returns whether a text is an existing day, `YYYY-MM-DD`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(dateOf(text).getTime());

/** Parses an address; invalid values are ignored. */
export const readAddress = (search: string): CalendarAddress => {
  const params = new URLSearchParams(search);
  const date = params.get('date') ?? '';
  return {
    view: views.find((view) => view === params.get('view')) ?? null,
    date: isDay(date) ? date : null,
    clinicId: params.get('clinic'),
    proIds: (params.get('pro') ?? '').split(',').filter(Boolean),
    bookingId: params.get('booking'),
  };
};

/** Returns the address of a view, without defaults. */
export const writeAddress = ({ view, date, clinicId, proIds, bookingId }: CalendarAddress): string => {
  const values = Object.entries({ view, date, clinic: clinicId, pro: proIds.join(','), booking: bookingId });
  const params = new URLSearchParams(
    values.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : [])),
  );
  const text = params.toString().replaceAll('%2C', ',');
  return text && `?${text}`;
};

const mondayOf = (day: string): string => addDays(day, -((dateOf(day).getUTCDay() + 6) % 7));

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** Returns the visible days, the last excluded. */
export const daysInSight = (view: CalendarView, date: string): { from: string; to: string } => {
  if (view === 'day') return { from: date, to: addDays(date, 1) };
  if (view === 'agenda') return { from: date, to: addDays(date, 7) };
  if (view === 'week') return { from: mondayOf(date), to: addDays(mondayOf(date), 7) };
  const last = addDays(firstOfMonth(addDays(firstOfMonth(date), 31)), -1);
  return { from: mondayOf(firstOfMonth(date)), to: addDays(mondayOf(last), 7) };
};

/** Returns the view of an address: by default today's day on a phone, else its week. */
export const sightOf = ({ view, date }: CalendarAddress, phone: boolean, today: string) => {
  const [how, when] = [view ?? (phone ? 'day' : 'week'), date ?? today];
  return { view: how, date: when, ...daysInSight(how, when) };
};

/** Returns a day of the next or previous period. */
export const turned = (view: CalendarView, date: string, by: 1 | -1): string => {
  if (view === 'day') return addDays(date, by);
  if (view === 'agenda') return addDays(date, by * 7);
  if (view === 'week') return addDays(mondayOf(date), by * 7);
  return firstOfMonth(addDays(firstOfMonth(date), by === 1 ? 31 : -1));
};
