import { beginning } from '@visita/platform/event-store/port';
import { silent } from '@visita/platform/testing/database';
import { describe, expect, it } from 'vitest';
import { bookingOf, joinPractice, openPractice } from '../../testing/practice.ts';
import { createWorld, pro } from '../../testing/world.ts';
import { createLeftBehind } from './erase-left.ts';
import type { LeftPro, LeftPros } from './left-pros.ts';

/** Fails once, at the given step, like a killed process. */
const createKill = () => {
  let left = Infinity;
  const step = <Args extends unknown[], Answer>(work: (...args: Args) => Promise<Answer>) => {
    return async (...args: Args): Promise<Answer> => {
      left -= 1;
      if (left === 0) throw new Error('killed');
      return work(...args);
    };
  };
  return { step, at: (number: number) => void (left = number), isDone: () => left > 0 && left < Infinity };
};

/** Bruno works at Anna's clinic; then Anna deletes her account. */
const open = async () => {
  const kill = createKill();
  const world = createWorld();
  const practice = await openPractice(world);
  const bruno = await joinPractice(world, practice);
  const book = async (date: string, patient: string) => {
    const body = bookingOf(bruno.offers[0], date, patient);
    return (await world.call('placeBooking', { body, as: pro(bruno.proId) })).answer;
  };
  const placed = async () =>
    (await world.store.readAll(beginning, 1000))
      .filter(({ type }) => type === 'BookingPlaced')
      .map(({ data }) => data as { patientId: string; proId: string; bookingId: string });
  const due = new Map<string, { pro: LeftPro; lookAt: Date }>();
  const left: LeftPros = {
    put: kill.step(
      async (pro: LeftPro, lookAt: Date) =>
        void due.set(pro.proId, { pro: due.get(pro.proId)?.pro ?? pro, lookAt }),
    ),
    remove: kill.step(async (proId: string) => void due.delete(proId)),
    due: async (now) => [...due.values()].filter(({ lookAt }) => lookAt <= now).map(({ pro }) => pro),
  };
  const informed = new Set<string>();
  const keys = new Set<string>();
  const patients = createLeftBehind({
    domain: {
      ...world.domain,
      patients: { ...world.domain.patients, execute: kill.step(world.domain.patients.execute) },
      clinics: { ...world.domain.clinics, execute: kill.step(world.domain.clinics.execute) },
    },
    bookings: {
      of: async (patientId) =>
        (await placed()).filter((one) => one.patientId === patientId).map(({ bookingId }) => bookingId),
    },
    records: {
      ofPro: async (proId) => {
        const events = (await world.store.readAll(beginning, 1000)).filter(
          ({ type }) => type === 'PatientRegistered',
        );
        const records = events.map(({ data }) => data as { patientId: string; proId: string });
        return records.filter((one) => one.proId === proId).map(({ patientId }) => patientId);
      },
    },
    left,
    ahead: {
      at: async () => (await placed()).map(({ bookingId }) => bookingId),
    },
    notices: { settled: async (ids) => new Set(ids.filter((id) => informed.has(id))) },
    vault: { erase: kill.step(async (subject: string) => void keys.add(subject)) },
    pseudonyms: { forgetId: kill.step(world.pseudonyms.forgetId) },
    now: world.now,
    log: silent,
  });
  const deleteBruno = async () => {
    await world.call('deletePro', { params: { id: bruno.proId }, as: pro(bruno.proId) });
    await patients.leave(bruno.proId, []);
  };
  const leaveAnna = () => patients.leave(practice.ownerId, [practice.clinicId]);
  const deleteAnna = async () => {
    const { ownerId, clinicId } = practice;
    await world.call('deletePro', { params: { id: ownerId }, as: pro(ownerId) });
    await world.call('updateClinic', {
      params: { id: clinicId },
      body: { status: 'archived' },
      as: pro(ownerId),
    });
    await leaveAnna();
  };
  const statusOf = async (patientId: string) => (await world.domain.patients.load(patientId)).state.status;
  const held = { informed, keys, due, kill, leaveAnna };
  return { world, practice, bruno, book, patients, ...held, deleteBruno, deleteAnna, statusOf };
};

