import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Send } from '../support/http.ts';

/** How one request ended; `at` and `begun` in milliseconds of this process's clock. */
export type Ending = {
  readonly begun: number;
  readonly at: number;
  /** Over a connection that had carried a request before. */
  readonly reused: boolean;
} & (
  | { readonly answered: true; /** The server said that it closes the connection. */ readonly last: boolean }
  | {
      readonly answered: false;
      /** Some of an answer had come. */ readonly begunAnswer: boolean;
      readonly code: string;
    }
);

/** A `fetch` over one connection that is kept as long as the server wants, and writes down how each request ended. */
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
      // As fetch does where nobody answers.
      throw new TypeError('no answer', { cause: error });
    }
  };
};
