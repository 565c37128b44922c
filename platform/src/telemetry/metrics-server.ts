import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../logging/log.ts';
import type { Prometheus } from './prometheus.ts';

/**
 * Serves `GET /metrics` on its own listener: metrics are for operators, and must be available when the product's
 * listener refuses. Rejects if it cannot listen.
 */
export const serveMetrics = async (
  prometheus: Pick<Prometheus, 'expose' | 'contentType'>,
  { host, port, log }: { host: string; port: number; log: Pick<Log, 'error'> },
): Promise<{ port: number; close(): Promise<void> }> => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    prometheus.expose().then(
      (text) => response.writeHead(200, { 'content-type': prometheus.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'cannot serve metrics');
        response.writeHead(500).end();
      },
    );
  });
  server.listen(port, host);
  // Rejects on errors such as a port in use.
  await once(server, 'listening').catch((error: unknown) => {
    throw new Error(`Metrics cannot be served at ${host}:${port}. Choose another METRICS_PORT.`, {
      cause: error,
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