describe('patients of a deleted account', () => {
  it('are erased as soon as they have no upcoming appointment', async () => {
    const { world, bruno, book, patients, due, deleteBruno, statusOf } = await open();
    const over = (await book('2026-11-21T09:00', 'carla')).patient.id;
    const ahead = (await book('2026-11-27T09:00', 'dora')).patient.id;
    const cancelled = await book('2026-11-28T09:00', 'elsa');
    await world.call('deleteBooking', { params: { id: cancelled.data.id }, as: pro(bruno.proId) });
    world.advance(2 * 24 * 60);
    await deleteBruno();
    expect([await statusOf(over), await statusOf(cancelled.patient.id)]).toEqual(['leaving', 'leaving']);
    expect(await statusOf(ahead)).toBe('registered');
    expect(
      await world.pseudonyms.find({ kind: 'patient', scope: bruno.proId, value: 'carla@example.com' }),
    ).toBeNull();
    expect(await patients.poll()).toBe(0);
    world.advance(8 * 24 * 60);
    expect(await patients.poll()).toBe(1);
    expect(await statusOf(ahead)).toBe('leaving');
    expect(due.size).toBe(0);
  });

  it('include those added without a booking', async () => {
    const { world, bruno, deleteBruno, statusOf } = await open();
    const body = { name: 'Ugo Neri', email: 'ugo@example.com', prefix: null, phone: null };
    const { answer } = await world.call('registerPatient', { body, as: pro(bruno.proId) });
    await deleteBruno();
    expect(await statusOf(answer.data.id)).toBe('leaving');
  });

  it("are erased even if a colleague took over an appointment, which then belongs to the colleague's patient", async () => {
    const { world, practice, book, deleteBruno, statusOf } = await open();
    const { data, patient } = await book('2026-11-27T09:00', 'carla');
    const body = { date: '2026-11-27T10:00', hub_service_id: practice.offers[0] };
    const params = { id: data.id };
    const moved = await world.call('editBooking', { params, body, as: pro(practice.ownerId) });
    await deleteBruno();
    expect(await statusOf(patient.id)).toBe('leaving');
    expect(await statusOf(moved.answer.data.patient_id)).toBe('registered');
  });
});

describe('patients of an account cleared after a review', () => {
  it('are erased, but not later ones', async () => {
    const { world, bruno, book, patients, statusOf } = await open();
    const before = (await book('2026-11-21T09:00', 'carla')).patient.id;
    world.advance(2 * 24 * 60);
    await patients.clear(bruno.proId, []);
    expect(await statusOf(before)).toBe('leaving');
    const after = (await book('2026-11-23T10:00', 'dora')).patient.id;
    world.advance(2 * 24 * 60);
    await patients.poll();
    expect(await statusOf(after)).toBe('registered');
  });
});

describe('after a deleted clinic', () => {
  const openAnna = async () => {
    const all = await open();
    const { world, practice } = all;
    const body = bookingOf(practice.offers[0], '2026-11-27T09:00', 'carla');
    const { answer } = await world.call('placeBooking', { body, as: pro(practice.ownerId) });
    const colleague = await all.book('2026-11-27T09:00', 'dora');
    return { ...all, key: `clinic-${practice.clinicId}`, own: answer, colleague };
  };

  it('its patients are erased when they were informed, and its name when all were', async () => {
    const { world, patients, informed, keys, key, own, colleague, deleteAnna, statusOf } = await openAnna();
    await deleteAnna();
    expect([await statusOf(own.patient.id), keys.has(key)]).toEqual(['registered', false]);
    informed.add(own.data.id);
    world.advance(1);
    await patients.poll();
    expect([await statusOf(own.patient.id), keys.has(key)]).toEqual(['leaving', false]);
    informed.add(colleague.data.id);
    world.advance(1);
    await patients.poll();
    expect(keys.has(key)).toBe(true);
    // The colleague's patient stays.
    expect(await statusOf(colleague.patient.id)).toBe('registered');
  });

  it('they are erased a day later if they could not be informed', async () => {
    const { world, patients, keys, key, own, due, deleteAnna, statusOf } = await openAnna();
    await deleteAnna();
    world.advance(23 * 60);
    await patients.poll();
    expect([await statusOf(own.patient.id), keys.has(key)]).toEqual(['registered', false]);
    world.advance(61);
    await patients.poll();
    expect([await statusOf(own.patient.id), keys.has(key), due.size]).toEqual(['leaving', true, 0]);
  });

  it('they are erased in the end, whichever step crashes', async () => {
    for (let number = 1; ; number += 1) {
      const { world, patients, keys, key, own, colleague, due, kill, ...rest } = await openAnna();
      kill.at(number);
      // Repeats the request, as after a restart; after a day the process no longer waits for
      // notices.
      await rest.deleteAnna().catch(rest.leaveAnna);
      world.advance(24 * 60);
      await patients.poll().catch(() => patients.poll());
      world.advance(24 * 60);
      await patients.poll();
      const gone = await rest.statusOf(own.patient.id);
      expect([gone, keys.has(key), due.size], `step ${number}`).toEqual(['leaving', true, 0]);
      expect(await rest.statusOf(colleague.patient.id)).toBe('registered');
      const known = { kind: 'patient', scope: rest.practice.ownerId, value: 'carla@example.com' } as const;
      expect(await world.pseudonyms.find(known), `step ${number}`).toBeNull();
      if (kill.isDone()) return;
    }
  });
});
