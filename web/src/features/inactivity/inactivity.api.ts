import type { BookingView } from '@visita/contracts/booking/views';
import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import useSWR from 'swr';
import type { ApiError, CallInput } from '../../lib/api/api.ts';
import { call } from '../../lib/api/client.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { hubsFor, runsCalendar } from '../../lib/booking/hubs.ts';
import { addDays, wallNow } from '../../lib/time/wall-clock.ts';

/** Days that past closings and vacations stay listed. */
const kept = 30;

/** Closings of the professional's clinics, their own vacations and those of clinics whose calendar they run. */
export const useInactivities = (pro: Pro, clinics: readonly ClinicView[] | undefined) => {
  const from = addDays(wallNow(undefined).slice(0, 10), -kept);
  const input = { params: { proId: pro.id }, query: { from } };
  const { data, ...rest } = useCall('getProCalendar', clinics ? input : null);
  const byStart = (one: { starting_date: string }, other: { starting_date: string }) =>
    Date.parse(one.starting_date) - Date.parse(other.starting_date);
  const run = new Set(clinics?.filter((clinic) => runsCalendar(clinic, pro)).map(({ id }) => id));
  const lists = data && {
    closings: data.data.clinicInactivities.toSorted(byStart),
    vacations: data.data.hubInactivities
      .filter(({ pro_email: email, clinic_id: id }) => email === pro.email || run.has(id))
      .toSorted(byStart),
  };
  return { data: lists, ...rest };
};

/** Returns the clinics that the professional may close: they run the calendar, and the owner's plan allows it. */
export const closableBy = (pro: Pro, clinics: readonly ClinicView[]): ClinicView[] =>
  clinics.filter((clinic) => clinic.vacation_function && runsCalendar(clinic, pro));

/** Returns the hubs of colleagues whose vacations the professional may plan. */
const colleaguesHubs = (pro: Pro, clinics: readonly ClinicView[]): HubView[] =>
  clinics
    .filter((clinic) => runsCalendar(clinic, pro))
    .flatMap((clinic) => hubsFor(clinic, pro))
    .filter((hub) => hub.vacation_function && hub.proId !== pro.id);

/** Returns whether a plan lets the professional plan vacations or closings: their own, a colleague's, or a clinic owner's. */
export const mayPlan = (pro: Pro, clinics: readonly ClinicView[]): boolean =>
  pro.subscription[0]?.vacationFunction === true ||
  closableBy(pro, clinics).length > 0 ||
  colleaguesHubs(pro, clinics).length > 0;

const ended: readonly HubView['status'][] = ['archived', 'rejected', 'pending'];

/** Returns the hubs for which the professional may plan vacations: their own, then colleagues'. */
export const absentHubs = (
  pro: Pro,
  { own, clinics }: { own: readonly HubView[]; clinics: readonly ClinicView[] },
): HubView[] => [
  ...(pro.subscription[0]?.vacationFunction
    ? own.filter(({ status, role }) => role !== 'reception' && !ended.includes(status))
    : []),
  ...colleaguesHubs(pro, clinics),
];

/** Place and period of a planned closing or vacation. */
export type Stretch = NonNullable<CallInput<'getAffected'>['query']>;

export const useAffected = (stretches: readonly Stretch[]) => {
  const key = stretches.length === 0 ? null : (['getAffected', stretches] as const);
  const ask = async () => {
    const answers = await Promise.all(stretches.map((query) => call('getAffected', { query })));
    return distinct(answers.flatMap(({ data }) => data));
  };
  // The clinics are loaded again each time the panel opens.
  return useSWR<BookingView[], ApiError>(key, ask, { dedupingInterval: 0 });
};

export const distinct = (bookings: readonly BookingView[]): BookingView[] => [
  ...new Map(bookings.map((booking) => [booking.id, booking])).values(),
];
