import { sample, sampleIds } from '@visita/contracts/samples';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { sampleClinic } from '../support/sample-clinic.ts';

const { clinic, owner, guest } = sampleIds;
const calendar = { caller: owner, params: { proId: owner } };

let world: QueryWorld;
beforeAll(async () => {
  world = await createQueryWorld({ now: '2026-11-20T09:00:00Z' });
  await world.given(...sampleClinic);
});
afterAll(() => world.close());

const tagOf = async (...asked: Parameters<QueryWorld['ask']>): Promise<string> => {
  const { tag, unchanged } = await world.ask(...asked);
  expect(unchanged).toBe(false);
  return tag!;
};

describe('an answer with its tag', () => {
  it('is not read again while nothing has happened', async () => {
    const tag = await tagOf('getProCalendar', calendar);
    const query = vi.spyOn(world.database.pool, 'query');
    const again = await world.ask('getProCalendar', { ...calendar, tag });
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
    expect(again).toMatchObject({ unchanged: true, tag, data: undefined });
  });

  it('is read again once something has', async () => {
    const tag = await tagOf('getProCalendar', calendar);
    await world.given(sample('PatientRegistered'), sample('BookingPlaced'), sample('BookingConfirmed'));
    const { unchanged, data, tag: next } = await world.ask('getProCalendar', { ...calendar, tag });
    expect(unchanged).toBe(false);
    expect(data).toHaveProperty('bookings.length', 1);
    expect(next).not.toBe(tag);
  });

  it('says nothing to somebody else', async () => {
    const clinicServices = { params: { id: clinic } };
    const tag = await tagOf('getClinicServices', { ...clinicServices, caller: owner });
    const other = await world.ask('getClinicServices', { ...clinicServices, caller: guest, tag });
    expect(other.unchanged).toBe(false);
    const visitor = await world.ask('getClinicServices', { ...clinicServices, tag });
    expect(visitor).toMatchObject({ unchanged: false, tag: undefined });
  });

  it('waits for what was written before the question', async () => {
    const tag = await tagOf('getProCalendar', calendar);
    world.awaited.clear();
    await world.ask('getProCalendar', { ...calendar, tag });
    expect(world.awaited.size).toBe(1);
  });

  it('has none where looking is written down, or time alone changes it', async () => {
    const { tag } = await world.ask('getPatientBookings', {
      caller: owner,
      params: { patientId: sampleIds.patient, proId: owner },
    });
    expect(tag).toBeUndefined();
  });
});
