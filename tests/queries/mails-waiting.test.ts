import type { ProCalendar } from '@visita/contracts/booking/views';
import { sample, sampleIds } from '@visita/contracts/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { guestAccepts, sampleClinic } from '../support/sample-clinic.ts';

const { booking, guest, owner, stranger } = sampleIds;

let world: QueryWorld;
beforeAll(async () => {
  world = await createQueryWorld({ now: '2026-11-20T08:00:00.000Z' });
  await world.given(...sampleClinic, guestAccepts, sample('PatientRegistered'));
  await world.given(sample('BookingPlaced', { confirmBy: null }));
});
afterAll(() => world.close());

const waitingOf = async (proId: string) => {
  const { data, tag } = await world.ask('getProCalendar', { params: { proId }, caller: proId });
  return { waiting: (data as ProCalendar).mailsWaiting, tag };
};

test('the calendar returns the number of its mails delayed by two minutes, with a new ETag', async () => {
  const before = await waitingOf(owner);
  expect(before.waiting).toBeUndefined();
  const mail = (id: string, due: string, about = booking) =>
    world.database.pool.query(
      `insert into notifier.outbox (queue, job_id, name, payload, priority, due_at, expires_at)
       values ('mail', $1, 'moved', $2, 1, $3, '2026-11-27T08:00:00Z')`,
      [id, { about }, due],
    );
  await mail('a', '2026-11-20T08:00:00Z');
  await mail('b', '2026-11-20T08:01:00Z');
  await mail('late enough', '2026-11-20T08:04:00Z');
  await mail('of an account', '2026-11-20T08:00:00Z', stranger);
  world.setNow('2026-11-20T08:05:00.000Z');
  const after = await waitingOf(owner);
  expect(after.waiting).toBe(2);
  expect(after.tag).not.toBe(before.tag);
  // A guest sees only their own visits, an unrelated professional none.
  expect((await waitingOf(guest)).waiting).toBeUndefined();
  expect((await waitingOf(stranger)).waiting).toBeUndefined();
  await world.database.pool.query("update notifier.outbox set state = 'sent'");
  world.setNow('2026-11-20T08:06:00.000Z');
  expect((await waitingOf(owner)).waiting).toBeUndefined();
});
