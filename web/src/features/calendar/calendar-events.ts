import type { BookingView, ProCalendar } from '@visita/contracts/booking/views';
import type { EventInput } from '@fullcalendar/react';
import { addDays, dayOf, wallClock, wallTimeOf } from '../../lib/wall-clock.ts';

/** What an entry is to the one who looks: its colour, its icon and its place in the legend. */
export type EntryKind = 'own' | 'guest' | 'others' | 'orphan' | 'closing' | 'vacation' | 'vacationOthers';

type Viewer = { id: string; email: string };
type Filters = { clinicId: string | null; proId: string | null };

const kindOf = (booking: BookingView, viewer: Viewer): EntryKind => {
  if (booking.status === 'orfan') return 'orphan';
  if (booking.pro_id !== viewer.id) return 'others';
  return booking.doctor_role === 'guest' ? 'guest' : 'own';
};

/** Entries show at the clinic's wall clock, so the grid gets local times without offset. */
const span = (starting: string, ending: string) => ({ start: wallClock(starting), end: wallClock(ending) });

/** Whole days are given as days, so that the month view shows them too. */
const stretch = ({
  starting_date: start,
  ending_date: end,
}: {
  starting_date: string;
  ending_date: string;
}) =>
  wallTimeOf(start) === '00:00' && wallTimeOf(end) === '23:59'
    ? { start: dayOf(start), end: addDays(dayOf(end), 1), allDay: true }
    : span(start, end);

const background = (id: string, title: string, kind: EntryKind): EventInput => ({
  id,
  title,
  display: 'background',
  className: `entry-background entry-${kind}`,
  color: `var(--event-${kind})`,
  extendedProps: { kind },
});

const bookingEvent = (booking: BookingView, viewer: Viewer): EventInput => {
  const kind = kindOf(booking, viewer);
  return {
    ...span(booking.date, booking.ending_date),
    id: booking.id,
    title: booking.patient_name,
    className: 'entry',
    // An orphan first needs somebody to treat the patient; of an erased patient nothing is left to move.
    startEditable: kind !== 'orphan' && booking.patient_name !== '',
    color: `var(--event-${kind})`,
    contrastColor: `var(--event-${kind}-ink)`,
    extendedProps: {
      kind,
      detail: kind === 'others' ? booking.doctor_name : booking.service,
    },
  };
};

/** The bookings that the filters leave. */
export const bookingsOf = ({ bookings }: ProCalendar, { clinicId, proId }: Filters): BookingView[] =>
  bookings.filter(
    (booking) =>
      (clinicId === null || booking.clinic_id === clinicId) && (proId === null || booking.pro_id === proId),
  );

/** The calendar with a booking where it was dropped: whatever the grid is told meanwhile must not take it back. */
export const movedIn = (
  calendar: ProCalendar,
  move: { id: string; date: string; end: string } | null,
): ProCalendar =>
  move === null
    ? calendar
    : {
        ...calendar,
        bookings: calendar.bookings.map((booking) =>
          booking.id === move.id ? { ...booking, date: move.date, ending_date: move.end } : booking,
        ),
      };

/** The grid's entries for one viewer and their filters. */
export const entriesOf = (calendar: ProCalendar, viewer: Viewer, filters: Filters): EventInput[] => {
  const inClinic = ({ clinic_id: clinicId }: { clinic_id: string }) =>
    filters.clinicId === null || filters.clinicId === clinicId;
  const bookings = bookingsOf(calendar, filters).map((booking) => bookingEvent(booking, viewer));
  const closings = calendar.clinicInactivities.filter(inClinic).map((closing) => ({
    ...background(closing.id, closing.title, 'closing'),
    ...stretch(closing),
  }));
  const vacations = calendar.hubInactivities.filter(inClinic).map((vacation) => {
    const own = vacation.pro_email === viewer.email;
    const title = own ? vacation.title : `${vacation.title} · ${vacation.pro_name}`;
    return {
      ...background(vacation.id, title, own ? 'vacation' : 'vacationOthers'),
      ...stretch(vacation),
    };
  });
  return [...closings, ...vacations, ...bookings];
};
