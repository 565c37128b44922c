import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { childrenNamed, perCall, processorTime } from './processor-time.ts';

describe.skipIf(process.platform !== 'linux')('processor time of processes', () => {
  it('is counted for a busy one, and zero for an ended one', async () => {
    const busy = spawn('/bin/sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' });
    onTestFinished(() => void busy.kill('SIGKILL'));
    await once(busy, 'spawn');
    const processes = { busy: [busy.pid!], gone: [2 ** 22 + 1] };
    await expect
      .poll(async () => (await processorTime(processes))['busy'], { timeout: 10_000 })
      .toBeGreaterThan(50);
    expect((await processorTime(processes))['gone']).toBe(0);
    expect((await childrenNamed(['sh', 'nothing-like-it']))['sh']).toContain(busy.pid);
  });

  it('includes ended children', async () => {
    const child = `sh -c 'n=0; while [ $n -lt 200000 ]; do n=$((n + 1)); done'`;
    const parent = spawn('/bin/sh', ['-c', `${child}; sleep 60; :`], { stdio: 'ignore', detached: true });
    onTestFinished(() => void process.kill(-parent.pid!, 'SIGKILL'));
    await expect
      .poll(async () => (await processorTime({ parent: [parent.pid!] }))['parent'], { timeout: 10_000 })
      .toBeGreaterThan(30);
  });

  it('is reported per call', () => {
    expect(perCall({ one: 100 }, { one: 300, other: 50 }, 100)).toEqual({ one: 2, other: 0.5 });
  });
});
