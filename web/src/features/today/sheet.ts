import type { BookingView } from '@visita/contracts/booking/views';
import { isMeant } from '@visita/contracts/patient/search';
import { dayOf, wallNow } from '../../lib/time/wall-clock.ts';

/** Filters of the sheet; null means all, for the day today. */
export type Filters = {
  date: string | null;
  clinicId: string | null;
  proId: string | null;
  /** Part of a patient's name, email or phone. */
  search: string;
};

type Choice = { id: string; name: string };
export type Sheet = { visits: BookingView[]; clinics: Choice[]; professionals: Choice[] };

const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);

const choicesOf = (visits: readonly BookingView[], of: (visit: BookingView) => Choice): Choice[] =>
  [...new Map(visits.map((visit) => [of(visit).id, of(visit)])).values()].toSorted(byName);

const isFound = (visit: BookingView, search: string): boolean =>
  isMeant(
    {
      name: visit.patient_name,
      email: visit.patient_email,
      prefix: visit.patient_prefix,
      phone: visit.patient_phone,
    },
    search,
  );

/**
 * Returns the visits of a day, by start and name, with the choices of the filters. Today is the day in each
 * clinic's time zone.
 */
export const sheetOf = (bookings: readonly BookingView[], filters: Filters, now: Date): Sheet => {
  const ofDay = bookings
    .filter(({ date, timezone }) => dayOf(date) === (filters.date ?? dayOf(wallNow(timezone, now))))
    .toSorted(
      (one, other) =>
        Date.parse(one.date) - Date.parse(other.date) || one.patient_name.localeCompare(other.patient_name),
    );
  const clinics = choicesOf(ofDay, ({ clinic_id: id, clinic_name: name }) => ({ id, name }));
  const assigned = ofDay.filter(({ status }) => status !== 'orfan');
  const professionals = choicesOf(assigned, ({ pro_id: id, doctor_name: name }) => ({ id, name }));
  // Ignores a filter without visits on the day, so that the list is not empty.
  const chosen = (choices: readonly Choice[], id: string | null) => choices.find((one) => one.id === id)?.id;
  const clinic = chosen(clinics, filters.clinicId);
  const pro = chosen(professionals, filters.proId);
  const visits = ofDay.filter(
    (visit) =>
      (!clinic || visit.clinic_id === clinic) &&
      (!pro || visit.pro_id === pro) &&
      isFound(visit, filters.search),
  );
  return { visits, clinics, professionals };
};

/** Returns the names of the visits' clinics, in their order. */
export const clinicNames = (visits: readonly BookingView[]): string =>
  [...new Set(visits.map(({ clinic_name: name }) => name))].toSorted().join(' · ');

/** Returns the first visit that is not over; undefined before the first and after the last visit. */
export const nextOf = (visits: readonly BookingView[], now: Date): BookingView | undefined => {
  const next = visits.findIndex(({ ending_date: end }) => Date.parse(end) > now.getTime());
  return next > 0 ? visits[next] : undefined;
};

/** Reason to call the patient of a visit; null if a message reached them and they wrote nothing. */
export const reasonToCall = ({
  text_answer: answer,
  texted,
  not_mailed: notMailed,
  patient_email: email,
}: BookingView): 'answered' | 'textFailed' | 'notMailed' | 'noEmail' | null => {
  if (answer !== undefined) return 'answered';
  if (texted !== undefined) return texted === 'failed' ? 'textFailed' : null;
  if (notMailed) return 'notMailed';
  return email === '' ? 'noEmail' : null;
};

/** Returns the visits ahead whose patients no message reached, or who answered one in their own words. */
export const toCall = (visits: readonly BookingView[], now: Date): BookingView[] =>
  visits.filter(
    (visit) =>
      visit.patient_name !== '' &&
      visit.attendance === 'expected' &&
      Date.parse(visit.date) > now.getTime() &&
      reasonToCall(visit) !== null,
  );
