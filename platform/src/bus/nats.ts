import { setTimeout as delay } from 'node:timers/promises';
import type { Notice } from '@visita/contracts/notice';
import { connect, Events, type JetStreamClient, type NatsConnection } from 'nats';
import { codeOf, type Log } from '../logging/log.ts';
import { within } from '../async/within.ts';
import { retry } from '../async/retry.ts';
import { followNotices } from './nats-group.ts';
import type { Bus } from './port.ts';
import { ensureStream, subjectOf } from './nats-stream.ts';

/** How the bus of several machines behaves. */
export type NatsBusOptions = {
  /** Of the servers, separated by commas; the first one says who asks, by a token or by user and password. */
  url: string;
  log: Log;
  /** Name of the JetStream stream; one for a product. */
  stream?: string;
  /** Pauses in milliseconds before a failed notice is tried again; after the last one it is given up. */
  retries?: readonly number[];
  /** Milliseconds before publishing fails; 5,000 by default. */
  patience?: number;
};

type Connected = { readonly connection: NatsConnection; readonly jetstream: JetStreamClient };

const usualRetries = [50, 250, 1000, 5000];
const reconnectPause = 500;

/**
 * The bus of a product that runs on several machines: a JetStream stream, and a durable pull consumer for each group.
 * NATS may be absent at the start and at any time: publishing fails until it is back, and whatever it lost meanwhile
 * stands in the event store.
 */
export const createNatsBus = (options: NatsBusOptions): Bus => {
  const { url, log, stream = 'visita', retries = usualRetries, patience = 5_000 } = options;
  const closing = new AbortController();
  const groups = new Map<string, { readonly ready: Promise<void>; stop(): Promise<void> }>();
  const connected = open({ url, log, stream, signal: closing.signal });
  connected.catch(() => undefined);

  const publish = async (notices: readonly Notice[]): Promise<void> => {
    const { jetstream } = await connected;
    // A subscription of this process hears what is published after it.
    await Promise.all([...groups.values()].map(({ ready }) => ready));
    await Promise.all(
      notices.map((notice) =>
        jetstream.publish(subjectOf(stream), JSON.stringify(notice), { msgID: notice.id }),
      ),
    );
  };

  return {
    publish: (notices) => within(patience, publish(notices), 'publishing notices'),
    subscribe: (name, handler, missed = () => undefined) => {
      if (groups.has(name)) throw new Error(`${name} is subscribed already`);
      const group = followNotices({ connected, stream, name, handler, missed, log, retries });
      groups.set(name, group);
      return {
        stop: async () => {
          if (groups.get(name) === group) groups.delete(name);
          await group.stop();
        },
      };
    },
    close: async () => {
      await Promise.all([...groups.values()].map((group) => group.stop()));
      groups.clear();
      closing.abort();
      const open = await Promise.race([connected.catch(() => null), delay(0, null)]);
      await open?.connection.close();
    },
  };
};

/** Connects, however long that takes; from then on the client reconnects by itself. */
const open = async (options: {
  url: string;
  log: Log;
  stream: string;
  signal: AbortSignal;
}): Promise<Connected> => {
  const { url, log, stream, signal } = options;
  const attempt = async (): Promise<Connected> => {
    const connection = await connect({
      servers: url.split(','),
      ...credentialsIn(url),
      // A stack is kept for every message otherwise: half of what publishing takes.
      noAsyncTraces: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: reconnectPause,
      pingInterval: 5_000,
      maxPingOut: 2,
    });
    try {
      await ensureStream(connection, stream);
      signal.throwIfAborted();
    } catch (error) {
      // One that has no streams yet: left open, it would stay so beside the next one.
      await connection.close().catch(() => undefined);
      throw error;
    }
    void watch(connection, stream, log);
    return { connection, jetstream: connection.jetstream() };
  };
  return retry(attempt, {
    pause: reconnectPause,
    signal,
    onFailure: (error) => log.warn({ code: codeOf(error) }, 'cannot reach NATS, trying again'),
  });
};

/** The client does not look for them in addresses. */
const credentialsIn = (url: string) => {
  const { username, password } = new URL(url.split(',')[0] ?? url);
  const [user, pass] = [username, password].map(decodeURIComponent);
  if (!user) return {};
  return pass ? { user, pass } : { token: user };
};

/** A server that comes back may have lost its stream. */
const watch = async (connection: NatsConnection, stream: string, log: Log): Promise<void> => {
  for await (const { type } of connection.status()) {
    if (type === Events.Disconnect) log.warn({}, 'lost the connection to NATS');
    if (type === Events.Reconnect) {
      await ensureStream(connection, stream).catch((error: unknown) =>
        log.warn({ code: codeOf(error) }, 'cannot look after the stream of notices'),
      );
    }
  }
};
