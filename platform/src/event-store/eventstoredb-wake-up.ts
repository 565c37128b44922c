import { type AllStreamSubscription, END, streamNameFilter } from '@eventstore/db-client';
import type { Log } from '../core/log.ts';
import { createRarely } from '../core/rarely.ts';
import { repeat } from '../core/retry.ts';
import type { WakeUp } from './wake-up.ts';
import { type EventStoreDBConnection, kindOf } from './eventstoredb-client.ts';

const pause = 200;
/** Milliseconds between two warnings: under load the server ends subscriptions that are too slow again and again. */
const tellEvery = 60_000;

/**
 * Wakes readers at each event, over a catch-up subscription from the end; where that breaks off or ends it is opened
 * again, and readers are woken, since events were missed. Readers go on from their own checkpoints. The answer ends it.
 */
export const wakeForEvents = (
  { client, credentials, onLeft }: EventStoreDBConnection,
  { wakeUp, log, prefix }: { wakeUp: WakeUp; log: Log; prefix: string },
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
    await ended(events, wakeUp, signal).finally(() => {
      forget();
      wakeUp.wake();
    });
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

/** Listens until the subscription ends in whatever way. */
const ended = (events: AllStreamSubscription, wakeUp: WakeUp, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      events.unsubscribe().catch(() => undefined);
      resolve();
    };
    signal.addEventListener('abort', stop, { once: true });
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', stop);
      settle();
    };
    events.on('confirmation', wakeUp.wake);
    events.on('data', wakeUp.wake);
    events.on('close', () => end(resolve));
    // Stays for good: an error that comes after the end has to be heard too.
    events.on('error', (error) => end(() => reject(error)));
    if (signal.aborted) stop();
  });
