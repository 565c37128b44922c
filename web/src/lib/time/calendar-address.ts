import { addDays, dateOf } from './wall-clock.ts';

/** The ways to look at the calendar, from the widest to the narrowest, then as a list. */
export const views = ['month', 'week', 'day', 'agenda'] as const;
export type CalendarView = (typeof views)[number];

/** What the calendar's address says: null, or nobody, is what it begins with. */
export type CalendarAddress = {
  view: CalendarView | null;
  /** A day in sight; null is today. */
  date: string | null;
  clinicId: string | null;
  /** The professionals who are shown; nobody means everybody. */
  proIds: readonly string[];
  /** The booking whose details are open. */
  bookingId: string | null;
};

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(dateOf(text).getTime());

/** What an address asks for; what it cannot mean counts for nothing. */
export const readAddress = (search: string): CalendarAddress => {
  const asked = new URLSearchParams(search);
  const date = asked.get('date') ?? '';
  return {
    view: views.find((view) => view === asked.get('view')) ?? null,
    date: isDay(date) ? date : null,
    clinicId: asked.get('clinic'),
    proIds: (asked.get('pro') ?? '').split(',').filter(Boolean),
    bookingId: asked.get('booking'),
  };
};

/** The address by which the same is seen again: short, for what it begins with goes without saying. */
export const writeAddress = ({ view, date, clinicId, proIds, bookingId }: CalendarAddress): string => {
  const said = Object.entries({ view, date, clinic: clinicId, pro: proIds.join(','), booking: bookingId });
  const asked = new URLSearchParams(
    said.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : [])),
  );
  const text = asked.toString().replaceAll('%2C', ',');
  return text && `?${text}`;
};

/** The Monday on or before a day. */
const mondayOf = (day: string): string => addDays(day, -((dateOf(day).getUTCDay() + 6) % 7));

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** The days in sight, first included and last excluded. */
export const daysInSight = (view: CalendarView, date: string): { from: string; to: string } => {
  if (view === 'day') return { from: date, to: addDays(date, 1) };
  if (view === 'agenda') return { from: date, to: addDays(date, 7) };
  if (view === 'week') return { from: mondayOf(date), to: addDays(mondayOf(date), 7) };
  const last = addDays(firstOfMonth(addDays(firstOfMonth(date), 31)), -1);
  return { from: mondayOf(firstOfMonth(date)), to: addDays(mondayOf(last), 7) };
};

/** What an address has in sight: on a phone a day, else a week, of today, where it says nothing else. */
export const sightOf = ({ view, date }: CalendarAddress, phone: boolean, today: string) => {
  const [how, when] = [view ?? (phone ? 'day' : 'week'), date ?? today];
  return { view: how, date: when, ...daysInSight(how, when) };
};

/** A day of what comes next, or came before. */
export const turned = (view: CalendarView, date: string, by: 1 | -1): string => {
  if (view === 'day') return addDays(date, by);
  if (view === 'agenda') return addDays(date, by * 7);
  if (view === 'week') return addDays(mondayOf(date), by * 7);
  return firstOfMonth(addDays(firstOfMonth(date), by === 1 ? 31 : -1));
};
