import { openBus } from '@visita/platform/bus/open';
import { createSealing } from '@visita/platform/runtime/sealing';
import { together } from '@visita/platform/runtime/lifecycle';
import { runService } from '@visita/platform/runtime/service';
import { createProjector } from './service.ts';

await runService({
  name: 'projector',
  env: process.env,
  build: async ({ foundation, leading }) => {
    const { config, store, database, log, metrics, tracer } = foundation;
    const bus = await openBus(config, log);
    const projector = () => createProjector({ store, database, bus, log, metrics, tracer });
    return {
      parts: [leading('projector', () => together([projector(), createSealing(foundation)]))],
      closing: [bus],
    };
  },
});
