import { createHash } from 'node:crypto';
import type { Log } from '../logging/log.ts';
import { repeat } from '../async/retry.ts';

/** The replicas of a service and their availability. */
export type Upstreams = {
  /** Returns the next available replica that is not in `tried`; null if none is left. */
  next(tried: ReadonlySet<string>): string | null;
  /** Returns the same replica for a client as long as it is available: long polling must return to where it began. */
  sticky(client: string): string;
  /** Marks a replica as unavailable until it answers a check. */
  failed(url: string): void;
  /** Starts health checks, until `stop`. */
  start(): void;
  stop(): Promise<void>;
};

type UpstreamsOptions = {
  urls: readonly string[];
  log: Log;
  /** Ms between two checks; 1,000 by default. */
  interval?: number;
};

const lookPatience = 2_000;

/** Keeps the availability of replicas. If none is available, all are tried, in case the checks are wrong. */
const createHealth = ({ urls, log }: Pick<UpstreamsOptions, 'urls' | 'log'>) => {
  const down = new Set<string>();

  const candidates = (): readonly string[] =>
    down.size < urls.length ? urls.filter((url) => !down.has(url)) : urls;

  const mark = (url: string, answers: boolean): void => {
    if (answers === !down.has(url)) return;
    log.warn({ upstream: url, answers }, answers ? 'an upstream is back' : 'an upstream does not answer');
    if (answers) down.delete(url);
    else down.add(url);
  };

  const look = async (url: string): Promise<void> => {
    try {
      const answer = await fetch(new URL('/api/health/ready', url), {
        signal: AbortSignal.timeout(lookPatience),
      });
      await answer.body?.cancel();
      mark(url, answer.ok);
    } catch {
      mark(url, false);
    }
  };
  return { candidates, mark, look };
};

export const createUpstreams = ({ urls, log, interval = 1_000 }: UpstreamsOptions): Upstreams => {
  const { candidates, mark, look } = createHealth({ urls, log });
  const stopping = new AbortController();
  let turn = 0;
  let running: Promise<void> = Promise.resolve();

  return {
    next: (tried) => {
      const left = candidates().filter((url) => !tried.has(url));
      turn += 1;
      return left[turn % Math.max(1, left.length)] ?? null;
    },
    sticky: (client) => {
      const weight = (url: string) => createHash('sha256').update(`${client} ${url}`).digest('hex');
      const [best] = candidates().toSorted((one, other) => (weight(one) < weight(other) ? -1 : 1));
      if (best === undefined) throw new Error('no upstream is configured');
      return best;
    },
    failed: (url) => mark(url, false),
    start: () => {
      const onFailure = (error: unknown) => log.warn({ err: error }, 'cannot check the upstreams');
      running = repeat(() => Promise.all(urls.map(look)), {
        pause: interval,
        signal: stopping.signal,
        onFailure,
      });
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
