import { setTimeout as delay } from 'node:timers/promises';
import {
  AccessDeniedError,
  CancelledError,
  DeadlineExceededError,
  EventStoreDBClient,
  NotLeaderError,
  type StreamingRead,
  TimeoutError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client';
import { codeOf } from '../core/log.ts';
import { TooSlow } from '../core/within.ts';
import { keepChannel } from './eventstoredb-channel.ts';
import { clusterOf, findNode, onlyNodeOf } from './eventstoredb-discovery.ts';
import { EventStoreRefused, EventStoreUnavailable } from './port.ts';

/** One connection to EventStoreDB. */
export type EventStoreDBConnection = {
  readonly client: EventStoreDBClient;
  /** Of every call. They keep appends off the client's batch path, which has no deadline. */
  readonly credentials: { readonly username: string; readonly password: string };
  /** Asked before a call: gives what leaves the node that is in use then, for where the call is not answered. */
  suspect(): () => void;
  /** Called when the node in use is left for another one; the answer ends it. */
  onLeft(listener: () => void): () => void;
  close(): Promise<void>;
};

/**
 * Connects when first used. In a cluster calls go to the leader; with `follower`, to a node that only reads where there
 * is none for a while.
 */
export const connectEventStoreDB = (url: string, { follower = false } = {}): EventStoreDBConnection => {
  const client = EventStoreDBClient.connectionString(url);
  const cluster = clusterOf(url);
  const channel = keepChannel(client, async (told) =>
    cluster
      ? findNode(told ? { ...cluster, seeds: [...cluster.seeds, told] } : cluster, { follower })
      : (told ?? onlyNodeOf(url)),
  );
  return {
    client,
    credentials: credentialsOf(url),
    suspect: () => {
      const used = channel.inUse();
      return () => used && channel.leave(used);
    },
    onLeft: channel.onLeft,
    close: async () => {
      await client.dispose();
      // The client leaves its connection open; where there is none, looking for one may take for ever.
      const open = await Promise.race([channel.current(), delay(1_000, null)]).catch(() => null);
      open?.close();
    },
  };
};

/** Without a user the server must ask for none, and ignores who is named. */
const credentialsOf = (url: string) => {
  const [, username = '', password = ''] = /^esdb(?:\+discover)?:\/\/([^:/?]+):([^@]+)@/.exec(url) ?? [];
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
};

/**
 * All that a read gives. The client's reads have no deadline: one that is silent for so many milliseconds is given up,
 * and with it the node that was to answer.
 */
export const collect = <Event>(
  { client, suspect }: Pick<EventStoreDBConnection, 'client' | 'suspect'>,
  open: (client: EventStoreDBClient) => StreamingRead<Event>,
  patience: number,
): Promise<Event[]> =>
  new Promise((resolve, reject) => {
    const found: Event[] = [];
    const leave = suspect();
    const stream = open(client);
    const timer = setTimeout(() => {
      stream.cancel().catch(() => undefined);
      leave();
      reject(new EventStoreUnavailable('a read was not answered in time'));
    }, patience);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      settle();
    };
    stream.on('data', (event) => {
      found.push(event);
      timer.refresh();
    });
    stream.on('end', () => end(() => resolve(found)));
    // Stays for good: an error that comes after the end has to be heard too.
    stream.on('error', (error) => end(() => reject(error)));
    stream.on('close', () => end(() => reject(new EventStoreUnavailable('a read was broken off'))));
  });

const passing = [
  UnavailableError,
  DeadlineExceededError,
  TimeoutError,
  CancelledError,
  NotLeaderError,
  UnknownError,
  EventStoreUnavailable,
  TooSlow,
];

/** Whether the server said nothing, in which case another node may be better. */
export const isSilence = (error: unknown): boolean =>
  error instanceof DeadlineExceededError || error instanceof TooSlow;

/** Whether the same call may succeed later: the server was not heard, or not one that could decide. */
const isPassing = (error: unknown): boolean => passing.some((kind) => error instanceof kind);

/** What kind of failure it was, for logs. */
export const kindOf = (error: unknown): string =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' ? error.type : codeOf(error);

/** What calls are allowed to take. */
export type Patience = {
  /** Milliseconds without an answer before one try counts as unanswered. */
  readonly call: number;
  /** How often something is tried. */
  readonly tries: number;
  /** Milliseconds between tries. */
  readonly pause: number;
};

/**
 * Tries until it is answered, as long as the failure may pass; then throws {@link EventStoreUnavailable}. What was
 * tried may have been done every time, so it must be safe to repeat.
 */
export const persistently = async <T>(
  what: string,
  { tries, pause }: Patience,
  attempt: () => Promise<T>,
): Promise<T> => {
  for (let turn = 1; ; turn += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof AccessDeniedError)
        throw new EventStoreRefused('EventStoreDB refuses the user of EVENTSTORE_URL', { cause: error });
      if (!isPassing(error)) throw error;
      if (turn >= tries) throw new EventStoreUnavailable(`${what} failed`, { cause: error });
    }
    await delay(pause * turn);
  }
};
