import { openBus } from '@visita/platform/bus/open';
import { createBackupFigures } from '@visita/platform/runtime/backup-standing';
import { createSealing } from '@visita/platform/runtime/sealing';
import { combine } from '@visita/platform/runtime/lifecycle';
import { runService } from '@visita/platform/runtime/service';
import { servicePurposes } from '@visita/platform/vault/service-purposes';
import { lanesOn } from './lanes/lanes.ts';
import { createProjector } from './service.ts';

await runService({
  name: 'projector',
  env: process.env,
  purposes: servicePurposes.projector,
  build: async ({ foundation, asLeader }) => {
    const { config, store, database, keys, log, metrics, tracer } = foundation;
    const lanes = lanesOn(config, { database, keys });
    const bus = await openBus(config, log);
    const projector = () =>
      createProjector({ store, database, bus, log, metrics, tracer, ...(lanes && { lanes }) });
    const leading = () => combine([projector(), createSealing(foundation), createBackupFigures(foundation)]);
    return {
      parts: [asLeader('projector', leading)],
      closing: [bus],
    };
  },
});
