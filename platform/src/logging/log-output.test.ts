import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLogOutput } from './log-output.ts';

/** An output that takes lines, blocks, or fails as a full disk does. */
const outputThat = (manner: { how: 'takes' | 'holds' | 'fails' }) => {
  const taken: string[] = [];
  const output = new Writable({
    autoDestroy: false,
    emitClose: false,
    decodeStrings: false,
    write: (line: string, _encoding, done) => {
      if (manner.how === 'takes') taken.push(line);
      if (manner.how !== 'holds') done(manner.how === 'fails' ? new Error('ENOSPC') : null);
    },
  });
  return { output: output as unknown as Parameters<typeof createLogOutput>[0], taken };
};

it('drops and counts lines that are not read, and still ends in time', async () => {
  const log = createLogOutput(outputThat({ how: 'holds' }).output);
  const line = 'x'.repeat(1_000_000);
  for (let written = 0; written < 10; written += 1) log.write(line);
  expect(log.dropped()).toBe(5);
  await log.settled(10);
});

const logger = `
  import { createLogger, logOutput } from '${new URL('./logger.ts', import.meta.url).pathname}';
  const log = createLogger({ level: 'info', name: 'test' });
  setInterval(() => { for (let line = 0; line < 100; line += 1) log.info({ text: 'x'.repeat(1000) }, 'line'); }, 1);
  setInterval(() => process.stderr.write('alive ' + logOutput.dropped() + '\\n'), 50);
  process.on('SIGTERM', () => void logOutput.settled(200).then(() => process.exit(0)));`;

/** Starts a process that logs endlessly to an output that is not read or is full. */
const startLogging = (stdout: 'pipe' | 'full') => {
  const arguments_ = ['--input-type=module-typescript', '-e', logger];
  const child =
    stdout === 'pipe'
      ? spawn(process.execPath, arguments_, { stdio: ['ignore', 'pipe', 'pipe'] })
      : spawn('sh', ['-c', 'exec "$0" "$@" > /dev/full', process.execPath, ...arguments_], {
          stdio: ['ignore', 'ignore', 'pipe'],
        });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return { child, dropped: () => Number(/alive (\d+)\n$/.exec(said)?.[1] ?? 0) };
};

it.each(['pipe', 'full'] as const)(
  'a process whose log is a blocked %s continues, and ends at SIGTERM',
  async (stdout) => {
    const { child, dropped } = startLogging(stdout);
    await expect.poll(dropped, { timeout: 30_000 }).toBeGreaterThan(100);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  },
  60_000,
);
