import type { Withheld } from '@visita/contracts/personal-data/views';
import type { EventStore } from '@visita/platform/event-store/port';
import { select } from '@visita/read-model/query';
import type { Dependencies } from '../dependencies.ts';
import { bookingsOnceOf } from './held.ts';
import type { Holder } from './held-bookings.ts';
import { eventsOf, exportedEvent, isOf } from './history.ts';

/** A file to hand over: its name, and its text bit by bit. */
export type ExportFile = { readonly filename: string; readonly chunks: AsyncIterable<string> };

/** For whom: a pro does not read what patients answered in confidence. */
export type Audience = 'pro' | 'operator';

export type ExportDeps = Dependencies & {
  /** With personal data readable. */
  readonly store: Pick<EventStore, 'readStream'>;
};

const none: readonly Withheld[] = [];
const confidential: readonly Withheld[] = ['survey-answers'];

/** The head of a file: what it is, and what is left out of it. */
export const headOf = ({ clock }: ExportDeps, about: string, audience: Audience) => ({
  format: 'visita-export-1',
  exported: clock().toISOString(),
  about,
  withheld: audience === 'pro' ? confidential : none,
});

/** Ids of surveys; none for pros. */
export const surveysOf = async ({ pool }: ExportDeps, statement: Statement, { ids, audience }: Asked) =>
  audience === 'pro' ? [] : (await select<{ id: string }>(pool, statement, [ids])).map((row) => row.id);

type Statement = { readonly name: string; readonly text: string };
type Asked = { readonly ids: readonly string[]; readonly audience: Audience };

/** Streams of the bookings that a holder has or once had. */
export const bookingStreamsOf = async ({ pool }: ExportDeps, holder: Holder) =>
  (await bookingsOnceOf(pool, holder)).map((id) => `booking-${id}`);

/** What happened in some streams, as far as it is this holder's. */
export async function* historyOf({ store }: ExportDeps, holder: Holder, streams: readonly string[]) {
  for await (const event of eventsOf(store, streams)) if (isOf(event, holder)) yield event;
}

/** The same as a file shows it. */
export async function* shownHistoryOf(deps: ExportDeps, holder: Holder, streams: readonly string[]) {
  for await (const event of historyOf(deps, holder, streams)) yield exportedEvent(event);
}
