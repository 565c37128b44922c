import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '@visita/contracts/envelope';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { beginning, type EventStore } from '@visita/platform/event-store/port';
import { describe, expect, it } from 'vitest';
import { phoneOf } from '../booking/admit.ts';
import { createDomain } from '../domain.ts';
import { crashAt } from '../../testing/crash.ts';
import { mortalProcess } from '../../testing/mortal-process.ts';
import { bookingOf, openPractice, requestOf } from '../../testing/practice.ts';
import { createWorld, memoryDependants, pro, type World } from '../../testing/world.ts';
import { erasePatients } from './erase-patients.ts';

const carla = { kind: 'patient', value: 'carla@example.com' } as const;
const phone = { prefix: '+39', phone: '3330001111' };

/** Carla with a past booking, an upcoming one and a hold, and Dora with an upcoming one. */
const open = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const as = pro(practice.ownerId);
  await world.call('updateOptions', {
    params: { id: practice.ownerId },
    body: { patientBookingLimit: false },
    as,
  });
  const book = async (date: string, patient?: string) =>
    (await world.call('placeBooking', { body: bookingOf(practice.offers[0], date, patient), as })).answer;
  const past = await book('2026-11-21T09:00');
  const ahead = await book('2026-11-27T09:00');
  const other = await book('2026-11-27T10:00', 'dora');
  await world.pseudonyms.idOf(phoneOf(practice.ownerId, phone)!);
  world.advance(2 * 24 * 60);
  const hold = await world.call('requestBooking', { body: requestOf(practice, '2026-11-27T11:00') });
  const patientId = past.patient.id;
  const requested = await world.call('erasePatient', { params: { patientId }, as });
  expect(requested.answer.data).toBeNull();
  const bookings = {
    past: past.data.id,
    ahead: ahead.data.id,
    hold: hold.answer.data.id,
    other: other.data.id,
  };
  return { world, proId: practice.ownerId, patientId, otherId: other.patient.id, bookings };
};

const copyOf = async (store: EventStore): Promise<EventStore> => {
  const copy = createMemoryEventStore();
  for (const event of await store.readAll(beginning, 1000)) await copy.append(event.stream, 'any', [event]);
  return copy;
};

const memory = () => {
  const indexed = new Map<string, string>();
  const erased = new Set<string>();
  const forgotten = new Set<string>();
  const pseudonymsLeft = new Set<string>();
  return {
    state: { indexed, erased, forgotten, led: pseudonymsLeft },
    bookings: {
      put: async ({ patientId, bookingId }: { patientId: string; bookingId: string }) =>
        void indexed.set(bookingId, patientId),
      of: async (patientId: string) => [...indexed].filter(([, who]) => who === patientId).map(([id]) => id),
      forget: async (patientId: string) => {
        for (const [id, who] of indexed) if (who === patientId) indexed.delete(id);
      },
    },
    pseudonyms: {
      forget: async ({ kind, value }: { kind: string; value: string }) =>
        void pseudonymsLeft.add(`${kind} ${value}`),
      forgetId: async (id: string) => void pseudonymsLeft.add(id),
    },
    dependants: memoryDependants(),
    answers: { forgetCommands: async (ids: readonly string[]) => ids.forEach((id) => forgotten.add(id)) },
    vault: { erase: async (subject: string) => void erased.add(subject) },
    viewings: { forget: async () => undefined },
  };
};

/** Runs the process from its checkpoint; restarts it after a crash. */
const runner = (store: EventStore, crash: ReturnType<typeof crashAt>, now: () => Date) => {
  const parts = memory();
  const healthy = () => ({ ...parts, store, domain: createDomain(store) });
  const mortal = () => {
    const failing = crash.around(store, ['append', 'readStream']);
    return {
      store: failing,
      domain: createDomain(failing),
      bookings: crash.around(parts.bookings, ['put', 'of', 'forget']),
      pseudonyms: crash.around(parts.pseudonyms, ['forget', 'forgetId']),
      dependants: crash.around(parts.dependants, ['put', 'of', 'forget']),
      answers: crash.around(parts.answers, ['forgetCommands']),
      vault: crash.around(parts.vault, ['erase']),
      viewings: crash.around(parts.viewings, ['forget']),
    };
  };
  const start = (dies: boolean) => erasePatients(dies ? mortal() : healthy());
  return { state: parts.state, ...mortalProcess({ store, crash, now, start }) };
};

/** Writes the notifier's event after deleting the mails. */
const mailsDeleted = async (store: EventStore, data: { patientId: string; proId: string }): Promise<void> => {
  const metadata = {
    correlationId: 'c',
    causationId: 'c',
    actor: 'process:forget-erased',
    time: '',
  } as const;
  await store.append(`patient-${data.patientId}`, 'any', [
    { type: 'PatientMailsDeleted', data, id: randomUUID(), metadata },
  ]);
};

const typesOf = (events: readonly RecordedEvent[], stream: string): string[] =>
  events.filter((event) => event.stream === stream).map(({ type }) => type);

