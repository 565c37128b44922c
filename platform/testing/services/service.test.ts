import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { eventStoreKind, redisKind } from './kinds.ts';
import { hasBinary, startService } from './service.ts';

it('refuses a double if a real server is required', async () => {
  const env = { REQUIRE_EVENTSTORE: '1' };
  const outcome = await startService(eventStoreKind, env).then(
    async ({ what, stop }) => {
      await stop();
      return what;
    },
    (error: Error) => error.message,
  );
  expect(outcome).not.toContain('double');
}, 60_000);

it('names the server without its user', async () => {
  const url = 'esdb://admin:secret@one:2113?tls=true';
  const service = await startService(eventStoreKind, { EVENTSTORE_URL: url });
  expect(service).toMatchObject({ url, what: 'esdb://one:2113?tls=true' });
});

const reaches = async (url: string): Promise<boolean> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const reached = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return reached;
};

it.skipIf(!hasBinary(redisKind))(
  'leaves neither server nor data behind if its parent is killed',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'visita-services-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const starter = spawn(process.execPath, [join(import.meta.dirname, 'start-redis.ts')], {
      env: { ...process.env, TMPDIR: directory },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void starter.kill('SIGKILL'));
    const [url] = (await once(createInterface(starter.stdout), 'line')) as [string];
    expect(await reaches(url)).toBe(true);
    expect(await readdir(directory)).toHaveLength(1);
    starter.kill('SIGKILL');
    await expect.poll(() => reaches(url), { timeout: 30_000 }).toBe(false);
    await expect.poll(() => readdir(directory), { timeout: 30_000 }).toEqual([]);
  },
);
