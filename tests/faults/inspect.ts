import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { bookingsOf, doubleBookings } from '@visita/command-service/testing/live-bookings';
import { type Inside, lookInside, sentMails } from '../support/inside.ts';
import type { Results } from './load.ts';

/** Violations found after a run. */
export type Findings = {
  lostBookings: string[];
  doubleBookings: string[];
  /** Addresses of patients without exactly one mail about a booking. */
  wrongMails: string[];
  /** Read tables that differ from a fresh replay. */
  differingTables: string[];
  holes: string[];
};

const root = join(import.meta.dirname, '../..');
/** After a kill, a mail in progress waits for the job's lock and the ledger's lease, 30 s each. */
const timeoutMs = 120_000;

export const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await delay(100);
  }
};

export const caughtUp = async ({ pool, head }: Inside): Promise<boolean> => {
  const { rows } = await pool.query<{ position: string }>(
    'select min(position) as position from read.checkpoints',
  );
  return rows[0]?.position === (await head());
};

/** Returns all rows of the read models as sorted text, by table. */
export const readModels = async ({ pool }: Inside): Promise<Map<string, string[]>> => {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'read' and table_type = 'BASE TABLE' and table_name not in ('checkpoints', 'migrations', 'migrations_lock')`,
  );
  const models = new Map<string, string[]>();
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from read."${name}" t`,
    );
    models.set(name, rows.map(({ row }) => row).toSorted());
  }
  return models;
};

const rebuild = (varDirectory: string) =>
  promisify(execFile)(process.execPath, ['bin/ops.ts', 'rebuild'], {
    cwd: root,
    env: { ...process.env, VAR_DIRECTORY: varDirectory },
  });

export const differing = (before: Map<string, string[]>, after: Map<string, string[]>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name)?.join('\n') !== after.get(name)?.join('\n'),
  );

const mailsByAddress = (mails: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const mail of mails) {
    const address = /^To: (\S+)/m.exec(mail)?.[1] ?? '';
    counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return counts;
};

/** Returns acknowledged bookings that are missing or differ. */
export const notAsPromised = (bookings: ReturnType<typeof bookingsOf>, results: Results): string[] =>
  [...results.acknowledged].filter((id) => {
    const status = bookings.get(id)?.status;
    if (results.cancelled.has(id)) return status !== 'cancelled' && status !== 'confirmed';
    return status !== (results.confirmed.has(id) ? 'confirmed' : 'pending');
  });

/** Checks the data left by a run, on the running product. */
export const inspect = async (varDirectory: string, results: Results) => {
  await using inside = await lookInside({ VAR_DIRECTORY: varDirectory });
  const held = [...results.patients.values()];
  await until('all mails are sent', async () => {
    const counts = mailsByAddress(await sentMails(varDirectory));
    return held.every((address) => counts.has(address));
  }).catch(() => undefined);
  await until('the read models have caught up', () => caughtUp(inside));

  const events = await inside.events();
  const bookings = bookingsOf(events);
  const before = await readModels(inside);
  await rebuild(varDirectory);
  const after = await readModels(inside);
  const mails = await sentMails(varDirectory);
  const counts = mailsByAddress(mails);
  const findings: Findings = {
    lostBookings: notAsPromised(bookings, results),
    doubleBookings: doubleBookings(bookings.values(), new Date().toISOString()).map(String),
    wrongMails: held.filter((address) => counts.get(address) !== 1),
    differingTables: differing(before, after),
    holes: events
      .flatMap(({ position }, index) => (Number(position) === index + 1 ? [] : [position]))
      .slice(0, 1),
  };
  return { findings, mails: mails.length, events: events.length, tables: before.size };
};
