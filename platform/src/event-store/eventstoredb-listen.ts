import {
  type AllStreamRecordedEvent,
  type AllStreamSubscription,
  END,
  streamNameFilter,
} from '@eventstore/db-client';
import type { Log } from '../core/log.ts';
import { createRarely } from '../core/rarely.ts';
import { repeat } from '../core/retry.ts';
import { type EventStoreDBConnection, kindOf } from './eventstoredb-client.ts';
import { isOurs, toRecorded } from './eventstoredb-events.ts';
import type { Link } from './recent-events.ts';

const pause = 200;
/** Milliseconds between two warnings: under load the server ends subscriptions that are too slow again and again. */
const tellEvery = 60_000;

type Listening = {
  /** Begins anew with each subscription: what came in between has to be read. */
  link: () => Link;
  log: Log;
  prefix: string;
};

/**
 * Hands on each event as it comes, over a catch-up subscription from the end; where that breaks off or ends it is opened
 * again. The answer ends it.
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
    // A node that hangs ends nothing: reads notice it, and with it the subscription moves to another node.
    const forget = onLeft(() => void events.unsubscribe().catch(() => undefined));
    await ended(events, { link, prefix, signal }).finally(forget);
  };

  const tell = createRarely<string>(tellEvery, (code, times) =>
    log.warn({ code, times }, 'lost the subscription to EventStoreDB'),
  );
  const running = repeat(session, {
    pause,
    signal,
    onFailure: (error) => tell(kindOf(error)),
  });
  return async (): Promise<void> => {
    stopping.abort();
    await running;
  };
};

type Handing = Pick<Listening, 'link' | 'prefix'> & { signal: AbortSignal };

/** What cannot be read ends the link: whoever reads the log says so. */
const handOn = (linked: Link, event: AllStreamRecordedEvent, prefix: string): void => {
  try {
    if (isOurs(event, prefix)) linked.take(toRecorded(event, prefix));
  } catch {
    linked.end();
  }
};

/** Hands on until the subscription ends in whatever way. */
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
    // What was there before has to be read; from here on all comes this way.
    events.on('confirmation', () => (linked = link()));
    events.on('data', ({ event }) => {
      if (linked && event) handOn(linked, event, prefix);
    });
    events.on('close', () => end(resolve));
    // Stays for good: an error that comes after the end has to be heard too.
    events.on('error', (error) => end(() => reject(error)));
    if (signal.aborted) stop();
  });
