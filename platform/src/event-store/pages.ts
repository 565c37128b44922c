import type { RecordedEvent } from '@visita/contracts/envelope';
import type { EventStore } from './port.ts';

/** Consecutive events and the position of the last one. */
export type Page = { readonly events: readonly RecordedEvent[]; readonly position: string };

const pageSize = 2_000;

/** All pages after a position, up to `until` where one is told; the next one is on its way while one is worked on. */
export async function* pagesOf(
  store: Pick<EventStore, 'readAll'>,
  after: string,
  until?: string,
): AsyncGenerator<Page> {
  let reading = store.readAll(after, pageSize);
  for (;;) {
    const page = await reading;
    const events = until === undefined ? page : page.filter(({ position }) => position <= until);
    const position = events.at(-1)?.position;
    if (position === undefined) return;
    const more = events.length === page.length && position !== until;
    if (more) reading = store.readAll(position, pageSize);
    // Awaited in the next turn; until then a failure must not end the process.
    reading.catch(() => undefined);
    yield { events, position };
    if (!more) return;
  }
}

/** Events of one stream that are in hand at once where it is read in pages. */
const streamPage = 500;

/** The events of one stream from a revision on, page by page, so that a long one is never in memory as a whole. */
export async function* pagesOfStream(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  fromRevision = 0,
): AsyncGenerator<RecordedEvent[]> {
  for (let from = fromRevision; ; from += streamPage) {
    const page = await store.readStream(stream, from, streamPage);
    if (page.length > 0) yield page;
    if (page.length < streamPage) return;
  }
}
