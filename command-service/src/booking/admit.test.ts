import { deriveId } from '@visita/platform/ids/derive-id';
import { beginning } from '@visita/platform/event-store/port';
import { describe, expect, it } from 'vitest';
import { faultyStore, ConnectionLost } from '../../testing/faulty-store.ts';
import { bookingsOf, isLive } from '../../testing/live-bookings.ts';
import { bookingOf, openPractice, requestOf } from '../../testing/practice.ts';
import { createWorld, patientOf, pro } from '../../testing/world.ts';

const times = Array.from({ length: 12 }, (_, index) => `2026-11-24T${String(8 + index).padStart(2, '0')}:00`);

const scene = async (patientBookingLimit: boolean) => {
  const world = createWorld();
  const practice = await openPractice(world);
  const cause = {
    id: 'c',
    correlationId: 'c',
    actor: 'operator:test',
    time: world.now().toISOString(),
  } as const;
  const command = {
    type: 'change-options',
    changes: { patientBookingLimit },
    onlinePaymentFunction: true,
  } as const;
  await world.domain.pros.execute(practice.ownerId, command, cause);
  const body = (time: number, patient = 'carla', phone = '3330001111') => {
    const { contactInfo, ...rest } = requestOf(practice, times[time]!, patient);
    return { ...rest, contactInfo: { ...contactInfo, phone } };
  };
  const request = async (...of: Parameters<typeof body>) =>
    (await world.call('requestBooking', { body: body(...of) })).answer.data.id;
  const liveCount = async () =>
    [...bookingsOf(await world.store.readAll(beginning, 10_000)).values()].filter((one) =>
      isLive(one, world.now().toISOString()),
    ).length;
  return { world, practice, owner: pro(practice.ownerId), body, request, liveCount };
};

const refused = async (promise: Promise<unknown>, code: string) =>
  expect(promise).rejects.toMatchObject({ code });

