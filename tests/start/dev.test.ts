import { expect, it } from 'vitest';
import { freePort } from '@visita/platform/machine/free-port';
import { signal } from '@visita/platform/postgres/running-process';
import { start } from './product.ts';

it(
  'serves the web from its sources in front of a server, and stops with npm',
  { tags: ['release'], timeout: 600_000 },
  async () => {
    const webPort = await freePort();
    const started = await start({
      command: ['npm', 'run', 'dev'],
      environment: { WEB_PORT: String(webPort) },
    });
    await started.ready();
    const ask = async (path: string) => (await fetch(`http://localhost:${webPort}${path}`)).text();
    expect(await ask('/')).toContain('/src/');
    // A changed file restarts the server.
    await expect.poll(() => ask('/api/health/ready'), { timeout: 120_000 }).toContain('"ok"');
    signal(started.child.pid!, 'SIGTERM');
    await started.gone();
  },
);
