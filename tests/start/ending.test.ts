import { mkdir, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processesIn, signal } from '@visita/platform/postgres/running-process';
import { createClient, succeed } from '../support/http.ts';
import { registerPro } from '../support/http-practice.ts';
import { start, type Started, temporaryDirectory } from './product.ts';

describe('the product started by npm', () => {
  const endsOn = async (name: NodeJS.Signals, who: 'npm' | 'node' = 'npm'): Promise<Started> => {
    const started = await start();
    await started.ready();
    signal(who === 'npm' ? started.child.pid! : await started.product(), name);
    await started.gone();
    return started;
  };
  const comesBack = async ({ varDirectory }: Started) =>
    (await start({ environment: { VAR_DIRECTORY: varDirectory } })).ready();

  it('prints its address and the next step, and stops when npm does', async () => {
    const { output, port } = await endsOn('SIGTERM');
    const address = `http://localhost:${port}`;
    expect(output()).toMatch(/\/dev\/mail\n\n$/);
    expect(output()).toContain(`Visita is ready at ${address}\n`);
    expect(output()).toMatch(new RegExp(`Create an account +${address}/signup\n`));
    expect(output()).toMatch(/Fill a demo +npm run seed\n/);
    expect(output(), 'no log').not.toContain('"level"');
  }, 600_000);

  it.each([
    ['npm', 'SIGTERM'],
    ['npm', 'SIGHUP'],
    ['npm', 'SIGKILL'],
    ['node', 'SIGTERM'],
    ['node', 'SIGHUP'],
  ] as const)(
    'stops when %s gets %s, and starts again',
    { tags: ['release'], timeout: 600_000 },
    async (who, name) => comesBack(await endsOn(name, who)),
  );

  it('stops its database when it is killed', { tags: ['release'], timeout: 600_000 }, async () => {
    const started = await start();
    await started.ready();
    signal(await started.product(), 'SIGKILL');
    await started.gone();
  });
});

/** Milliseconds after a kill until nothing is left, or the database is running again. */
const bound = 10_000;

describe('kills', () => {
  const client = (port: number) => createClient(`http://127.0.0.1:${port}`);
  const isKept = async (port: number, email: string) =>
    succeed(client(port).call('logIn', { body: { email, password: 'secret123' } }));

  it.each(['npm', 'node'] as const)(
    'leaves no process ten seconds after %s was killed, and loses no acknowledged write',
    { tags: ['release'], timeout: 600_000 },
    async (victim) => {
      const started = await start();
      await started.ready();
      const { email } = await registerPro(client(started.port), victim);
      signal(victim === 'npm' ? started.child.pid! : await started.product(), 'SIGKILL');
      await started.gone(bound);
      const again = await start({ environment: { VAR_DIRECTORY: started.varDirectory } });
      await again.ready();
      await isKept(again.port, email);
    },
  );

  it(
    'restarts a killed database within ten seconds, with all acknowledged writes',
    { tags: ['release'], timeout: 600_000 },
    async () => {
      const started = await start();
      await started.ready();
      const { email } = await registerPro(client(started.port), 'postgres');
      const [former, killed] = [await started.postmaster(), Date.now()];
      signal(former, 'SIGKILL');
      await expect.poll(() => started.postmaster().catch(() => former), { timeout: bound }).not.toBe(former);
      const isReady = () => fetch(`http://127.0.0.1:${started.port}/api/health/ready`).then(({ ok }) => ok);
      await expect.poll(isReady, { timeout: bound, interval: 100 }).toBe(true);
      expect(Date.now() - killed).toBeLessThan(bound);
      await isKept(started.port, email);
    },
  );
});

const byNode = { command: [process.execPath, 'bin/start.ts'] };

describe('the embedded database of a product', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGKILL'] as const)(
    'runs again after %s from outside',
    { tags: ['release'], timeout: 600_000 },
    async (name) => {
      const started = await start(byNode);
      await started.ready();
      const former = await started.postmaster();
      signal(former, name);
      await expect.poll(() => started.postmaster().catch(() => former), { timeout: 60_000 }).not.toBe(former);
      await started.ready();
      signal(await started.product(), 'SIGTERM');
      await started.gone();
    },
  );

  it('does not outlive a product that fails to start', async () => {
    const varDirectory = await temporaryDirectory();
    await mkdir(join(varDirectory, 'secrets'));
    await writeFile(join(varDirectory, 'secrets/master.key'), 'short');
    const started = await start({ ...byNode, environment: { VAR_DIRECTORY: varDirectory } });
    expect(await once(started.child, 'exit')).toEqual([1, null]);
    expect(started.output()).toContain('does not hold 32 bytes');
    const left = () => processesIn(join(varDirectory, 'postgres/data'));
    await expect.poll(left, { timeout: 60_000 }).toEqual([]);
  }, 600_000);
});
