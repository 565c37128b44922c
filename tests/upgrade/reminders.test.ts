import { histories } from '@visita/operator/backup/plans';
import { migrate } from '@visita/platform/postgres/migrate';
import { leaderMigrations, leaderSchema } from '@visita/platform/runtime/leader';
import { createReadModels } from '@visita/read-model/schema';
import { expect, it, onTestFinished } from 'vitest';
import { openProduct } from '../simulation/product.ts';
import { loadDatabase, MASTER_KEY } from './stored.ts';

/** A confirmed visit of the stored database, and its reminder, which is due on 2 December at 08:00. */
const bookingId = '368de9ce-00d9-8812-826a-adca7c9c0088';
const message = 'aaa6e821-dfae-8bd3-bdcd-5ecc18ba8337.reminder';

const sentSql = `
  update notifier.outbox set state = 'sent', settled_at = due_at, queued_at = due_at, claimed_at = due_at,
    claim_id = gen_random_uuid()
  where job_id = $1`;

/** Upgrades the stored database of 1.0.0 and opens it at an instant. */
const upgrade = async (at: string, { sent }: { sent: boolean }) => {
  const database = await loadDatabase('1.0.0');
  if (sent) await database.pool.query(sentSql, [message.replace('.', '_')]);
  await database.pool.query('drop schema read cascade');
  const all = { ...histories, [leaderSchema]: leaderMigrations };
  for (const [schema, migrations] of Object.entries(all)) await migrate(database.knex, schema, migrations);
  await createReadModels(database, 'read');
  const product = await openProduct(at, { database, masterKey: MASTER_KEY });
  onTestFinished(() => product.close());
  return product;
};

it.each([
  ['that was due before the upgrade and not sent is sent once', '2026-12-02T09:00:00.000Z', false, [message]],
  ['that is due after the upgrade is sent once', '2026-12-02T07:00:00.000Z', false, [message]],
  ['that was sent before the upgrade is not sent again', '2026-12-02T09:00:00.000Z', true, []],
])(
  'a reminder of 1.0.0 %s',
  async (_, at, sent, expected) => {
    const product = await upgrade(at, { sent });
    const times = [at, '2026-12-02T09:30:00.000Z', '2026-12-02T12:00:00.000Z', '2026-12-03T07:59:00.000Z'];
    for (const time of times) {
      await product.clock.set(new Date(time));
      for (const _ of [1, 2]) await product.look();
    }
    const reminders = product.sent.filter(({ messageId }) => messageId.includes('reminder'));
    expect(reminders.map(({ messageId }) => messageId.replace(/^<|@.*$/g, ''))).toEqual(expected);
    const visit = 'select status from read.bookings where booking_id = $1';
    expect((await product.pool.query(visit, [bookingId])).rows).toEqual([{ status: 'confirmed' }]);
  },
  120_000,
);
