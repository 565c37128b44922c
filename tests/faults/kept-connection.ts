import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Send } from '../support/http.ts';

/** Outcome of a request; `at` and `begun` are milliseconds of this process's clock. */
export type Ending = {
  readonly begun: number;
  readonly at: number;
  /** True if the connection had carried an earlier request. */
  readonly reused: boolean;
} & (
  | { readonly answered: true; /** True if the response has `Connection: close`. */ readonly last: boolean }
  | {
      readonly answered: false;
      /** True if part of the response had arrived. */ readonly begunAnswer: boolean;
      readonly code: string;
    }
);

/** Returns a `fetch` over one keep-alive connection that records the outcome of each request. */
export const createKeptConnection = (endings: Ending[]): Send => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return async (url, { method, headers, body }) => {
    const begun = performance.now();
    const sent = request(url, { method, headers, agent });
    let begunAnswer = false;
    const end = (
      ending: { answered: true; last: boolean } | { answered: false; begunAnswer: boolean; code: string },
    ) => endings.push({ begun, at: performance.now(), reused: sent.reusedSocket, ...ending });
    try {
      const answer = Promise.withResolvers<IncomingMessage>();
      sent.on('response', answer.resolve).on('error', answer.reject).end(body);
      const response = await answer.promise;
      begunAnswer = true;
      const content = await text(response);
      if (!response.complete) throw new Error('the answer is cut off');
      end({ answered: true, last: response.headers.connection === 'close' });
      return {
        status: response.statusCode ?? 0,
        headers: { get: (name) => [response.headers[name]].flat()[0] ?? null },
        json: async () => JSON.parse(content) as unknown,
      };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? String(error);
      end({ answered: false, begunAnswer, code });
      // As fetch does without a response.
      throw new TypeError('no answer', { cause: error });
    }
  };
};
