import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createClient, succeed } from '../support/http.ts';
import { runOps } from '../support/ops.ts';
import { removeData, type Stack, startStack } from '../support/stack.ts';
import { loadOdd, MASTER_KEY } from './stored.ts';

/**
 * A database and a backup of 1.0.0 with data that later releases would refuse: phones with a repeated prefix
 * or a trunk zero, names of invisible characters, and mailed links that end with punctuation.
 */
const odd = join(import.meta.dirname, 'odd');
const anna = { email: 'anna@example.com', password: 'secret123' };

const proId = '2139246a-2b66-81b7-af39-cb1fefc5c06c';

/** Mailed links of visits in 2098; the first ends with a character that mail programs cut. */
const links = [
  'q43sIvr3gUCWpuQ9_Z83nwpV4dTjJyPa2r2u-afrchZy2yUqcCFo4yOcMQo-r2R_',
  'Ii7LX4hngwOJqHuKByQEQx4nMZcN0n7bepi2Z-Hi4n2cIaA25tLmjU7wIzLLdgvv',
];

const undo: (() => Promise<unknown>)[] = [];
let place: Record<string, string>;
let stack: Stack;
let client: Client;
let backups: string;

beforeAll(async () => {
  const database = await loadOdd();
  undo.push(() => database.close());
  const varDirectory = await mkdtemp(join(tmpdir(), 'visita-'));
  undo.push(() => removeData(varDirectory));
  backups = join(varDirectory, 'backups');
  await mkdir(backups);
  await promisify(execFile)('tar', ['-C', backups, '-xzf', join(odd, 'backups.tar.gz')]);
  const recipient = /age1\w+/.exec(await readFile(join(odd, 'identity'), 'utf8'))![0];
  place = {
    VAR_DIRECTORY: varDirectory,
    DATABASE_URL: database.url,
    MASTER_KEY,
    BACKUP_TO: backups,
    BACKUP_RECIPIENT: recipient,
  };
  stack = await startStack(place);
  undo.push(() => stack.stop());
  client = createClient(stack.address);
});

afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

it.each(links)('opens the mailed link %s', async (token) => {
  const { data } = await succeed(client.call('getManagedBooking', { token }));
  expect(data.date).toMatch(/^2098-/);
});

it('shows every patient and every visit', async () => {
  const { access_token: token } = await succeed(client.call('logIn', { body: anna }));
  const { data } = await succeed(client.call('getPatients', { params: { key: proId }, token }));
  const names = [data].flat().map(({ name }) => name);
  expect(names).toHaveLength(31);
  expect(names).toEqual(expect.arrayContaining(['Carla Doppia', 'می\u200Cخواهم', '\u3164']));
  const calendar = await succeed(client.call('getProCalendar', { params: { proId: proId }, token }));
  expect(calendar.data.bookings).toHaveLength(31);
});

it('verifies, and keeps the existing backup', async () => {
  const before = await readdir(backups);
  expect(await runOps(place, 'verify')).toMatchObject({ code: 0 });
  const listed = await runOps(place, 'backup', '--list');
  expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining(before[0]!) as string });
  expect(await runOps(place, 'backup')).toMatchObject({ code: 0 });
  expect(await readdir(backups)).toEqual(expect.arrayContaining(before));
});

it('reports odd data to the operator without changing it', async () => {
  const { stdout } = await runOps(place, 'doctor');
  expect(stdout).toMatch(/^ok +phones +5 cannot be dialled as stored/m);
  expect(stdout).toMatch(/^ok +names +2 are invisible/m);
});
