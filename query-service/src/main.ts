import { createProjectedPosition } from '@visita/read-model/projected';
import { runService } from '@visita/platform/runtime/service';
import { servicePurposes } from '@visita/platform/vault/service-purposes';
import { serveQueries } from './compose.ts';

await runService({
  name: 'query-service',
  env: process.env,
  purposes: servicePurposes['query-service'],
  uses: ['links', 'addresses'],
  build: async ({ foundation, app, guards }) => {
    const queries = serveQueries(foundation, { app, guards, projected: createProjectedPosition(foundation) });
    await queries.start();
    // Running reads may still wait for the read models.
    return { closing: [{ close: () => queries.stop() }] };
  },
});
