import type { Server } from 'node:http';
import { promisify } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Times of an end, in milliseconds. */
export type ClosingOptions = {
  /** How long clients are let go before the server stops listening; 500 by default. */
  grace?: number;
  /** How long the requests in hand may take from then on; 10,000 by default. */
  patience?: number;
};

const look = 20;

/**
 * Makes `close` of a server cut off nobody who is being served. First every answer asks its client to leave
 * (`Connection: close`) while new ones are still answered so, for a moment: a kept connection that is closed just when
 * its next request is on the way would lose it. Then the server stops listening and the requests in hand end. What has
 * not come in or gone out by then is cut off, since Node no longer times out who sends slowly. Answers whether the end
 * has begun.
 */
export const closeGently = (
  app: FastifyInstance,
  { grace = 500, patience = 10_000 }: ClosingOptions = {},
): (() => boolean) => {
  let closing = false;
  let cutting: NodeJS.Timeout | undefined;
  // Fastify asks only those who come later.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) void reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    closing = true;
    await leaving(app.server, grace);
    cutting = setTimeout(() => app.server.closeAllConnections(), patience);
  });
  app.addHook('onClose', async () => clearTimeout(cutting));
  return () => closing;
};

/** Waits until no connection is left, or the time is up. */
const leaving = async (server: Server, grace: number): Promise<void> => {
  const connections = promisify(server.getConnections.bind(server));
  const end = performance.now() + grace;
  while (server.listening && performance.now() < end && (await connections()) > 0) await delay(look);
};
