import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { freePort } from '@visita/platform/machine/free-port';
import type { Driver } from './driver.ts';

export const webkitBinary = 'WebKitWebDriver';

/** WebKitGTK's MiniBrowser, which is installed under a library path. */
export const findMiniBrowser = (): string | undefined =>
  globSync('/usr/{lib,libexec}/{*/,}webkit2gtk-4.*/MiniBrowser').toSorted().at(-1);

/** Speaks classic WebDriver: one HTTP request per command. */
const speak =
  (base: string) =>
  async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${base}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (response.ok) return value;
    throw new Error(`${path}: ${(value as { message?: string }).message}`);
  };

const untilReady = async (call: ReturnType<typeof speak>): Promise<void> => {
  for (let tries = 0; ; tries += 1)
    try {
      await call('GET', '/status');
      return;
    } catch (error) {
      if (tries > 300) throw error;
      await after(100);
    }
};

export const startWebkit = async (): Promise<Driver> => {
  const port = await freePort();
  const child = spawn(webkitBinary, [`--port=${port}`], { stdio: 'ignore' });
  const call = speak(`http://127.0.0.1:${port}`);
  await untilReady(call);
  const browserOptions = { binary: findMiniBrowser(), args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } };
  const session = (await call('POST', '/session', { capabilities })) as { sessionId: string };
  const at = `/session/${session.sessionId}`;
  return {
    open: async (url) => void (await call('POST', `${at}/url`, { url })),
    read: async (expression) => {
      const script = `const done = arguments[0];
        (async () => JSON.stringify({ value: await (${expression}) }))()
          .then(done, (error) => done(JSON.stringify({ error: String(error) })));`;
      const answer = JSON.parse(
        (await call('POST', `${at}/execute/async`, { script, args: [] })) as string,
      ) as {
        value?: unknown;
        error?: string;
      };
      if (answer.error) throw new Error(answer.error);
      return JSON.stringify(answer.value ?? null);
    },
    act: async (actions) => void (await call('POST', `${at}/actions`, { actions })),
    close: async () => {
      await call('DELETE', at).catch(() => undefined);
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
};
