import { fileURLToPath } from 'node:url';
import { serveFiles } from '@visita/platform/http/built-files';
import { openJobs } from '@visita/platform/jobs/open';
import { runService } from '@visita/platform/runtime/service';
import { servicePurposes } from '@visita/platform/vault/service-purposes';
import { openDesk } from './desk/compose.ts';

const directory = fileURLToPath(new URL('../../web/dist', import.meta.url));

await runService({
  name: 'operator',
  env: process.env,
  purposes: servicePurposes.operator,
  uses: ['links', 'addresses'],
  build: async ({ foundation, app, guards }) => {
    const { config, database, log } = foundation;
    const jobs = await openJobs({ redisUrl: config.redisUrl, databaseUrl: database.url, log });
    const open = await openDesk(foundation, { app, guards, jobs, directory });
    if (!open) throw new Error('The desk needs a token: set OPERATOR_TOKEN.');
    await serveFiles(app, directory);
    return { closing: [jobs] };
  },
});
