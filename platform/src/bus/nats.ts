import { setTimeout as delay } from 'node:timers/promises';
import type { Notice } from '@visita/contracts/notice';
import { connect, Events, type JetStreamClient, type NatsConnection } from 'nats';
import { codeOf, type Log } from '../logging/log.ts';
import { within } from '../async/within.ts';
import { retry } from '../async/retry.ts';
import { followNotices } from './nats-group.ts';
import type { Bus } from './port.ts';
import { ensureStream, subjectOf } from './nats-stream.ts';

export type NatsBusOptions = {
  /** Comma-separated servers; the first one contains the token, or user and password. */
  url: string;
  log: Log;
  /** Name of the JetStream stream; one per product. */
  stream?: string;
  /** Ms before each retry of a failed notice; after the last retry it is dropped. */
  retries?: readonly number[];
  /** Timeout of publishing in ms; 5,000 by default. */
  patience?: number;
};

type Connected = { readonly connection: NatsConnection; readonly jetstream: JetStreamClient };

const usualRetries = [50, 250, 1000, 5000];
const reconnectPause = 500;

/**
 * Creates the bus of several machines: a JetStream stream, and a durable pull consumer per group.
 * NATS may be down at the start and at any other time: meanwhile publishing fails, and lost notices
 * can be read from the event store.
 */
export const createNatsBus = (options: NatsBusOptions): Bus => {
  const { url, log, stream = 'visita', retries = usualRetries, patience = 5_000 } = options;
  const closing = new AbortController();
  const groups = new Map<string, { readonly ready: Promise<void>; stop(): Promise<void> }>();
  const connected = open({ url, log, stream, signal: closing.signal });
  connected.catch(() => undefined);

  const publish = async (notices: readonly Notice[]): Promise<void> => {
    const { jetstream } = await connected;
    // The subscriptions of this process must receive everything published after them.
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

/** Connects, without a timeout; afterwards the client reconnects by itself. */
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
      // Otherwise the client captures a stack for every message, half of the cost of publishing.
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
      // The server's streams are not ready. The connection is closed, because it would stay open
      // beside the next one.
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

/** The client ignores credentials in addresses. */
const credentialsIn = (url: string) => {
  const { username, password } = new URL(url.split(',')[0] ?? url);
  const [user, pass] = [username, password].map(decodeURIComponent);
  if (!user) return {};
  return pass ? { user, pass } : { token: user };
};

/** A server that restarts may have lost its stream. */
const watch = async (connection: NatsConnection, stream: string, log: Log): Promise<void> => {
  for await (const { type } of connection.status()) {
    if (type === Events.Disconnect) log.warn({}, 'lost the connection to NATS');
    if (type === Events.Reconnect) {
      await ensureStream(connection, stream).catch((error: unknown) =>
        log.warn({ code: codeOf(error) }, 'cannot update the stream of notices'),
      );
    }
  }
};
