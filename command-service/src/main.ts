import { registerCalls } from '@visita/platform/http/register';
import { runService } from '@visita/platform/runtime/service';
import { composeCommandService } from './compose.ts';

await runService({
  name: 'command-service',
  env: process.env,
  checks: ({ store }) => ({ 'event store': () => store.writable() }),
  build: async ({ foundation, app, guards, leading }) => {
    const commands = await composeCommandService(foundation);
    registerCalls(app, { ...commands, ...guards, service: 'command' });
    return { parts: [leading('processes', commands.processes)] };
  },
});
