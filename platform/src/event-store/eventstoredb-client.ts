import { setTimeout as delay } from 'node:timers/promises';
import {
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
import { guardRefusals } from './eventstoredb-refusals.ts';
import { EventStoreUnavailable } from './port.ts';

/** One connection to EventStoreDB. */
export type EventStoreDBConnection = {
  readonly client: EventStoreDBClient;
  /** Of every call. They keep appends off the client's batch path, which has no deadline. */
  readonly credentials: { readonly username: string; readonly password: string };
  close(): Promise<void>;
};

type Internals = {
  handleError(client: unknown, error: Error): Promise<void>;
  getChannel(): Promise<{ close(): void }>;
  createGRPCClient<Client>(kind: GrpcClient<Client>): Promise<Client>;
};

type GrpcClient<Client> = new (address: null, credentials: null, options: object) => Client;

/**
 * Connects when first used. The client looks for another node by itself after an error, and leaves the promise of that
 * alone: where the whole cluster is gone, it would end the process as an unhandled rejection.
 */
export const connectEventStoreDB = (url: string): EventStoreDBConnection => {
  const client = EventStoreDBClient.connectionString(url);
  const internals = client as unknown as Internals;
  const reconnect = internals.handleError;
  internals.handleError = (failed, error) => reconnect(failed, error).catch(() => undefined);
  internals.createGRPCClient = async (Kind) => {
    const channelOverride = await internals.getChannel();
    return new Kind(null, null, { channelOverride, interceptors: [guardRefusals] });
  };
  return {
    client,
    credentials: credentialsOf(url),
    close: async () => {
      await client.dispose();
      // The client leaves its connection open; where there is none, looking for one may take for ever.
      const channel = await Promise.race([internals.getChannel(), delay(1_000, null)]).catch(() => null);
      channel?.close();
    },
  };
};

/** Without a user the server must ask for none, and ignores who is named. */
const credentialsOf = (url: string) => {
  const [, username = '', password = ''] = /^esdb(?:\+discover)?:\/\/([^:/?]+):([^@]+)@/.exec(url) ?? [];
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
};

/**
 * All that a read gives. The client's reads have no deadline: one that is silent for so many milliseconds is given up.
 */
export const collect = <Event>(open: () => StreamingRead<Event>, patience: number): Promise<Event[]> =>
  new Promise((resolve, reject) => {
    const found: Event[] = [];
    const stream = open();
    const timer = setTimeout(() => {
      stream.cancel().catch(() => undefined);
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

/** Whether the same call may succeed later: the server was not heard, or not one that could decide. */
const isPassing = (error: unknown): boolean =>
  passing.some((kind) => error instanceof kind) ||
  // The client has no class for a cluster of which nobody answers.
  (error instanceof Error && error.message.startsWith('Failed to discover'));

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
      if (!isPassing(error)) throw error;
      if (turn >= tries) throw new EventStoreUnavailable(`${what} failed`, { cause: error });
    }
    await delay(pause * turn);
  }
};
