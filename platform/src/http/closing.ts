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
 * Makes `close` cut off no running request. First, for a moment, every answer has `Connection: close` while new
 * requests are still answered: a kept connection closed at once would lose a request on its way. Then the server
 * stops listening and running requests end. The rest is cut off after the timeout, because Node no longer limits slow
 * senders. Returns a function that tells whether closing has begun.
 */
export const closeGently = (
  app: FastifyInstance,
  { grace = 500, patience = 10_000 }: ClosingOptions = {},
): (() => boolean) => {
  let closing = false;
  let cutting: NodeJS.Timeout | undefined;
  // Fastify adds it to later requests only.
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
