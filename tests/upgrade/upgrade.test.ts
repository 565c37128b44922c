import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestDatabase } from '@visita/platform/testing/database';
import { afterEach, expect, it } from 'vitest';
import { type Client, createClient, succeed } from '../support/http.ts';
import { dayAhead } from '../support/http-practice.ts';
import { runOps } from '../support/ops.ts';
import { endProcess, launch, removeData } from '../support/stack.ts';
import { loadDatabase, MASTER_KEY, releases } from './stored.ts';

const anna = { email: 'anna@example.com', password: 'secret123' };

/**
 * Expected findings of `ops upgrade --check`, for each release and for the oldest, which the start changes
 * most.
 */
const noBackup = /none in 31 days/;
const muchToDo =
  /the next start runs [^]*closed by the next start[^]*rebuilt from \d+ events[^]*none in 31 days/;

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

const load = async (release: string): Promise<TestDatabase> => {
  const database = await loadDatabase(release);
  undo.push(() => database.close());
  return database;
};

/** Returns an existing service of Anna and her patients. */
const before = async ({ pool }: TestDatabase) => {
  const { rows } = await pool.query<{ hub_service_id: string; pro_id: string }>(
    `select o.hub_service_id, p.pro_id from read.hub_services o join read.hubs h using (hub_id)
       join read.clinics c using (clinic_id) join read.pros p on p.pro_id = h.pro_id
      where p.email = $1 and h.status = 'active' and c.status = 'active' limit 1`,
    [anna.email],
  );
  const patients = await pool.query<{ email: string }>(
    `select distinct email from read.bookings where pro_id = $1 and status = 'confirmed' order by email`,
    [rows[0]?.pro_id],
  );
  return { ...rows[0]!, patients: patients.rows.map(({ email }) => email) };
};

/** Books from the first response until aborted; returns the ids of acknowledged bookings. */
const keepBooking = async ({ call }: Client, hubServiceId: string, until: AbortSignal): Promise<string[]> => {
  const taken: string[] = [];
  const patient = { name: 'Lia', email: 'lia@example.com', prefix: '+39', phone: '3330009999' };
  for (let n = 0; !until.aborted; n += 1) {
    try {
      const { access_token: token } = await succeed(call('logIn', { body: anna }));
      const date = `${dayAhead(30 + Math.floor(n / 16))}T${String(6 + (n % 16)).padStart(2, '0')}:00`;
      const { data } = await succeed(
        call('placeBooking', { body: { booking: { hubServiceId, date }, patient }, token }),
      );
      taken.push(data.id);
    } catch {
      // Not reachable or not ready yet: only acknowledged bookings count.
      await delay(20);
    }
  }
  return taken;
};

it.each(releases)(
  'upgrades the database of %s while people book',
  async (release) => {
    const database = await load(release);
    const { hub_service_id, pro_id, patients } = await before(database);
    expect(patients).not.toEqual([]);

    const varDirectory = await mkdtemp(join(tmpdir(), 'visita-'));
    const place = { VAR_DIRECTORY: varDirectory, DATABASE_URL: database.url, MASTER_KEY };
    const checked = await runOps(place, 'upgrade', '--check');
    expect([checked.code, checked.stdout]).toEqual([
      1,
      expect.stringMatching(release === 'before-1.0' ? muchToDo : noBackup),
    ]);

    const started = await launch(varDirectory, place);
    undo.push(() => removeData(varDirectory));
    undo.push(() => endProcess(started.process));
    const client = createClient(`http://127.0.0.1:${started.port}`);
    const enough = new AbortController();
    const booked = keepBooking(client, hub_service_id, enough.signal);
    const isReady = () => fetch(`http://127.0.0.1:${started.port}/api/health/ready`).then(({ ok }) => ok);
    await expect
      .poll(() => isReady().catch(() => started.output()), { timeout: 120_000, interval: 50 })
      .toBe(true);
    await expect
      .poll(
        async () =>
          (await database.pool.query('select from read.bookings where email = $1', ['lia@example.com']))
            .rowCount,
        {
          timeout: 30_000,
        },
      )
      .toBeGreaterThan(4);
    enough.abort();
    const acknowledged = await booked;

    const { access_token: token } = await succeed(client.call('logIn', { body: anna }));
    const found = await succeed(client.call('getPatients', { params: { key: pro_id }, token }));
    const known = [found.data].flat();
    expect(known.map(({ email }) => email)).toEqual(expect.arrayContaining(patients));
    const patientId = known.find(({ email }) => email === 'lia@example.com')?.id ?? '';
    const history = async () => {
      const params = { patientId, proId: pro_id };
      const { data } = await succeed(client.call('getPatientBookings', { params, token }));
      return data.bookings.map(({ id }) => id);
    };
    // The last ones may not be projected yet.
    await expect.poll(history, { timeout: 30_000 }).toEqual(expect.arrayContaining(acknowledged));

    const verified = await runOps(place, 'verify');
    expect([verified.code, verified.stdout + verified.stderr]).toEqual([0, expect.any(String)]);

    expect((await runOps(place, 'upgrade', '--check')).stdout).toMatch(
      /way back +open; the former release can read/,
    );

    await endProcess(started.process);
    await database.pool.query(`insert into vault.migrations (name) values ('9999-of-a-newer-release')`);
    const refused = await launch(varDirectory, place);
    await expect.poll(() => refused.process.exitCode, { timeout: 30_000 }).toBe(1);
    expect(refused.output()).toContain('A newer release has already changed this database');
  },
  240_000,
);
