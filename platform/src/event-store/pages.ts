import type { RecordedEvent } from '@visita/contracts/envelope';
import type { EventStore } from './port.ts';

/** Consecutive events and the position of the last one. */
export type Page = { readonly events: readonly RecordedEvent[]; readonly position: string };

const pageSize = 2_000;

/**
 * Yields all pages after a position, up to `until` if given. The next page is read while the current one is
 * processed.
 */
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
    // The promise is awaited in the next iteration; a failure before that must not be an unhandled
    // rejection.
    reading.catch(() => undefined);
    yield { events, position };
    if (!more) return;
  }
}

const streamPage = 500;

/**
 * Yields the events of a stream from a revision on, in pages, so that a long stream is never in memory as a whole.
 */
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
