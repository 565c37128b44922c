import type { BookingView } from '@visita/contracts/booking/views';
import type { VisitsInTheWay } from '@visita/contracts/booking/visits-in-the-way';
import type { ClinicView } from '@visita/contracts/clinic/views';
import { freeTimesDaysMaximum } from '@visita/contracts/booking/free-times';
import { useMemo } from 'react';
import useSWR from 'swr';
import type { ApiError } from '../../../lib/api/api.ts';
import { call } from '../../../lib/api/client.ts';
import { furtherIdsOf } from '../../../lib/booking/hubs.ts';
import { addDays, dayOf, wallNow } from '../../../lib/time/wall-clock.ts';
import { type FreeTime, offersOf } from '../../../ui/fields/free-times.tsx';
import { isAway } from './proposals.ts';

/**
 * Returns the clinic's services of a visit, separated by commas; undefined if no professional offers the first one any
 * more.
 */
export const servicesOf = (clinics: readonly ClinicView[], visit: BookingView): string | undefined => {
  const first = clinics
    .find((clinic) => clinic.id === visit.clinic_id)
    ?.hubs.flatMap(({ services }) => services)
    .find((service) => service.id === visit.hub_service_id && service.activated);
  return first && [first.clinicServiceId, ...furtherIdsOf(visit)].join(',');
};

/** Returns the services of {@link servicesOf} as a question for free times. */
export const questionOf = (services: string) => {
  const [clinicServiceId = '', ...further] = services.split(',');
  return { clinicServiceId, ...(further.length > 0 && { andServices: further.join(',') }) };
};

/** Returns the first day to which visits are moved: that of the first visit, or the day after a closing. */
const firstDayOf = ({ type, timezone, ending_date: end, bookings }: VisitsInTheWay): string => {
  const today = dayOf(wallNow(timezone));
  const first = type === 'closing' ? dayOf(end) : dayOf(bookings[0]?.date ?? today);
  return first > today ? first : today;
};

const readTimes = async (clinicId: string, services: readonly string[], from: string) => {
  const to = addDays(from, freeTimesDaysMaximum);
  const answers = await Promise.all(
    services.map((one) =>
      call('getFreeTimes', { params: { clinicId }, query: { ...questionOf(one), from, to } }),
    ),
  );
  return new Map(
    answers.map(({ data: { professionals, days } }, nth) => [
      services[nth],
      days.flatMap((day) =>
        offersOf(professionals, day).toSorted((one, other) => one.time.localeCompare(other.time)),
      ),
    ]),
  );
};

/** The free times of a month for each visit, in order, and the professionals who have some. */
export const useFreeTimesOf = (list: VisitsInTheWay, clinics: readonly ClinicView[]) => {
  const services = [
    ...new Set(list.bookings.flatMap((visit) => servicesOf(clinics, visit) ?? [])),
  ].toSorted();
  const from = firstDayOf(list);
  const key = services.length === 0 ? null : (['getFreeTimes', list.clinic_id, services, from] as const);
  const { data, error, mutate } = useSWR<Map<string | undefined, FreeTime[]>, ApiError>(key, () =>
    readTimes(list.clinic_id, services, from),
  );
  const professionals = useMemo(() => {
    const times = [...(data?.values() ?? [])].flat();
    return [...new Map(times.map(({ proId, professional }) => [proId, professional])).entries()];
  }, [data]);
  const timesOf = (visit: BookingView): FreeTime[] =>
    (data?.get(servicesOf(clinics, visit)) ?? []).filter((time) => !isAway(list, time));
  const loading = key !== null && !data && !error;
  return { load: { data, error, mutate, at: null }, loading, from, timesOf, professionals };
};
