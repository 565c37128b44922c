import { openBus } from '@visita/platform/bus/open';
import { runService } from '@visita/platform/service';
import { createProjector } from './service.ts';

await runService({
  name: 'projector',
  env: process.env,
  build: async ({ foundation, leading }) => {
    const { config, store, database, log, metrics, tracer } = foundation;
    const bus = openBus(config, log);
    return {
      parts: [leading('projector', () => createProjector({ store, database, bus, log, metrics, tracer }))],
      closing: [bus],
    };
  },
});