describe('one future booking per patient', () => {
  it('is by email and by phone, once it is confirmed, and frees when it is cancelled or past', async () => {
    const { world, practice, owner, request } = await scene(true);
    const first = await request(0);
    // Strangers' holds in a person's name do not lock the person out.
    const [other, second] = [await request(1, 'other'), await request(2, 'carla', '3339999999')];
    await world.call('confirmBooking', { as: patientOf(first) });
    await refused(request(3), 'booking-limit');
    await refused(request(3, 'other'), 'booking-limit');
    await refused(request(3, 'carla', '3339999999'), 'booking-limit');
    for (const one of [other, second])
      await refused(world.call('confirmBooking', { as: patientOf(one) }), 'booking-limit');
    await world.call('confirmBooking', { as: patientOf(first) });
    await request(3, 'dora', '3338888888');
    await world.call('deleteBooking', { params: { id: first }, as: owner });
    await world.call('confirmBooking', { as: patientOf(second) });
    await world.call('deleteBooking', { params: { id: second }, as: owner });
    const lapsed = await request(4);
    world.advance(61);
    await refused(world.call('confirmBooking', { as: patientOf(lapsed) }), 'booking-not-active');
    const last = await request(4);
    await world.call('confirmBooking', { as: patientOf(last) });
    world.advance(5 * 24 * 60);
    await world.call('requestBooking', { body: requestOf(practice, '2026-11-27T09:00') });
  });

  it('counts both spellings of the email’s domain as one patient, shown as typed', async () => {
    const { world, body } = await scene(true);
    const request = async (time: number, email: string, phone: string) => {
      const { contactInfo, ...rest } = body(time, 'carla', phone);
      const { answer } = await world.call('requestBooking', {
        body: { ...rest, contactInfo: { ...contactInfo, email } },
      });
      return answer.data.id;
    };
    const typed = await request(0, 'Carla@Пример.рф', '3330001111');
    const other = await request(1, 'carla@xn--e1afmkfd.xn--p1ai', '3339999999');
    const confirmed = await world.call('confirmBooking', { as: patientOf(typed) });
    expect(confirmed.answer.data).toMatchObject({ patientEmail: 'carla@пример.рф' });
    await refused(world.call('confirmBooking', { as: patientOf(other) }), 'booking-limit');
    await refused(request(2, 'carla@xn--e1afmkfd.рф', '3338888888'), 'booking-limit');
    const events = await world.store.readAll(beginning, 10_000);
    expect(events.filter(({ type }) => type === 'PatientRegistered')).toHaveLength(1);
  });

  it('counts a pro’s own bookings, but does not limit them', async () => {
    const { world, practice, owner, request } = await scene(true);
    for (const time of [0, 1]) {
      await world.call('placeBooking', { body: bookingOf(practice.offers[0], times[time]!), as: owner });
    }
    await refused(request(2), 'booking-limit');
  });

  it('does not count an orphan', async () => {
    const { world, request } = await scene(true);
    const first = await request(0);
    await world.call('confirmBooking', { as: patientOf(first) });
    const cause = { id: 'o', correlationId: 'o', actor: 'operator:test', time: '' } as const;
    await world.domain.bookings.execute(first, { type: 'orphan', reason: 'hub-archived' }, cause);
    await request(1);
  });

  it('is over once the appointment begins', async () => {
    const { world, owner, practice, request } = await scene(true);
    await world.call('placeBooking', { body: bookingOf(practice.offers[0], '2026-11-20T10:30'), as: owner });
    world.advance(29);
    await refused(request(0), 'booking-limit');
    world.advance(1);
    await request(0);
  });

  it('knows a phone by its prefix too', async () => {
    const { world, practice, request } = await scene(true);
    await world.call('confirmBooking', { as: patientOf(await request(0)) });
    const { contactInfo, ...rest } = requestOf(practice, times[1]!, 'dora');
    await world.call('requestBooking', { body: { ...rest, contactInfo: { ...contactInfo, prefix: '+34' } } });
    await refused(request(2, 'elsa'), 'booking-limit');
  });

  it('holds if links are used at the same time in several processes', async () => {
    const { world, request } = await scene(true);
    const held = [];
    for (const time of [0, 1, 2]) held.push(await request(time));
    const processes = [world.startProcess(), world.startProcess(), world.startProcess()];
    const results = await Promise.allSettled(
      held.map((id, index) => processes[index]!.call('confirmBooking', { as: patientOf(id) })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const states = await Promise.all(held.map(async (id) => (await world.domain.bookings.load(id)).state));
    expect(states.filter(({ status }) => status === 'confirmed')).toHaveLength(1);
  });

  it.each([1, 2, 3, 4])('keeps no place for a request that crashed at its append %i', async (nth) => {
    const { world, body, request, liveCount } = await scene(true);
    const dying = world.startProcess(faultyStore(world.store, { nth, when: 'before', how: 'crash' }));
    await expect(dying.call('requestBooking', { body: body(0) })).rejects.toBeInstanceOf(ConnectionLost);
    world.advance(2);
    await request(1);
    expect(await liveCount()).toBe(1);
  });

  describe('while a request hangs between being let in and placing', () => {
    const hanging = async () => {
      const { world, body, request, liveCount } = await scene(true);
      const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const slow = world.startProcess({
        ...world.store,
        append: async (stream, expected, events) => {
          if (events[0].type === 'BookingPlaced') {
            reached.resolve();
            await gate.promise;
          }
          return world.store.append(stream, expected, events);
        },
      });
      const placing = slow.call('requestBooking', { body: body(0) });
      await reached.promise;
      return { world, request, placing, letGo: gate.resolve, liveCount };
    };

    it('lets another through after its deadline, and the first no more', async () => {
      const { world, request, placing, letGo, liveCount } = await hanging();
      world.advance(2);
      // Both are holds, which are limited by their number only.
      await world.call('confirmBooking', { as: patientOf(await request(1)) });
      await refused(request(2), 'booking-limit');
      letGo();
      await refused(placing, 'slot-taken');
      expect(await liveCount()).toBe(1);
    });
  });

  it('leaves a slot that was refused for its limit to others', async () => {
    const { world, request } = await scene(true);
    await world.call('confirmBooking', { as: patientOf(await request(0)) });
    await refused(request(1), 'booking-limit');
    await request(1, 'dora', '3338888888');
  });
});

describe('holds', () => {
  it('are three per email, until one is confirmed or has ended', async () => {
    const { world, request } = await scene(false);
    const first = await request(0);
    for (const time of [1, 2]) await request(time);
    await refused(request(3), 'hold-limit');
    await request(3, 'dora');
    await world.call('confirmBooking', { as: patientOf(first) });
    await request(4);
    await refused(request(5), 'hold-limit');
    world.advance(61);
    await request(5);
  });

  it('do not run out by a repeated request', async () => {
    const { world, body } = await scene(false);
    for (let count = 0; count < 5; count += 1) {
      await world.call('requestBooking', { body: body(0), id: deriveId('same') });
    }
  });
});
