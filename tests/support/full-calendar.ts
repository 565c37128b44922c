import type { BookingView, ProCalendar } from '@visita/contracts/booking/views';
import type { ClinicView } from '@visita/contracts/clinic/views';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Returns a booking at some milliseconds after local midnight of a day. */
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

/**
 * Returns copies of a booking over a period: three at once in every hour from eight on, as with three
 * professionals.
 */
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

export const proOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** Returns a clinic with a number of professionals. */
export const staffed = (clinic: ClinicView, professionals: number): ClinicView => {
  const [own] = clinic.hubs;
  if (!own) throw new Error('the clinic has no professional');
  const others = Array.from({ length: professionals - 1 }, (_, index) => ({
    ...own,
    id: `hub-${index}`,
    proId: proOf(index),
    pro: { ...own.pro, name: `Collega ${index}` },
  }));
  return { ...clinic, hubs: [own, ...others] };
};

/** Returns visits of a quarter hour for a number of professionals, on every day of a period. */
export const fillColumns = (
  calendar: ProCalendar,
  { professionals, visits }: { professionals: number; visits: number },
  { from, to }: { from: string; to: string },
): ProCalendar => {
  const [like] = calendar.bookings;
  if (!like) throw new Error('there is no booking to take after');
  const bookings: BookingView[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayMs)
    for (let index = 0; index < professionals * visits; index += 1) {
      const column = Math.floor(index / visits);
      const day = new Date(at).toISOString().slice(0, 10);
      const visit = placed(like, index, day, 8 * hourMs + (index % visits) * (hourMs / 4));
      const end = new Date(Date.parse(visit.date) + hourMs / 4 + hourMs)
        .toISOString()
        .replace(/\.000Z$/, '+01:00');
      const proId = column === 0 ? like.pro_id : proOf(column - 1);
      bookings.push({ ...visit, id: `${day}-${index}`, ending_date: end, pro_id: proId });
    }
  return { ...calendar, bookings };
};
