import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** One HTTP request; strings only, since it is sent to another process. */
export type ClientRequest = {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

export type Job = {
  address: string;
  /** Clients; each keeps its connection and sends one request after the other. */
  connections: number;
  /** Whole seconds. */
  seconds: number;
  /** Taken in order over all clients, and again from the start once used up. */
  requests: readonly ClientRequest[];
};

/**
 * Result of a load run: `rate` is successful answers per second, `p50` to `p99` are percentiles of their response times
 * in milliseconds.
 */
export type Load = {
  rate: number;
  p50: number;
  p95: number;
  p99: number;
  answered: number;
  refused: number;
  statuses: Record<string, number>;
  /** Requests taken from the list, including the unanswered ones at the end. */
  sent: number;
};

export type Clients = AsyncDisposable & { run(job: Job): Promise<Load> };

type Reply = { load: Load } | { error: string };

export const startClients = (): Clients => {
  const child = fork(join(import.meta.dirname, 'clients.process.ts'), { execArgv: [], stdio: 'inherit' });
  return {
    run: async (job) => {
      const answered = new AbortController();
      const { signal } = answered;
      child.send(job);
      const [reply] = (await Promise.race([
        once(child, 'message', { signal }),
        once(child, 'exit', { signal }).then(() => [{ error: 'the clients ended' }]),
      ])) as [Reply];
      answered.abort();
      if ('error' in reply) throw new Error(reply.error);
      return reply.load;
    },
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
};

/** Returns the shares of failed answers of several loads by status. */
export const refusedShares = (loads: readonly Load[]): Record<string, number> => {
  const all = loads.reduce((sum, { answered, refused }) => sum + answered + refused, 0);
  const counts: Record<string, number> = {};
  for (const [status, count] of loads.flatMap(({ statuses }) => Object.entries(statuses))) {
    if (Number(status) >= 300 && Number(status) !== 304) counts[status] = (counts[status] ?? 0) + count / all;
  }
  return counts;
};
