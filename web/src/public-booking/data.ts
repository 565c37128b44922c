import type { DayAvailability } from '@visita/contracts/booking/views';
import type { PublicClinic, PublicHub } from '@visita/contracts/clinic/views';
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
type Managing = 'getManagedBooking' | 'moveManagedBooking' | 'cancelManagedBooking' | 'answerVisit';
type Waiting = 'joinWaitingList' | 'confirmWaiting' | 'leaveWaitingList' | 'getOffer' | 'answerOffer';
type VisitorCall =
  | Read
  | Managing
  | Waiting
  | 'getMyMessages'
  | 'setMyMessages'
  | 'getCountry'
  | 'requestBooking'
  | 'confirmBooking'
  | 'submitSurvey';

/** Client of the visitor pages. It never sends a session token, even if a professional is logged in. */
export const call = createClient<VisitorCall>({
  routes,
  token: () => null,
  positions: tabStore,
  pageLoad: document.querySelector<HTMLMetaElement>('meta[name="page-load"]')?.content ?? null,
});

/** State of a request, with the error of its call. */
export type Load<Data> = {
  data: Data | undefined;
  error: ApiError | undefined;
  isValidating: boolean;
  mutate: () => Promise<unknown>;
};

type DataOf<Name extends Read> = Awaited<ReturnType<typeof call<Name>>>['data'];

// A failure shows a Retry button instead of retrying silently.
const settings = { shouldRetryOnError: false };

type Question<Name extends Read> = Pick<CallInput<Name>, 'params'> & { query?: CallInput<Name>['query'] };

/** Data embedded in the page by the server; null if there is none. */
const first = (() => {
  const sent = document.querySelector('#first-data')?.textContent;
  return sent ? (JSON.parse(sent) as { [Name in Sent as (typeof sentAs)[Name]]: DataOf<Name> }) : null;
})();

/** Preview of the professional's own page; null on public pages. */
export const preview = createPreview();

const readPreview = async (own: NonNullable<typeof preview>, name: Read, question: unknown) => {
  if (name === 'getBookingAvailabilities') return own.days(question as never);
  return (await own.face())[sentAs[name]];
};

const noDays = (error: unknown): [] => {
  // A clinic without bookable professionals answers 404: it has no free times.
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

/**
 * Requests the professional while the translations load. Errors are shown by the component that uses the
 * data.
 */
export const preloadPro = (url: string): void => {
  if (!first) preload(['getProByUrl', { params: { url } }] as const, read).catch(() => undefined);
};

export const usePro = (url: string) => useRead('getProByUrl', { params: { url } }, first?.pro);
export const useClinics = (proId: string): Load<PublicClinic[]> =>
  useRead('getProClinics', { params: { id: proId } }, first?.clinics);
/** True if the previewed page is visible to visitors. */
export const useVisible = (): Load<boolean> =>
  useSWR('preview', async () => (await preview?.face())?.open ?? true, settings);
/** A hub of the page's own professional. */
export type OwnHub = Pick<PublicHub, 'id' | 'clinicId'> & {
  services: readonly { clinicServiceId: string }[];
};
/** The professional's own hubs, preferred if several professionals are free. */
export const useHubs = (proId: string): Load<OwnHub[]> =>
  useRead('getProHubs', { params: { id: proId } }, first?.hubs);
export const useOptions = (proId: string) => useRead('getOptions', { params: { proId } }, first?.options);
/** Free times of a service, of the whole clinic or of one professional. */
export const useDayAvailabilities = (
  clinicId: string,
  service: { clinicServiceId: string } | { hubServiceId: string; andServices?: string },
): Load<DayAvailability[]> => useRead('getBookingAvailabilities', { params: { clinicId }, query: service });

export type BookingRequest = CallInput<'requestBooking'>['body'];
export type BookingAnswer = Awaited<ReturnType<typeof call<'requestBooking'>>>['data'];

export const sendBooking = async (body: BookingRequest, idempotencyKey: string): Promise<BookingAnswer> =>
  (await call('requestBooking', { body, idempotencyKey })).data;

const confirm = async (token: string) => (await call('confirmBooking', { token })).data;

/** Confirmed appointment as its patient sees it. */
export type Confirmed = Awaited<ReturnType<typeof confirm>>;

/** Sends the mailed token once. Confirming is idempotent, so a retry is safe. */
export const useConfirmation = (token: string | null): Load<Confirmed> =>
  useSWRImmutable(token, confirm, settings);

const getManaged = async ([, token]: readonly [string, string]) =>
  (await call('getManagedBooking', { token })).data;

/** Booking as its patient sees it through the mailed link. */
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

/** Tells the practice whether the patient comes. */
export const answerVisit = async (token: string, coming: boolean): Promise<Managed> =>
  (await call('answerVisit', { token, body: { coming } })).data;

const getMyMessages = async ([, token]: readonly [string, string]) =>
  (await call('getMyMessages', { token })).data;

/** A patient's choices about messages. */
export type MyMessages = Awaited<ReturnType<typeof getMyMessages>>;

export const useMyMessages = (token: string | null) =>
  useSWR<MyMessages, ApiError, readonly [string, string] | null>(
    token === null ? null : ['messages', token],
    getMyMessages,
    settings,
  );

export const saveMyMessages = async (
  token: string,
  body: NonNullable<CallInput<'setMyMessages'>['body']>,
): Promise<MyMessages> => (await call('setMyMessages', { token, body })).data;

/** Sends an answer to the survey, which the professional of the visit reads. */
export const answerSurvey = async (
  token: string,
  answer: { rating: number; comment: string },
): Promise<void> => {
  await call('submitSurvey', { body: { ...answer, token, forProfessional: true } });
};
