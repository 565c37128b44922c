import * as fc from 'fast-check';
import { Rejection } from '@visita/contracts/problem';
import { deriveId } from '@visita/platform/ids/derive-id';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { beginning } from '@visita/platform/event-store/port';
import { expect, it } from 'vitest';
import { type Fault, faultyStore, ConnectionLost, takingTurns } from '../../testing/faulty-store.ts';
import { bookingsOf } from '../../testing/live-bookings.ts';
import { openPractice, type Practice, requestOf } from '../../testing/practice.ts';
import { createWorld, patientOf, pro, type World } from '../../testing/world.ts';

const times = ['09:00', '09:30', '10:00', '10:30'].map((time) => `2026-11-24T${time}`);
const patients = ['carla', 'dora'];

type Act = {
  readonly kind: 'request' | 'confirm' | 'delete' | 'lapse';
  readonly time: number;
  readonly patient: number;
  readonly booking: number;
  readonly fault: Fault | null;
};

const act = fc.record<Act>({
  kind: fc.constantFrom('request', 'request', 'request', 'confirm', 'delete', 'lapse'),
  time: fc.nat({ max: times.length - 1 }),
  patient: fc.nat({ max: patients.length - 1 }),
  booking: fc.nat({ max: 10 }),
  fault: fc.option(
    fc.record<Fault>({
      nth: fc.integer({ min: 1, max: 5 }),
      when: fc.constantFrom('before', 'after'),
      how: fc.constantFrom('crash', 'lose'),
    }),
    { freq: 3 },
  ),
});
const rounds = fc.array(
  fc.record({
    acts: fc.array(act, { minLength: 1, maxLength: 5 }),
    // 0 and 0.5 are shorter than a reservation's deadline, 2 is longer, and 61 is longer than a
    // hold.
    minutes: fc.constantFrom(0, 0.5, 2, 61),
  }),
  { minLength: 1, maxLength: 5 },
);

const seed = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const as = pro(practice.ownerId);
  const params = { id: practice.ownerId };
  await world.call('updateOptions', { params, body: { patientBookingLimit: true }, as });
  return { events: await world.store.readAll(beginning, 1000), practice };
};

type Process = Pick<World, 'call' | 'domain'>;
type Stage = { world: World; practice: Practice; known: string[] };

const perform = async (
  { world, practice, known }: Stage,
  one: Act,
  { call, domain }: Process,
  id: string,
) => {
  const target = known[one.booking % Math.max(1, known.length)];
  if (one.kind === 'request') {
    const { contactInfo, ...rest } = requestOf(practice, times[one.time]!, patients[one.patient]);
    // One phone each: both limits apply.
    const body = { ...rest, contactInfo: { ...contactInfo, phone: `333000111${one.patient}` } };
    known.push((await call('requestBooking', { body, id })).answer.data.id);
  } else if (target === undefined) return;
  else if (one.kind === 'confirm') await call('confirmBooking', { as: patientOf(target), id });
  else if (one.kind === 'delete') {
    await call('deleteBooking', { params: { id: target }, as: pro(practice.ownerId), id });
  } else {
    const time = world.now().toISOString();
    const cause = { id, correlationId: id, actor: 'process:lapse-holds', time } as const;
    await domain.bookings.execute(target, { type: 'lapse', now: time }, cause);
  }
};

const refusedOrLost = (error: unknown): void => {
  if (!(error instanceof Rejection) && !(error instanceof ConnectionLost)) throw error;
};

/** Number of confirmed bookings of each patient. */
const confirmedByPatient = async (world: World): Promise<number[]> => {
  const bookings = [...bookingsOf(await world.store.readAll(beginning, 100_000)).values()];
  const confirmed = bookings.filter(({ status }) => status === 'confirmed');
  return [...Map.groupBy(confirmed, ({ patientId }) => patientId).values()].map((own) => own.length);
};

it('no patient ever has two confirmed bookings ahead, and none is shut out for nothing', async () => {
  const { events, practice } = await seed();
  await fc.assert(
    fc.asyncProperty(rounds, fc.scheduler(), async (story, scheduler) => {
      const store = createMemoryEventStore();
      for (const event of events) await store.append(event.stream, 'any', [event]);
      const world = createWorld(store);
      const stage: Stage = { world, practice, known: [] };
      const shared = takingTurns(store, () => scheduler.schedule(Promise.resolve()));
      const healthy = [world.startProcess(shared), world.startProcess(shared)] as const;
      for (const [round, { acts, minutes }] of story.entries()) {
        const running = acts.map((one, index) => {
          const process = one.fault
            ? world.startProcess(faultyStore(shared, one.fault))
            : healthy[index % 2 === 0 ? 0 : 1];
          const id = deriveId('act', String(round), String(index));
          return perform(stage, one, process, id).catch(refusedOrLost);
        });
        await scheduler.waitFor(Promise.all(running));
        for (const count of await confirmedByPatient(world)) expect(count).toBe(1);
        world.advance(minutes);
      }
      // When every hold and deadline has passed, each patient without a booking can book.
      world.advance(62);
      for (const [index, patient] of patients.entries()) {
        const { contactInfo, ...rest } = requestOf(practice, `2026-11-25T1${index}:00`, patient);
        const body = { ...rest, contactInfo: { ...contactInfo, phone: `333000111${index}` } };
        const process = world.startProcess();
        const asked = await process.call('requestBooking', { body }).catch(refusedOrLost);
        if (asked) await process.call('confirmBooking', { as: patientOf(asked.answer.data.id) });
      }
      expect((await confirmedByPatient(world)).length).toBe(patients.length);
    }),
  );
}, 120_000);
