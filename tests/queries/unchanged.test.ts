import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
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

describe('a response with an ETag', () => {
  it('is not computed again without new events', async () => {
    const tag = await tagOf('getProCalendar', calendar);
    const query = vi.spyOn(world.database.pool, 'query');
    const again = await world.ask('getProCalendar', { ...calendar, tag });
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
    expect(again).toMatchObject({ unchanged: true, tag, data: undefined });
  });

  it('is computed again after new events', async () => {
    const tag = await tagOf('getProCalendar', calendar);
    await world.given(sample('PatientRegistered'), sample('BookingPlaced'), sample('BookingConfirmed'));
    const { unchanged, data, tag: next } = await world.ask('getProCalendar', { ...calendar, tag });
    expect(unchanged).toBe(false);
    expect(data).toHaveProperty('bookings.length', 1);
    expect(next).not.toBe(tag);
  });

  it('does not change with visits and patients of others', async () => {
    const tag = await tagOf('getProCalendar', calendar);
    const services = { caller: owner };
    const ofServices = await tagOf('getServices', services);
    const elsewhere = { clinicId: sampleId(2, 90), hubId: sampleId(3, 90), proId: sampleId(1, 90) };
    await world.given(
      sample('PatientRegistered', { patientId: sampleId(5, 90), proId: elsewhere.proId }),
      sample('BookingPlaced', { ...elsewhere, bookingId: sampleId(4, 90) }),
    );
    expect(await world.ask('getProCalendar', { ...calendar, tag })).toMatchObject({ unchanged: true });
    await world.given(sample('BookingAttended'));
    expect((await world.ask('getProCalendar', { ...calendar, tag })).unchanged).toBe(false);
    // The list of services contains no visits.
    const again = await world.ask('getServices', { ...services, tag: ofServices });
    expect(again.unchanged).toBe(true);
  });

  it('of a record is logged as an access, even if it is unchanged', async () => {
    const patientId = sampleIds.patient;
    await world.given(sample('PatientRegistered'));
    const record = { caller: owner, params: { proId: owner, patientId } };
    world.viewed.length = 0;
    const tag = await tagOf('getPatientBookings', record);
    expect(await tagOf('getPatientBookings', record)).toBe(tag);
    expect((await world.ask('getPatientBookings', { ...record, tag })).unchanged).toBe(true);
    expect(world.viewed).toEqual([patientId, patientId, patientId]);
    await world.given(sample('PatientUpdated'));
    expect((await world.ask('getPatientBookings', { ...record, tag })).unchanged).toBe(false);
  });

  it('of all patients is logged too, and of one by email as an access to that record', async () => {
    await world.given(sample('PatientRegistered'));
    const { email } = sample('PatientRegistered').data;
    const [all, one] = [owner, email as string].map((key) => ({ caller: owner, params: { key } }));
    const tags = [await tagOf('getPatients', all), await tagOf('getPatients', one)];
    world.viewed.length = 0;
    expect((await world.ask('getPatients', { ...all!, tag: tags[0]! })).unchanged).toBe(true);
    expect(world.viewed).toEqual([]);
    expect((await world.ask('getPatients', { ...one!, tag: tags[1]! })).unchanged).toBe(true);
    expect(world.viewed).toEqual([sampleIds.patient]);
    const other = { patientId: sampleId(5, 91), proId: owner };
    await world.given(sample('PatientRegistered', other));
    const { unchanged, data } = await world.ask('getPatients', { ...all!, tag: tags[0]! });
    expect(unchanged).toBe(false);
    expect(data).toContainEqual(expect.objectContaining({ id: other.patientId }));
  });

  it('is outdated for everyone whom an event may concern: a corrected patient, a membership', async () => {
    const joined = { clinicId: clinic, hubId: sampleIds.guestHub, proId: guest };
    for (const event of [
      sample('PatientUpdated'),
      { type: 'CollaborationAccepted', data: joined } as const,
      { type: 'CollaboratorArchived', data: joined } as const,
    ]) {
      const asked = { caller: guest, params: { proId: guest } };
      const tag = await tagOf('getProCalendar', asked);
      await world.given(event);
      expect((await world.ask('getProCalendar', { ...asked, tag })).unchanged).toBe(false);
    }
  });

  it('reveals nothing to others', async () => {
    const clinicServices = { params: { id: clinic } };
    const tag = await tagOf('getClinicServices', { ...clinicServices, caller: owner });
    const other = await world.ask('getClinicServices', { ...clinicServices, caller: guest, tag });
    expect(other.unchanged).toBe(false);
    const visitor = await world.ask('getClinicServices', { ...clinicServices, tag });
    expect(visitor).toMatchObject({ unchanged: false, tag: undefined });
  });

  it('waits for events written before the request', async () => {
    const tag = await tagOf('getProCalendar', calendar);
    world.awaited.clear();
    await world.ask('getProCalendar', { ...calendar, tag });
    expect(world.awaited.size).toBe(1);
  });

  it('has no ETag if it depends on the time', async () => {
    const days = { from: '2026-11-16', to: '2026-11-22' };
    const { tag } = await world.ask('getProOverview', { ...calendar, query: days });
    expect(tag).toBeUndefined();
  });
});
