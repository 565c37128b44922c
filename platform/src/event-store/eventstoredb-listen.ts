import {
  type AllStreamRecordedEvent,
  type AllStreamSubscription,
  END,
  streamNameFilter,
} from '@eventstore/db-client';
import type { Log } from '../logging/log.ts';
import { createThrottle } from '../logging/throttle.ts';
import { repeat } from '../async/retry.ts';
import { type EventStoreDBConnection, kindOf } from './eventstoredb-client.ts';
import { isOurs, toRecorded } from './eventstoredb-events.ts';
import type { Link } from './recent-events.ts';

const pause = 200;
/** Ms between two warnings: under load the server drops slow subscriptions repeatedly. */
const warnEvery = 60_000;

type Listening = {
  /** Opens a link for each new subscription; events before it have to be read. */
  link: () => Link;
  log: Log;
  prefix: string;
};

/**
 * Delivers events as they are written, through a catch-up subscription from the end that is reopened when it ends.
 * Returns a function that stops it.
 */
export const listenForEvents = (
  { client, credentials, onLeft }: EventStoreDBConnection,
  { link, log, prefix }: Listening,
) => {
  const stopping = new AbortController();
  const { signal } = stopping;

  const session = async (): Promise<void> => {
    const filter = prefix
      ? streamNameFilter({ prefixes: [prefix] })
      : streamNameFilter({ regex: String.raw`^[^\$]` });
    const events = client.subscribeToAll({ fromPosition: END, filter, credentials });
    // A node that hangs does not end the subscription. Reads detect it and replace the node.
    const forget = onLeft(() => void events.unsubscribe().catch(() => undefined));
    await ended(events, { link, prefix, signal }).finally(forget);
  };

  const reportFailure = createThrottle<string>(warnEvery, (code, times) =>
    log.warn({ code, times }, 'lost the subscription to EventStoreDB'),
  );
  const running = repeat(session, {
    pause,
    signal,
    onFailure: (error) => reportFailure(kindOf(error)),
  });
  return async (): Promise<void> => {
    stopping.abort();
    await running;
  };
};

type Handing = Pick<Listening, 'link' | 'prefix'> & { signal: AbortSignal };

/** An unreadable event ends the subscription; the reader of the log reports the event. */
const handOn = (linked: Link, event: AllStreamRecordedEvent, prefix: string): void => {
  try {
    if (isOurs(event, prefix)) linked.take(toRecorded(event, prefix));
  } catch {
    linked.end();
  }
};

/** Delivers events until the subscription ends for any reason. */
const ended = (events: AllStreamSubscription, { link, prefix, signal }: Handing): Promise<void> =>
  new Promise((resolve, reject) => {
    let linked: Link | undefined;
    const stop = () => {
      events.unsubscribe().catch(() => undefined);
      resolve();
    };
    signal.addEventListener('abort', stop, { once: true });
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', stop);
      linked?.end();
      settle();
    };
    // Earlier events have to be read; later ones all arrive here.
    events.on('confirmation', () => (linked = link()));
    events.on('data', ({ event }) => {
      if (linked && event) handOn(linked, event, prefix);
    });
    events.on('close', () => end(resolve));
    // Never removed: an error event after the end would be unhandled otherwise.
    events.on('error', (error) => end(() => reject(error)));
    if (signal.aborted) stop();
  });
