// @module-tag release
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { usePractice } from '../support/hooks.ts';
import { createClient, succeed } from '../support/http.ts';
import { dayAhead } from '../support/http-practice.ts';
import { lookInside } from '../support/inside.ts';
import { runOps } from '../support/ops.ts';

const practice = usePractice();
const root = join(import.meta.dirname, '../..');

/** Starts a rotation and kills it after some milliseconds. */
const rotateFor = async (place: Readonly<Record<string, string>>, milliseconds: number): Promise<void> => {
  const env = { ...process.env, ...place };
  const child = spawn(process.execPath, ['bin/ops.ts', 'rotate'], { cwd: root, env, stdio: 'ignore' });
  const exited = once(child, 'exit');
  await delay(milliseconds);
  child.kill('SIGKILL');
  await exited;
};

it('rotates keys under load, killed ten times: nothing is unreadable, no request is refused', async () => {
  const { stack, clinic, anna } = practice();
  const client = createClient(stack.address);
  const [statuses, booked]: [number[], string[]] = [[], []];
  const ended = new AbortController();
  const call = async (index: number) => {
    const time = `${String((8 + (index % 20) / 2) | 0).padStart(2, '0')}:${index % 2 ? '30' : '00'}`;
    const booking = {
      hubServiceId: clinic.offers[0],
      date: `${dayAhead(3 + Math.floor(index / 20))}T${time}`,
    };
    const email = `rotated-${index}@example.com`;
    const patient = { name: `Rotata Prova`, email, prefix: '+39', phone: `33355${10_000 + index}` };
    const answer = await client.call('placeBooking', { body: { booking, patient }, token: anna.token });
    if (answer.status === 200) booked.push(email);
    const read = await client.call('getPatients', { params: { key: anna.proId }, token: anna.token });
    statuses.push(answer.status, read.status);
  };
  const load = (async () => {
    for (let index = 0; !ended.signal.aborted && index < 400; index++) {
      await call(index);
      await delay(100);
    }
  })();
  for (let kill = 0; kill < 10; kill++) await rotateFor(stack.place, 1_500 + kill * 1_500);
  const rotated = await runOps(stack.place, 'rotate', '--json');
  expect(rotated).toMatchObject({ code: 0 });
  const { version } = JSON.parse(rotated.stdout);
  ended.abort();
  await load;
  expect(statuses.filter((status) => status >= 400)).toEqual([]);
  expect(version).toBeGreaterThan(1);
  await using inside = await lookInside(stack.place);
  const { rows } = await inside.pool.query(
    'select distinct version from vault.keys where wrapped is not null',
  );
  expect(rows).toEqual([{ version }]);
  const ring = await readFile(join(stack.varDirectory, 'secrets/master.key'), 'utf8');
  expect(ring.split('\n').filter((line) => /^\d+:/.test(line))).toHaveLength(1);
  // Rebuilds from the events with only the new keyring.
  const { code, stderr } = await runOps(stack.place, 'rebuild');
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const { data } = await succeed(
    client.call('getPatients', { params: { key: anna.proId }, token: anna.token }),
  );
  const text = JSON.stringify(data);
  expect(booked.length).toBeGreaterThan(20);
  for (const email of booked) expect(text).toContain(email);
  expect((await client.call('authenticate', { token: anna.token })).status).toBe(200);
}, 400_000);
