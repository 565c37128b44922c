import { beginning } from '@visita/platform/event-store/port';
import { expect, it } from 'vitest';
import { blocksOf, bookingsOf, overBlocks } from '../../testing/live-bookings.ts';
import { bookingOf, joinPractice, openPractice, requestOf } from '../../testing/practice.ts';
import { createWorld, pro } from '../../testing/world.ts';

const refused = (promise: Promise<unknown>, code: string) => expect(promise).rejects.toMatchObject({ code });

const day = '2026-11-24';
const open = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const as = pro(practice.ownerId);
  const stretch = (from: string, to: string) => ({
    hub_id: practice.hubId,
    starting_date: `${day}T${from}`,
    ending_date: `${day}T${to}`,
  });
  const block = (from: string, to: string) =>
    world.call('blockTime', { body: { ...stretch(from, to), note: 'Dentista' }, as });
  return { world, practice, as, stretch, block };
};

it('prevents bookings by patients and staff, including forced ones, until it is released', async () => {
  const { world, practice, as, block } = await open();
  const { data } = (await block('10:00', '12:00')).answer;
  expect(data).toMatchObject({ date: `${day}T10:00:00+01:00`, note: 'Dentista' });
  const { booking, patient } = bookingOf(practice.offers[0], `${day}T11:45`);
  const anyway = { booking: { ...booking, anyway: true }, patient };
  await refused(world.call('placeBooking', { body: anyway, as }), 'slot-taken');
  await refused(world.call('requestBooking', { body: requestOf(practice, `${day}T11:30`) }), 'slot-taken');
  await world.call('requestBooking', { body: requestOf(practice, `${day}T12:00`) });
  await world.call('unblockTime', { params: { id: data.id }, as });
  await world.call('placeBooking', { body: { booking, patient }, as }).catch(() => undefined);
  await world.call('requestBooking', { body: requestOf(practice, `${day}T10:30`, 'dora') });
});

it('does not overlap an appointment, is not inverted, and lasts a day at most', async () => {
  const { world, practice, as, stretch, block } = await open();
  await world.call('placeBooking', { body: bookingOf(practice.offers[0], `${day}T11:45`), as });
  await refused(block('10:00', '12:00'), 'slot-taken');
  await refused(block('10:00', '10:00'), 'period-inverted');
  const body = { ...stretch('10:00', '10:00'), ending_date: '2026-11-26T10:00' };
  await refused(world.call('blockTime', { body, as }), 'malformed-request');
});

it('changes its time in one step, and releases the former one', async () => {
  const { world, practice, as, stretch, block } = await open();
  const { id } = (await block('10:00', '12:00')).answer.data;
  const { hub_id: _, ...later } = stretch('11:00', '13:00');
  const edit = { params: { id }, body: { ...later, note: 'Forse' }, as };
  expect((await world.call('editBlock', edit)).answer.data).toMatchObject({ id, note: 'Forse' });
  await world.call('requestBooking', { body: requestOf(practice, `${day}T10:30`) });
  await refused(
    world.call('requestBooking', { body: requestOf(practice, `${day}T12:30`, 'e') }),
    'slot-taken',
  );
  const { hub_id: __, ...over } = stretch('10:00', '13:00');
  await refused(world.call('editBlock', { params: { id }, body: over, as }), 'slot-taken');
  expect(blocksOf(await world.store.readAll(beginning, 1000))).toMatchObject([
    { blockId: id, note: 'Forse' },
  ]);
});

it('belongs to its pro: colleagues and owners can neither create nor release it', async () => {
  const { world, practice, as, stretch, block } = await open();
  const colleague = await joinPractice(world, practice);
  await refused(
    world.call('blockTime', { body: { ...stretch('09:00', '10:00'), hub_id: colleague.hubId }, as }),
    'forbidden',
  );
  const { id } = (await block('10:00', '12:00')).answer.data;
  await refused(world.call('unblockTime', { params: { id }, as: pro(colleague.proId) }), 'not-found');
});

it('and a booking at the same moment: never both', async () => {
  const { world, practice, as, stretch } = await open();
  const processes = [world.startProcess(), world.startProcess()] as const;
  await Promise.allSettled(
    Array.from({ length: 40 }, async (_, index) => {
      const { call } = processes[index % 2 === 0 ? 0 : 1];
      const time = `${String(9 + (index % 10)).padStart(2, '0')}:00`;
      if (index % 4 < 2)
        return call('requestBooking', { body: requestOf(practice, `${day}T${time}`, `p${index}`) });
      return call('blockTime', { body: stretch(time, time.replace(':00', ':45')), as });
    }),
  );
  const events = await world.store.readAll(beginning, 10_000);
  const bookings = [...bookingsOf(events).values()];
  const blocks = blocksOf(events);
  expect(bookings.length + blocks.length).toBe(10);
  expect(overBlocks(bookings, blocks, world.now().toISOString())).toEqual([]);
});
