import { randomUUID } from 'node:crypto';
import { migrate } from '@visita/platform/postgres/migrate';
import { createTestDatabase, silent, type TestDatabase } from '@visita/platform/testing/database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { notifierMigrations, notifierSchema } from './migrations.ts';
import { createLedger } from './mail/ledger.ts';
import { createOutbox, type OutboxJobs } from './outbox.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  const before = Object.entries(notifierMigrations).filter(([name]) => name < '0006');
  await migrate(database.knex, notifierSchema, Object.fromEntries(before));
});
afterEach(() => database.close());

const day = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * day);

/** Rows as written by the previous release. */
const mail = async (state: string, claimedUntil = at(0)) => {
  const eventId = randomUUID();
  await database.knex('notifier.mails').insert({
    event_id: eventId,
    template: 'welcome',
    message_id: `<${eventId}.welcome@before.example>`,
    state,
    claim_id: randomUUID(),
    claimed_until: claimedUntil,
    attempts: 2,
    subjects: ['pro-1'],
  });
  return eventId;
};
const owed = async (eventId: string, settled: Date | null = null) => {
  const payload = { template: 'welcome', eventId, about: randomUUID() };
  const row = { queue: 'mail', job_id: `${eventId}_welcome`, name: 'welcome', payload, priority: 1 };
  await database.knex('notifier.owed').insert({ ...row, settled_at: settled });
};

const outboxAt = (now: Date, queued: string[] = []) => {
  const jobs: Pick<OutboxJobs, 'add'> = {
    add: async (_queue, _name, _payload, { id }) => void queued.push(id),
  };
  const outbox = createOutbox({
    jobs: jobs as OutboxJobs,
    pool: database.pool,
    log: silent,
    now: () => now,
  });
  return outbox.queueDue({ patience: 0, limit: 200 }).then(() => queued.toSorted());
};
const upgrade = () => migrate(database.knex, notifierSchema, notifierMigrations);

test('pending mails are queued again, sent and removed ones are not', async () => {
  const [failed, sent, dropped, takenBack, waiting, neverTried] = [
    await mail('failed'),
    await mail('sent'),
    await mail('dropped'),
    await mail('failed'),
    randomUUID(),
    randomUUID(),
  ];
  await owed(failed);
  await owed(sent, at(0));
  await owed(dropped);
  await owed(takenBack, at(0));
  await owed(waiting);
  await owed(neverTried, at(0));
  await upgrade();
  expect(await outboxAt(at(1))).toEqual([failed, waiting].map((id) => `${id}_welcome`).toSorted());
  expect(await outboxAt(at(8))).toEqual([]);
});

test('the ledger keeps states, message ids and subjects', async () => {
  const [sent, failed, dying] = [await mail('sent'), await mail('failed'), await mail('claimed', at(1))];
  const before = await database.pool.query('select * from notifier.mails order by event_id');
  await upgrade();
  const after = await database.pool.query('select * from notifier.mails order by event_id');
  const { claim_id: _, ...known } = before.rows[0];
  expect(after.rows).toHaveLength(3);
  expect(after.rows[0]).toEqual(known);
  const ledger = createLedger({
    pool: database.pool,
    newId: randomUUID,
    host: 'after.example',
    lease: 1_000,
  });
  const claim = (eventId: string) => ledger.claim({ template: 'welcome', eventId, about: randomUUID() });
  expect(await claim(sent)).toBe('settled');
  expect(await claim(dying)).toBe('busy');
  expect(await claim(failed)).toMatchObject({ messageId: `<${failed}.welcome@before.example>` });
  // Only the job store has its job and payload.
  expect(await outboxAt(at(0))).toEqual([]);
});

test('reminders are queued at their time, sent ones are not', async () => {
  const [early, sent, begun] = [randomUUID(), randomUUID(), randomUUID()];
  const reminder = (reminderId: string, due: Date | null, start: Date) =>
    database.knex('notifier.reminders').insert({
      booking_id: randomUUID(),
      reminder_id: reminderId,
      starts_at: start,
      due_at: due,
      revision: 3,
    });
  await reminder(early, at(2), at(3));
  await reminder(sent, at(2), at(3));
  await reminder(begun, at(-2), at(-1));
  await reminder(randomUUID(), null, at(3));
  for (const template of ['reminder', 'reminder-pro']) {
    await database.knex('notifier.mails').insert({
      event_id: sent,
      template,
      message_id: `<${sent}.${template}@before.example>`,
      state: 'sent',
      claim_id: randomUUID(),
      claimed_until: at(0),
    });
  }
  await upgrade();
  expect(await outboxAt(at(1))).toEqual([]);
  expect(await outboxAt(at(2.5))).toEqual([`${early}_reminder`, `${early}_reminder-pro`]);
  expect(await outboxAt(at(4))).toEqual([]);
});
