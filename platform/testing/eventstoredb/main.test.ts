import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { createEventStoreDBEventStore } from '../../src/event-store/eventstoredb.ts';
import { silent } from '../database.ts';
import { someEvent, someStream } from '../events.ts';

const start = async (...options: readonly string[]) => {
  const main = join(import.meta.dirname, 'main.ts');
  const child = spawn(process.execPath, [main, ...options], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  return { child, url: /esdb:\S+/.exec(line)?.[0] ?? line };
};

it.each<[string, string[], (child: ChildProcess) => unknown]>([
  ['it gets SIGTERM', [], (child) => child.kill('SIGTERM')],
  ['its parent is gone', ['--cluster'], (child) => child.disconnect()],
])('prints its address, serves, and exits when %s', async (_, options, end) => {
  const { child, url } = await start(...options);
  const store = createEventStoreDBEventStore({ url, log: silent });
  onTestFinished(() => store.close());
  const stream = someStream();
  await store.append(stream, 'no-stream', [someEvent()]);
  expect(await store.readStream(stream)).toHaveLength(1);
  const ended = once(child, 'exit');
  end(child);
  expect(await ended).toEqual([0, null]);
});
