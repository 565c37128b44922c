import { fileURLToPath } from 'node:url';
import { proxyServices } from '@visita/platform/http/service-proxy';
import { servePages } from '@visita/query-service/pages/pages';
import { createHttpServer } from '@visita/platform/http/server';
import { createUpstreams } from '@visita/platform/http/upstreams';
import { runMain } from '@visita/platform/runtime/main';

const webDirectory = fileURLToPath(new URL('../web/dist', import.meta.url));

await runMain({
  name: 'gateway',
  env: process.env,
  uses: ['links', 'addresses'],
  start: async ({ config, log, telemetry }) => {
    const app = createHttpServer({ config, log, metrics: telemetry.metrics });
    const { command, query, notifier } = config.upstreams;
    const upstreams = {
      command: createUpstreams({ urls: command, log }),
      query: createUpstreams({ urls: query, log }),
      notifier: createUpstreams({ urls: notifier, log }),
    };
    await proxyServices(app, upstreams, telemetry.tracer);
    await servePages(app, { directory: webDirectory, config });
    await app.listen({ host: config.host, port: config.port });
    return { stop: () => app.close() };
  },
  ready: ({ publicOrigin }) => [`Visita is ready at ${publicOrigin}`],
});
