import type { BookingView } from '@visita/contracts/booking/views';
import { dayOf, wallNow } from '../../lib/time/wall-clock.ts';

/** Clinic and professional of the filter; null means all. */
export type Filters = { clinicId: string | null; proId: string | null };

type Choice = { id: string; name: string };
type Sheet = { visits: BookingView[]; clinics: Choice[]; professionals: Choice[] };

const choicesOf = (visits: readonly BookingView[], of: (visit: BookingView) => Choice): Choice[] =>
  [...new Map(visits.map((visit) => [of(visit).id, of(visit)])).values()].toSorted((one, other) =>
    one.name.localeCompare(other.name),
  );

/** Returns today's visits in each clinic's time zone, by start and name, with the choices of the filters. */
export const sheetOf = (bookings: readonly BookingView[], filters: Filters, now: Date): Sheet => {
  const today = bookings
    .filter(({ date, timezone }) => dayOf(date) === dayOf(wallNow(timezone, now)))
    .toSorted(
      (one, other) =>
        Date.parse(one.date) - Date.parse(other.date) || one.patient_name.localeCompare(other.patient_name),
    );
  const clinics = choicesOf(today, ({ clinic_id: id, clinic_name: name }) => ({ id, name }));
  const professionals = choicesOf(today, ({ pro_id: id, doctor_name: name }) => ({ id, name }));
  // Ignores a filter without visits today, so that the list is not empty.
  const chosen = (choices: readonly Choice[], id: string | null) => choices.find((one) => one.id === id)?.id;
  const clinic = chosen(clinics, filters.clinicId);
  const pro = chosen(professionals, filters.proId);
  const visits = today.filter(
    ({ clinic_id: at, pro_id: by }) => (!clinic || at === clinic) && (!pro || by === pro),
  );
  return { visits, clinics, professionals };
};

/** Returns the first visit that is not over; undefined before the first and after the last visit. */
export const nextOf = (visits: readonly BookingView[], now: Date): BookingView | undefined => {
  const next = visits.findIndex(({ ending_date: end }) => Date.parse(end) > now.getTime());
  return next > 0 ? visits[next] : undefined;
};
