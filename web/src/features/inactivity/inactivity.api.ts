import type { BookingView } from '@visita/contracts/booking/views';
import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import useSWR from 'swr';
import type { ApiError, CallInput } from '../../lib/api/api.ts';
import { call } from '../../lib/api/client.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { addDays, wallNow } from '../../lib/time/wall-clock.ts';

/** Days that past closings and vacations stay listed. */
const kept = 30;

/** Closings of the professional's clinics and their own vacations, by start. */
export const useInactivities = (pro: Pro) => {
  const from = addDays(wallNow(undefined).slice(0, 10), -kept);
  const input = { params: { proId: pro.id }, query: { from } };
  const { data, ...rest } = useCall('getProCalendar', pro.subscription[0]?.vacationFunction ? input : null);
  const byStart = (one: { starting_date: string }, other: { starting_date: string }) =>
    Date.parse(one.starting_date) - Date.parse(other.starting_date);
  const lists = data && {
    closings: data.data.clinicInactivities.toSorted(byStart),
    vacations: data.data.hubInactivities
      .filter(({ pro_email: email }) => email === pro.email)
      .toSorted(byStart),
  };
  return { data: lists, ...rest };
};

/** Returns the clinics the professional may close, as owner or active manager. */
export const closableBy = (pro: Pro, clinics: readonly ClinicView[]): ClinicView[] =>
  clinics.filter(
    ({ owner_id: owner, hubs }) =>
      owner === pro.id ||
      hubs.some(({ proId, role, status }) => proId === pro.id && role === 'manager' && status === 'active'),
  );

const ended: readonly HubView['status'][] = ['archived', 'rejected', 'pending'];

export const workingHubs = (hubs: readonly HubView[]): HubView[] =>
  hubs.filter(({ status }) => !ended.includes(status));

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
