import { requireDiskSpace } from '@visita/platform/machine/disk';
import { registerCalls } from '@visita/platform/http/register';
import { runService } from '@visita/platform/runtime/service';
import { servicePurposes } from '@visita/platform/vault/service-purposes';
import { createDeskProfessionals } from '@visita/read-model/clinic/desk';
import { composeCommandService } from './compose.ts';

await runService({
  name: 'command-service',
  env: process.env,
  purposes: servicePurposes['command-service'],
  uses: ['links', 'addresses'],
  checks: ({ store, config }) => ({
    'event store': () => store.writable(),
    // The directory of the erasure journal needs space.
    disk: () => requireDiskSpace([config.varDirectory]),
  }),
  deskProfessionals: ({ database }) => createDeskProfessionals(database.pool),
  build: async ({ foundation, app, guards, asLeader }) => {
    const commands = await composeCommandService(foundation);
    registerCalls(app, { ...commands, ...guards, service: 'command' });
    return { parts: [asLeader('processes', commands.processes)] };
  },
});
