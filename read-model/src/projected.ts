import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, type Log } from '@visita/platform/logging/log';
import type { Database } from '@visita/platform/postgres/connect';
import { createWakeUp } from '@visita/platform/event-store/wake-up';
import { listen } from '@visita/platform/event-store/listen';
import { beginning } from '@visita/platform/event-store/port';

export type ProjectedPosition = {
  /** Starts following; resolves once the position was read. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Last known position that every projection reached; never decreases. */
  current(): string;
  /** Resolves to true once the position is reached, to false after `timeout` ms. */
  reached(position: string, timeout: number): Promise<boolean>;
};

/** Polling interval (ms), in case a notification is lost. After a reconnect the position is read at once. */
const poll = 5_000;

/**
 * Follows the projector's commits by LISTEN `visita_projected`, whose payload is the position, and polls in
 * case a notification is lost.
 */
export const createProjectedPosition = (options: {
  database: Pick<Database, 'pool' | 'url'>;
  log: Log;
}): ProjectedPosition => {
  const { database, log } = options;
  const commits = createWakeUp();
  const changes = createWakeUp();
  const stopping = new AbortController();
  const { signal } = stopping;
  let position = beginning;
  let stopListening: (() => Promise<void>) | undefined;
  let running: Promise<void> = Promise.resolve();

  const arrive = (at: string): void => {
    if (at <= position) return;
    position = at;
    changes.wake();
  };

  const look = async (): Promise<void> => {
    try {
      arrive(await readPosition(database));
    } catch (error) {
      log.warn({ code: codeOf(error) }, 'cannot read the position of the read models, trying again');
      await delay(100, undefined, { signal }).catch(() => undefined);
    }
  };

  const follow = async (): Promise<void> => {
    while (!signal.aborted) {
      const seen = commits.count();
      await look();
      await commits.wait(seen, poll, signal);
    }
  };

  return {
    start: async () => {
      const onNotice = (at?: string) => (at ? arrive(at) : commits.wake());
      stopListening = listen(database.url, 'visita_projected', { heard: onNotice, log });
      await look();
      running = follow();
    },
    stop: async () => {
      stopping.abort();
      await stopListening?.();
      await running;
    },
    current: () => position,
    reached: async (wanted, timeout) => {
      const deadline = performance.now() + timeout;
      for (;;) {
        const seen = changes.count();
        if (position >= wanted) return true;
        const left = deadline - performance.now();
        if (left <= 0 || signal.aborted) return false;
        await changes.wait(seen, left, signal);
      }
    },
  };
};

const readPosition = async ({ pool }: Pick<Database, 'pool'>): Promise<string> => {
  const { rows } = await pool.query<{ position: string | null }>({
    name: 'projected-position',
    text: 'select min(position) as position from read.checkpoints',
  });
  return rows[0]?.position ?? beginning;
};
