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
import { codeOf } from '../logging/log.ts';
import { TooSlow } from '../async/within.ts';
import { keepChannel } from './eventstoredb-channel.ts';
import { clusterOf, findNode, onlyNodeOf } from './eventstoredb-discovery.ts';
import { EventStoreRefused, EventStoreUnavailable } from './port.ts';

export type EventStoreDBConnection = {
  readonly client: EventStoreDBClient;
  /**
   * User and password, sent with every call: appends with credentials do not use the client's batch
   * path, which has no deadline.
   */
  readonly credentials: { readonly username: string; readonly password: string };
  /**
   * Call this before a request. Returns a function that abandons the node that was in use then, for
   * requests without an answer.
   */
  suspect(): () => void;
  /** Calls the listener when the node is replaced. Returns a function that removes it. */
  onLeft(listener: () => void): () => void;
  close(): Promise<void>;
};

/**
 * Connects on first use. In a cluster, calls go to the leader; with `follower`, to a read-only node if there is no
 * leader for a while.
 */
export const connectEventStoreDB = (url: string, { follower = false } = {}): EventStoreDBConnection => {
  const client = EventStoreDBClient.connectionString(url);
  const cluster = clusterOf(url);
  const channel = keepChannel(client, async (leader) =>
    cluster
      ? findNode(leader ? { ...cluster, seeds: [...cluster.seeds, leader] } : cluster, { follower })
      : (leader ?? onlyNodeOf(url)),
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
      // The client's `dispose` never closes its connection. Without an open connection, opening one
      // may take for ever.
      const open = await Promise.race([channel.current(), delay(1_000, null)]).catch(() => null);
      open?.close();
    },
  };
};

/** A server without authentication ignores the user. */
const credentialsOf = (url: string) => {
  const [, username = '', password = ''] = /^esdb(?:\+discover)?:\/\/([^:/?]+):([^@]+)@/.exec(url) ?? [];
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
};

/**
 * Returns the results of a read. The client's reads have no deadline: after `patience` ms without
 * data, the read and its node are abandoned.
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
    // Never removed: an error event after the end would be unhandled otherwise.
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

/** Returns whether the server did not answer, so that another node may be better. */
export const isSilence = (error: unknown): boolean =>
  error instanceof DeadlineExceededError || error instanceof TooSlow;

/** Whether a repeat of the call may succeed: no answer, or a node that cannot decide. */
const isPassing = (error: unknown): boolean => passing.some((kind) => error instanceof kind);

export const kindOf = (error: unknown): string =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' ? error.type : codeOf(error);

/** Timeouts and retries of calls. */
export type Patience = {
  /** Timeout of one attempt, in ms. */
  readonly call: number;
  /** Attempts. */
  readonly tries: number;
  /** Pause between attempts, in ms. */
  readonly pause: number;
};

/**
 * Retries temporary failures, then throws {@link EventStoreUnavailable}. Every attempt may have succeeded, so the
 * call must be idempotent.
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
