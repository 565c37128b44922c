import type { DayAvailability } from '@visita/contracts/booking/views';
import type { PublicClinic } from '@visita/contracts/clinic/views';
import useSWR, { preload } from 'swr';
import useSWRImmutable from 'swr/immutable';
import * as routes from 'virtual:public-api-routes';
import { ApiError, createClient, type CallInput } from '../lib/api/api.ts';
import { createPreview } from './preview.ts';
import { tabStore } from '../lib/state/storage.ts';

type Read = 'getProByUrl' | 'getProClinics' | 'getProHubs' | 'getOptions' | 'getBookingAvailabilities';
const sentAs = {
  getProByUrl: 'pro',
  getProClinics: 'clinics',
  getProHubs: 'hubs',
  getOptions: 'options',
} as const;
type Sent = keyof typeof sentAs;
type Managing = 'getManagedBooking' | 'moveManagedBooking' | 'cancelManagedBooking';
type VisitorCall = Read | Managing | 'getCountry' | 'requestBooking' | 'confirmBooking';

/** The visitors' client: never a session's token, even where a pro is logged in beside. */
export const call = createClient<VisitorCall>({
  routes,
  token: () => null,
  positions: tabStore,
  pageLoad: document.querySelector<HTMLMetaElement>('meta[name="page-load"]')?.content ?? null,
});

/** Something being loaded, with the call's own error. */
export type Load<Data> = {
  data: Data | undefined;
  error: ApiError | undefined;
  isValidating: boolean;
  mutate: () => Promise<unknown>;
};

type DataOf<Name extends Read> = Awaited<ReturnType<typeof call<Name>>>['data'];

// A failure shows a Retry button at once, instead of silent attempts.
const settings = { shouldRetryOnError: false };

type Question<Name extends Read> = Pick<CallInput<Name>, 'params'> & { query?: CallInput<Name>['query'] };

/** What the server sent along with the page; on other pages, and where it could not, nothing. */
const first = (() => {
  const sent = document.querySelector('#first-data')?.textContent;
  return sent ? (JSON.parse(sent) as { [Name in Sent as (typeof sentAs)[Name]]: DataOf<Name> }) : null;
})();

/** A pro's own page, as they look at it themself. */
export const preview = createPreview();

const readPreview = async (own: NonNullable<typeof preview>, name: Read, question: unknown) => {
  if (name === 'getBookingAvailabilities') return own.days(question as never);
  return (await own.face())[sentAs[name]];
};

const noDays = (error: unknown): [] => {
  // A clinic where no one can be booked any more has no free times.
  if (error instanceof ApiError && error.status === 404) return [];
  throw error;
};

const read = async <Name extends Read>([name, question]: readonly [Name, Question<Name>]) =>
  (preview
    ? await readPreview(preview, name, question)
    : await call(name, ...([question] as never)).then(
        ({ data }) => data,
        name === 'getBookingAvailabilities' ? noDays : undefined,
      )) as DataOf<Name>;

const useRead = <Name extends Read>(
  name: Name,
  question: Question<Name>,
  sent?: DataOf<Name>,
): Load<DataOf<Name>> =>
  useSWR(
    [name, question] as const,
    read<Name>,
    sent === undefined ? settings : { ...settings, fallbackData: sent, revalidateOnMount: false },
  );

/** Asks for the pro while the page's texts are still on their way; a failure shows where the pro is used. */
export const preloadPro = (url: string): void => {
  if (!first) preload(['getProByUrl', { params: { url } }] as const, read).catch(() => undefined);
};

export const usePro = (url: string) => useRead('getProByUrl', { params: { url } }, first?.pro);
export const useClinics = (proId: string): Load<PublicClinic[]> =>
  useRead('getProClinics', { params: { id: proId } }, first?.clinics);
/** Whether visitors see the page that is previewed. */
export const useVisible = (): Load<boolean> =>
  useSWR('preview', async () => (await preview?.face())?.open ?? true, settings);
/** The pro's own presences: whom the page prefers where several professionals are free. */
export const useHubs = (proId: string): Load<{ id: string; clinicId: string }[]> =>
  useRead('getProHubs', { params: { id: proId } }, first?.hubs);
export const useOptions = (proId: string) => useRead('getOptions', { params: { proId } }, first?.options);
/** The free times of one service, of the clinic's or of one professional's. */
export const useDayAvailabilities = (
  clinicId: string,
  service: { clinicServiceId: string } | { hubServiceId: string },
): Load<DayAvailability[]> => useRead('getBookingAvailabilities', { params: { clinicId }, query: service });

/** What a patient sends to book, and what comes back. */
export type BookingRequest = CallInput<'requestBooking'>['body'];
export type BookingAnswer = Awaited<ReturnType<typeof call<'requestBooking'>>>['data'];

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
