import { randomUUID } from 'node:crypto';
import type { MailJob } from '@visita/contracts/jobs';
import { migrate } from '@visita/platform/postgres/migrate';
import { createTestDatabase, silent, type TestDatabase } from '@visita/platform/testing/database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { notifierMigrations, notifierSchema } from './migrations.ts';
import { createOutbox } from './outbox.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, notifierSchema, notifierMigrations);
});
afterEach(() => database.close());

const [noon, one, two, three] = [12, 13, 14, 15].map((hour) => `2026-11-23T${hour}:00:00.000Z`);
const hubServiceId = `${randomUUID()}.s1`;
const begin = Date.parse('2026-11-20T09:00:00.000Z');

/** A booking that is moved at given seconds, and the queued mails with the new and the former time. */
const scene = () => {
  let seconds = 0;
  const queued: string[] = [];
  const now = () => new Date(begin + seconds * 1000);
  // A new outbox has no memory of its own, like another process.
  const outbox = () =>
    createOutbox({
      jobs: {
        add: async (_queue, _name, payload) => {
          const { at, before } = payload as MailJob;
          queued.push(`${seconds}: ${at?.slice(11, 16)} before ${before?.slice(11, 16)}`);
        },
        work: async () => undefined,
        remove: async () => undefined,
      },
      pool: database.pool,
      log: silent,
      now,
    });
  const at = (to: number) => {
    seconds = to;
  };
  let revision = 1;
  const moved = (to: string, before: string): MailJob => {
    revision += 1;
    const what = { at: to, before, hubServiceId, sequence: revision };
    return { template: 'moved', eventId: randomUUID(), about: 'b1', ...what };
  };
  const follow = (mail: MailJob) =>
    outbox().follow({ topic: 'moved b1', id: mail.eventId, priority: 1, mail, pause: 60_000 });
  const move = async (to: string, before: string) => {
    const mail = moved(to, before);
    await follow(mail);
    return mail;
  };
  const send = ({ eventId }: MailJob) =>
    database.pool.query(`update notifier.outbox set state = 'sent', claimed_at = now() where job_id = $1`, [
      eventId,
    ]);
  const lookDue = () => outbox().queueDue({ patience: 3_600_000, limit: 10 });
  return { at, moved, follow, move, send, lookDue, queued };
};

it('the first move is queued at once, and moves of the next minute become one mail with the last state', async () => {
  const { at, move, send, lookDue, queued } = scene();
  await send(await move(one!, noon!));
  at(20);
  await move(two!, one!);
  at(40);
  await move(three!, two!);
  expect(await lookDue()).toBe(0);
  at(59);
  expect(await lookDue()).toBe(0);
  at(60);
  expect(await lookDue()).toBe(1);
  expect(queued).toEqual(['0: 13:00 before 12:00', '60: 15:00 before 13:00']);
});

it('waits no longer than the pause if the clock was two hours ahead at the last mail', async () => {
  const { at, move, send, lookDue, queued } = scene();
  at(7_200);
  await send(await move(one!, noon!));
  at(20);
  await move(two!, one!);
  at(80);
  expect(await lookDue()).toBe(1);
  expect(queued).toEqual(['7200: 13:00 before 12:00', '80: 14:00 before 13:00']);
});

it('no mail follows if the booking is back at the announced time', async () => {
  const { at, move, send, lookDue, queued } = scene();
  await send(await move(one!, noon!));
  at(20);
  await move(two!, one!);
  await move(one!, two!);
  at(90);
  expect(await lookDue()).toBe(0);
  expect(queued).toEqual(['0: 13:00 before 12:00']);
});

it('a mail follows if only the further services of the visit changed', async () => {
  const { at, move, moved, follow, send, lookDue, queued } = scene();
  await send(await move(one!, noon!));
  at(20);
  await follow({ ...moved(one!, one!), andServices: `${randomUUID()}.s2` });
  at(60);
  expect(await lookDue()).toBe(1);
  expect(queued).toHaveLength(2);
});

it('an unclaimed mail is replaced by the next one', async () => {
  const { move, queued } = scene();
  const first = await move(one!, noon!);
  await move(two!, one!);
  expect(queued).toEqual(['0: 13:00 before 12:00', '0: 14:00 before 12:00']);
  const { rows } = await database.pool.query('select state from notifier.outbox where job_id = $1', [
    first.eventId,
  ]);
  expect(rows).toEqual([{ state: 'dropped' }]);
});

it('queuing again after a crash adds no mail', async () => {
  const { at, moved, follow, send, lookDue, queued } = scene();
  const [first, second] = [moved(one!, noon!), moved(two!, one!)];
  await follow(first);
  await send(first);
  at(10);
  await follow(second);
  await follow(first);
  await follow(second);
  at(60);
  expect(await lookDue()).toBe(1);
  expect(queued).toEqual(['0: 13:00 before 12:00', '60: 14:00 before 13:00']);
});

it('starts anew a minute later', async () => {
  const { at, move, send, queued } = scene();
  await send(await move(one!, noon!));
  at(60);
  await move(two!, one!);
  expect(queued).toEqual(['0: 13:00 before 12:00', '60: 14:00 before 13:00']);
});
