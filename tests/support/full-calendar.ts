import type { BookingView, ProCalendar } from '@visita/contracts/booking/views';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A booking some milliseconds after local midnight of a day, as a view says it. */
const placed = (booking: BookingView, index: number, day: string, from: number): BookingView => {
  const at = (milliseconds: number) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + milliseconds).toISOString().replace(/\.000Z$/, '+01:00');
  return {
    ...booking,
    id: `booking-${index}`,
    patient_name: `Paziente ${index}`,
    date: at(from),
    ending_date: at(from + hourMs / 2),
  };
};

/** So many bookings like one, spread over a time: three at once in every hour from eight on, as where three work. */
export const fill = (
  calendar: ProCalendar,
  bookings: number,
  { from, to }: { from: string; to: string },
): ProCalendar => {
  const [like] = calendar.bookings;
  if (!like) throw new Error('there is no booking to take after');
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  const daily = Math.ceil(bookings / days);
  const dayOf = (index: number) =>
    new Date(Date.parse(from) + Math.floor(index / daily) * dayMs).toISOString().slice(0, 10);
  return {
    ...calendar,
    bookings: Array.from({ length: bookings }, (_, index) =>
      placed(like, index, dayOf(index), (8 + Math.floor((index % daily) / 3)) * hourMs),
    ),
  };
};
