import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../machine/free-port.ts';

const main = pathToFileURL(join(import.meta.dirname, 'main.ts')).href;

/** A process that stops in the given way on a signal. */
const running = async (stop: string, signal: NodeJS.Signals = 'SIGTERM') => {
  const directory = await mkdtemp(join(tmpdir(), 'visita-main-'));
  const file = join(directory, 'main.mjs');
  const start = `async () => ({ stop: async () => { ${stop} } })`;
  const options = `{ name: 'test', env: process.env, start: ${start}, ready: () => ['ready'] }`;
  await writeFile(
    file,
    `import { runMain } from '${main}';\nawait runMain(${options});\nsetInterval(() => {}, 1e6);`,
  );
  const env = { ...process.env, PORT: String(await freePort()), VAR_DIRECTORY: directory };
  const child: ChildProcess = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output, { timeout: 30_000 }).toContain('ready');
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code] = (await exited) as [number | null];
  return { code, output };
};

it('exits with code 0 after it has stopped, despite unhandled rejections meanwhile', async () => {
  const stop = `void Promise.reject(new Error('left')); await new Promise((end) => setTimeout(end, 50));`;
  const { code, output } = await running(stop);
  expect(code).toBe(0);
  expect(output).toContain('unhandled rejection while stopping');
});

it.each(['SIGINT', 'SIGHUP'] as const)('also exits when a terminal sends %s', async (signal) => {
  expect((await running('', signal)).code).toBe(0);
});

it('exits with code 1 if stopping fails', async () => {
  const { code, output } = await running(`throw new Error('broken');`);
  expect(code).toBe(1);
  expect(output).toContain('did not stop cleanly');
});
