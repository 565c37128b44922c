import type { DayAvailability } from '@visita/contracts/booking/views';
import type { PublicClinic } from '@visita/contracts/clinic/views';
import type { PublicPro } from '@visita/contracts/pro/views';
import useSWR, { preload } from 'swr';
import useSWRImmutable from 'swr/immutable';
import {
  cancelManagedBooking,
  confirmBooking,
  getBookingAvailabilities,
  getCountry,
  getManagedBooking,
  getOptions,
  getProByUrl,
  getProClinics,
  getProHubs,
  moveManagedBooking,
  requestBooking,
} from 'virtual:public-api-routes';
import { createClient, type ApiError, type CallInput } from '../lib/api.ts';

/** The visitors' client: never a session's token, even where a pro is logged in beside. */
export const call = createClient({
  routes: {
    cancelManagedBooking,
    confirmBooking,
    getBookingAvailabilities,
    getCountry,
    getManagedBooking,
    getOptions,
    getProByUrl,
    getProClinics,
    getProHubs,
    moveManagedBooking,
    requestBooking,
  },
  token: () => null,
  positions: sessionStorage,
});

/** Something being loaded, with the call's own error. */
export type Load<Data> = {
  data: Data | undefined;
  error: ApiError | undefined;
  isValidating: boolean;
  mutate: () => Promise<unknown>;
};

// A failure shows a Retry button at once, instead of silent attempts.
const settings = { shouldRetryOnError: false };

const fetchPro = async ([, url]: readonly [string, string]): Promise<PublicPro> =>
  (await call('getProByUrl', { params: { url } })).data;

/** Asks for the pro while the page's texts are still on their way; a failure shows where the pro is used. */
export const preloadPro = (slug: string): void => {
  preload(['pro', slug] as const, fetchPro).catch(() => undefined);
};

export const usePro = (slug: string): Load<PublicPro> => useSWR(['pro', slug] as const, fetchPro, settings);

export const useClinics = (proId: string): Load<PublicClinic[]> =>
  useSWR(
    ['clinics', proId],
    async () => (await call('getProClinics', { params: { id: proId } })).data,
    settings,
  );

/** The pro's own presences: whom the page prefers where several professionals are free. */
export const useHubs = (proId: string): Load<{ id: string; clinicId: string }[]> =>
  useSWR(['hubs', proId], async () => (await call('getProHubs', { params: { id: proId } })).data, settings);

export const useOptions = (proId: string): Load<{ calendarAvailabilityLimit: number }> =>
  useSWR(['options', proId], async () => (await call('getOptions', { params: { proId } })).data, settings);

export const useDayAvailabilities = (clinicId: string): Load<DayAvailability[]> =>
  useSWR(
    ['availabilities', clinicId],
    async () => (await call('getBookingAvailabilities', { params: { clinicId } })).data,
    settings,
  );

/** What a patient sends to book, and what comes back. */
export type BookingRequest = CallInput<'requestBooking'>['body'];
export type BookingAnswer = { id: string; confirmBy: string };

export const sendBooking = async (body: BookingRequest, idempotencyKey: string): Promise<BookingAnswer> =>
  (await call('requestBooking', { body, idempotencyKey })).data;

const confirm = async (token: string) => (await call('confirmBooking', { token })).data;

/** A confirmed appointment, as its patient may see it. */
export type Confirmed = Awaited<ReturnType<typeof confirm>>;

/** Sends the mailed token once; confirming again gives the same answer, so a retry is safe. */
export const useConfirmation = (token: string | null): Load<Confirmed> =>
  useSWRImmutable(token, confirm, settings);

const getManaged = async ([, token]: readonly [string, string]) =>
  (await call('getManagedBooking', { token })).data;

/** A booking as its patient sees it by the link in their mails. */
export type Managed = Awaited<ReturnType<typeof getManaged>>;

export const useManagedBooking = (token: string | null) =>
  useSWR<Managed, ApiError, readonly [string, string] | null>(
    token === null ? null : ['managed', token],
    getManaged,
    settings,
  );

export const moveManaged = async (token: string, date: string): Promise<Managed> =>
  (await call('moveManagedBooking', { token, body: { date } })).data;

export const cancelManaged = async (token: string): Promise<Managed> =>
  (await call('cancelManagedBooking', { token })).data;
