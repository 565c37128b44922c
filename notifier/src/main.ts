import { openBus } from '@visita/platform/bus/open';
import { openJobs } from '@visita/platform/jobs/open';
import { createProjectedPosition } from '@visita/read-model/projected';
import { runService } from '@visita/platform/runtime/service';
import { servicePurposes } from '@visita/platform/vault/service-purposes';
import { createNotifier } from './service.ts';

await runService({
  name: 'notifier',
  env: process.env,
  purposes: servicePurposes.notifier,
  uses: ['mail', 'links', 'addresses'],
  build: async ({ foundation, app, asLeader }) => {
    const { config, database, log, metrics, tracer } = foundation;
    const bus = await openBus(config, log);
    const jobs = await openJobs({
      redisUrl: config.redisUrl,
      databaseUrl: database.url,
      log,
      metrics,
      tracer,
    });
    const projected = createProjectedPosition(foundation);
    const notifier = createNotifier({ ...foundation, app, bus, jobs, projected });
    return {
      parts: [projected, notifier.serving, asLeader('watching', notifier.processes)],
      closing: [jobs, bus],
    };
  },
});
