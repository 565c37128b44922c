import { setTimeout as delay } from 'node:timers/promises';
import type { Reply, Send } from '../../tests/support/http.ts';
import type { Attempt } from './journal.ts';

/** Timeout of one request, and of all attempts (ms). */
const answerLimit = 10_000;
const askLimit = 150_000;
const longestPause = 2_000;

/** Returns a `fetch` with a timeout, which records the result of each request. */
export const createPatientSend =
  (attempts: Attempt[]): Send =>
  async (url, request) => {
    const begun = Date.now();
    const end = (status: number) => attempts.push({ begun, ended: Date.now(), status });
    try {
      const response = await fetch(url, { ...request, signal: AbortSignal.timeout(answerLimit) });
      const body: unknown = await response.json();
      end(response.status);
      return { status: response.status, headers: response.headers, json: async () => body };
    } catch (error) {
      end(0);
      throw error;
    }
  };

const isFinal = ({ status, body }: Reply<object>): boolean =>
  status < 500 && status !== 429 && body.code !== 'idempotency-in-progress';

/** Repeats a request until it has a final answer, like a client with an idempotency key; null on timeout. */
export const persist = async <Body extends object>(
  ask: () => Promise<Reply<Body>>,
): Promise<Reply<Body> | null> => {
  const end = Date.now() + askLimit;
  for (let pause = 100; ; pause = Math.min(pause * 2, longestPause)) {
    const reply = await ask().catch(() => null);
    if (reply && isFinal(reply)) return reply;
    if (Date.now() > end) return null;
    await delay(pause);
  }
};
