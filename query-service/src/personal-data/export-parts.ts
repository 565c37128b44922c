import type { Withheld } from '@visita/contracts/personal-data/views';
import type { EventStore } from '@visita/platform/event-store/port';
import { select } from '@visita/read-model/query';
import type { Dependencies } from '../dependencies.ts';
import { bookingsOnceOf } from './held.ts';
import type { Holder } from './held-bookings.ts';
import { eventsOf, exportedEvent, isOf } from './history.ts';

/** File to download: its name, and its text in chunks. */
export type ExportFile = { readonly filename: string; readonly chunks: AsyncIterable<string> };

/** Reader of the file. A pro does not get confidential answers of surveys. */
export type Audience = 'pro' | 'operator';

export type ExportDeps = Dependencies & {
  /** With decrypted personal data. */
  readonly store: Pick<EventStore, 'readStream'>;
};

const none: readonly Withheld[] = [];
const confidential: readonly Withheld[] = ['survey-answers'];

/** Returns the head of a file: its content, and what is left out. */
export const headOf = ({ clock }: ExportDeps, about: string, audience: Audience) => ({
  format: 'visita-export-1',
  exported: clock().toISOString(),
  about,
  withheld: audience === 'pro' ? confidential : none,
});

/** Returns the ids of surveys; for a pro only of those that the pro may read. */
export const surveysOf = async (
  { pool }: ExportDeps,
  statement: Statement,
  { ids, audience, proId }: ExportRequest,
): Promise<string[]> =>
  (await select<{ id: string; reader: string | null }>(pool, statement, [ids]))
    .filter(({ reader }) => audience === 'operator' || reader === proId)
    .map(({ id }) => id);

type Statement = { readonly name: string; readonly text: string };
type ExportRequest = {
  readonly ids: readonly string[];
  readonly audience: Audience;
  /** The pro who reads the file, or whose data it holds. */
  readonly proId: string;
};

/** Returns the streams of the bookings that a holder has or had. */
export const bookingStreamsOf = async ({ pool }: ExportDeps, holder: Holder) =>
  (await bookingsOnceOf(pool, holder)).map((id) => `booking-${id}`);

const seriesSql = (column: 'pro_id' | 'patient_id') => ({
  name: `held-series-by-${column}`,
  text: `select series_id as id from read.series where ${column} = any($1) order by series_id`,
});
const series = { pro: seriesSql('pro_id'), patient: seriesSql('patient_id') } as const;

/** Returns the streams of a holder's series. */
export const seriesStreamsOf = async ({ pool }: ExportDeps, { kind, ids }: Holder) =>
  (await select<{ id: string }>(pool, series[kind], [ids])).map(({ id }) => `series-${id}`);

/** Yields the events of some streams, as far as they belong to this holder. */
export async function* historyOf({ store }: ExportDeps, holder: Holder, streams: readonly string[]) {
  for await (const event of eventsOf(store, streams)) if (isOf(event, holder)) yield event;
}

/** Yields events in the format of the export. */
export async function* shownHistoryOf(deps: ExportDeps, holder: Holder, streams: readonly string[]) {
  for await (const event of historyOf(deps, holder, streams)) yield exportedEvent(event);
}
