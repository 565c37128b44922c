import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Driver } from './driver.ts';

export const firefoxBinary = 'firefox-esr';

type Answer = { id?: number; type: string; result?: Record<string, unknown>; message?: string };
type Send = (method: string, params: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** Speaks WebDriver BiDi: numbered commands and answers over a WebSocket. */
const connect = async (address: string): Promise<Send> => {
  const socket = new WebSocket(`${address}/session`);
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id === undefined) return;
    waiting.get(answer.id)?.resolve(answer);
    waiting.delete(answer.id);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser went'));
  });
  await once(socket, 'open');
  let last = 0;
  return async (method, params) => {
    last += 1;
    const id = last;
    const answered = new Promise<Answer>((resolve, reject) => waiting.set(id, { resolve, reject }));
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result = {}, message } = await answered;
    if (type === 'error') throw new Error(`${method}: ${message}`);
    return result;
  };
};

/** Starts headless Firefox with a fresh profile. */
export const startFirefox = async (): Promise<Driver> => {
  const profile = await mkdtemp(join(tmpdir(), 'visita-firefox-'));
  const args = ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile];
  const child = spawn(firefoxBinary, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${firefoxBinary} ended with ${code}`)));
    createInterface({ input: child.stderr }).on('line', (line) => {
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  const send = await connect(address);
  await send('session.new', { capabilities: {} });
  const { context } = await send('browsingContext.create', { type: 'tab' });
  return {
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    read: async (expression) => {
      const { result, exceptionDetails } = await send('script.evaluate', {
        expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error((exceptionDetails as { text: string }).text);
      return (result as { value: string }).value;
    },
    act: async (actions) => void (await send('input.performActions', { context, actions })),
    close: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