describe('erasing a patient', () => {
  it('is finished after a crash at any step', async () => {
    const { world, proId, patientId, bookings } = await open();
    const answered = (await world.store.readAll(beginning, 1000))
      .filter(({ stream }) =>
        [bookings.past, bookings.ahead, bookings.hold].some((id) => stream === `booking-${id}`),
      )
      .map(({ metadata }) => metadata.causationId);
    let boundary = 0;
    for (let crashed = true; crashed;) {
      boundary += 1;
      const store = await copyOf(world.store);
      const crash = crashAt(boundary);
      const { run, state } = runner(store, crash, world.now);
      await run();
      await mailsDeleted(store, { patientId, proId });
      await run();
      crashed = crash.crashed();

      const events = await store.readAll(beginning, 1000);
      expect([boundary, typesOf(events, `patient-${patientId}`)]).toEqual([
        boundary,
        ['PatientRegistered', 'PatientErasureRequested', 'PatientMailsDeleted', 'PatientErased'],
      ]);
      expect(typesOf(events, `booking-${bookings.past}`)).toEqual(['BookingPlaced', 'BookingPatientErased']);
      for (const id of [bookings.ahead, bookings.hold]) {
        const types = ['BookingPlaced', 'BookingPatientErased', 'BookingCancelled'];
        expect(typesOf(events, `booking-${id}`)).toEqual(types);
      }
      expect(typesOf(events, `booking-${bookings.other}`)).toEqual(['BookingPlaced']);
      expect([...state.erased]).toEqual([`patient-${patientId}`]);
      expect(state.led).toEqual(new Set([patientId, `phone ${phone.prefix}${phone.phone}`]));
      expect([...state.forgotten]).toEqual(expect.arrayContaining(answered));
      expect([...state.indexed.keys()]).toEqual([bookings.other]);
    }
    // Three bookings with five operations each, and the steps between; the last run passes all boundaries.
    expect(boundary).toBeGreaterThan(50);
  });

  it('includes a booking made meanwhile, and the same email is a new patient afterwards', async () => {
    const { world, proId, patientId } = await open();
    const store = await copyOf(world.store);
    const { run } = runner(store, crashAt(Infinity), world.now);
    const placed = (await store.readAll(beginning, 1000)).find(({ type }) => type === 'BookingPlaced')!;
    const late = randomUUID();
    const start = '2026-12-01T09:00:00.000Z';
    const data = { ...(placed.data as object), bookingId: late, start, end: '2026-12-01T09:30:00.000Z' };
    await store.append(`booking-${late}`, 'no-stream', [{ ...placed, id: randomUUID(), data }]);
    await run();
    const types = typesOf(await store.readAll(beginning, 1000), `booking-${late}`);
    expect(types).toEqual(['BookingPlaced', 'BookingPatientErased', 'BookingCancelled']);
    expect(await world.pseudonyms.idOf({ ...carla, scope: proId })).not.toBe(patientId);
  });
});

describe('a merge with a patient being erased', () => {
  const ways = (['kept', 'absorbed'] as const).flatMap((role) =>
    [false, true].map((after) => ({
      role,
      when: after ? 'after its steps' : 'before any of its steps',
      after,
    })),
  );

  it.each(ways)("as the $role one, $when, keeps the other person's record", async ({ role, after }) => {
    const { world, proId, patientId, otherId, bookings } = await open();
    const two =
      role === 'kept'
        ? { keptId: patientId, absorbedId: otherId }
        : { keptId: otherId, absorbedId: patientId };
    const cause = {
      id: 'm',
      correlationId: 'm',
      actor: `pro:${proId}`,
      time: world.now().toISOString(),
    } as const;
    let boundary = 0;
    for (let crashed = true; crashed;) {
      boundary += 1;
      const store = await copyOf(world.store);
      const crash = crashAt(boundary);
      const { run, state } = runner(store, crash, world.now);
      if (after) await run();
      // Decided on a state from before the erasure request.
      await createDomain(store).duplicates.execute(proId, { type: 'merge', proId, ...two }, cause);
      await run();
      await mailsDeleted(store, { patientId, proId });
      await run();
      crashed = crash.crashed();

      const events = await store.readAll(beginning, 1000);
      expect([boundary, (await createDomain(store).duplicates.load(proId)).state.merged]).toEqual([
        boundary,
        {},
      ]);
      expect(typesOf(events, `patient-${patientId}`).at(-1)).toBe('PatientErased');
      expect(typesOf(events, `patient-${otherId}`)).toEqual(['PatientRegistered']);
      expect(typesOf(events, `booking-${bookings.other}`)).toEqual(['BookingPlaced']);
      expect([...state.erased]).toEqual([`patient-${patientId}`]);
    }
    expect(boundary).toBeGreaterThan(50);
  });
});

describe('the call', () => {
  it("is for the patient's own pro", async () => {
    const { world, proId, patientId } = await open();
    const call = (as: Parameters<World['call']>[1]) =>
      world.call('erasePatient', { params: { patientId }, ...as });
    await expect(call({ as: pro(randomUUID()) })).rejects.toMatchObject({ code: 'not-found' });
    await expect(call({ as: pro(proId) })).rejects.toMatchObject({ code: 'not-found' });
    const body = { patientId, name: 'Carla', ...phone };
    await expect(world.call('updatePatient', { body, as: pro(proId) })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
