import type { Server } from 'node:http';
import { promisify } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Timeouts in ms. */
export type ClosingOptions = {
  /** Time for clients to leave before the server stops listening; 500 by default. */
  grace?: number;
  /** Time for running requests after that; 10,000 by default. */
  patience?: number;
};

const look = 20;

/**
 * Makes `close` wait for running requests. At first, for a moment, every answer has `Connection:
 * close` while new requests are still answered: a kept connection that is closed immediately would
 * lose a request on its way. Then the server stops listening and waits for running requests. After
 * the timeout, remaining connections are cut off, because Node no longer limits slow senders.
 * Returns a function that tells whether closing has begun.
 */
export const closeGently = (
  app: FastifyInstance,
  { grace = 500, patience = 10_000 }: ClosingOptions = {},
): (() => boolean) => {
  let closing = false;
  let cutting: NodeJS.Timeout | undefined;
  // Fastify adds the header to later requests only.
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

/** Waits until all connections are closed, or the time is up. */
const leaving = async (server: Server, grace: number): Promise<void> => {
  const connections = promisify(server.getConnections.bind(server));
  const end = performance.now() + grace;
  while (server.listening && performance.now() < end && (await connections()) > 0) await delay(look);
};
