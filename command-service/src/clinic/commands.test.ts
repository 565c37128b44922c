import { deriveId } from '@visita/platform/ids/derive-id';
import { describe, expect, it } from 'vitest';
import { bookingOf, joinPractice, openClinic, openPractice, registerPro } from '../../testing/practice.ts';
import { createWorld, pro, typesSince } from '../../testing/world.ts';

const refused = async (promise: Promise<unknown>, code: string) =>
  expect(promise).rejects.toMatchObject({ code });
const place = {
  name: 'Nuovo',
  provinceId: 'IT-RM',
  city: 'Roma',
  address: 'Via Appia 1',
  postalCode: '00100',
};

describe("a clinic's details, online booking, services and archival", () => {
  it("are the owner's alone: 403 for the team, 404 for strangers, and nothing written", async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const manager = await joinPractice(world, practice, 'manager');
    const stranger = await registerPro(world, 'stranger');
    const head = await world.store.head();
    const row = {
      clinicId: practice.clinicId,
      specializationId: 'acupuncture',
      price: 10,
      serviceName: 'x',
      duration: 5,
    };
    const params = { id: practice.clinicId };
    for (const [id, code] of [
      [manager.proId, 'forbidden'],
      [stranger, 'not-found'],
    ] as const) {
      const as = pro(id);
      for (const body of [place, { online_booking: false }, { status: 'archived' }]) {
        await refused(world.call('updateClinic', { params, body, as }), code);
      }
      await refused(world.call('addClinicServices', { body: [row], as }), code);
      const archive = { params: { id: practice.services[0] }, body: { activated: false }, as };
      await refused(world.call('archiveClinicService', archive), code);
      const { clinicId: _, ...body } = { ...row, clinicId: practice.clinicId };
      await refused(world.call('changeClinicService', { params: archive.params, body, as }), code);
    }
    expect(await typesSince(world.store, head)).toEqual([]);
  });

  it('cannot be opened for another pro', async () => {
    const world = createWorld();
    const [anna, bea] = [await registerPro(world, 'anna'), await registerPro(world, 'bea')];
    const body = { ...place, ownerId: anna, onlineBooking: true };
    await refused(world.call('openClinic', { body, as: pro(bea) }), 'forbidden');
  });

  it('accept no rows of another clinic: all or none', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const other = await openClinic(world, practice.ownerId);
    const row = { specializationId: 'acupuncture', price: 10, serviceName: 'x', duration: 5 };
    const body = [practice, other].map(({ clinicId }) => ({ ...row, clinicId }));
    const head = await world.store.head();
    await refused(world.call('addClinicServices', { body, as: pro(practice.ownerId) }), 'not-found');
    expect(await typesSince(world.store, head)).toEqual([]);
  });

  it('repeated under one key return the same ids and write nothing', async () => {
    const world = createWorld();
    const ownerId = await registerPro(world, 'anna');
    const request = {
      body: { ...place, ownerId, onlineBooking: true },
      as: pro(ownerId),
      id: deriveId('key'),
    };
    const first = await world.call('openClinic', request);
    const row = { specializationId: 'acupuncture', price: 0.29, serviceName: 'x', duration: 5 };
    const rows = {
      body: [{ ...row, clinicId: first.answer.data.id }],
      as: pro(ownerId),
      id: deriveId('rows'),
    };
    const added = await world.call('addClinicServices', rows);
    const head = await world.store.head();
    const { call } = world.startProcess();
    expect((await call('openClinic', request)).answer).toEqual(first.answer);
    expect((await call('addClinicServices', rows)).answer).toEqual(added.answer);
    expect(added.answer.data[0]!.price).toBe(0.29);
    expect(await typesSince(world.store, head)).toEqual([]);
  });
});

describe('public holidays', () => {
  it('close the clinic at once, list the affected bookings, and can be kept open one by one', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const as = pro(practice.ownerId);
    const params = { id: practice.clinicId };
    const booking = { body: bookingOf(practice.offers[0], '2026-12-08T09:00'), as };
    const placed = await world.call('placeBooking', booking);
    const body = { country: 'IT', region: null, language: 'it' };
    const { answer } = await world.call('setHolidays', { params, body, as });
    expect(answer.affected.map(({ id }) => id)).toEqual([placed.answer.data.id]);
    const closings = async () => {
      const { state } = await world.domain.clinics.load(practice.clinicId);
      if (state.status === 'none') throw new Error('no clinic');
      return state.closings.map(({ holiday, period }) => [holiday, period.title, period.start]);
    };
    const christmas = ['2026-12-25', 'Natale di Gesù', '2026-12-24T23:00:00.000Z'];
    expect(await closings()).toContainEqual(christmas);

    await world.call('setHoliday', { params, body: { date: '2026-12-25', open: true }, as });
    expect(await closings()).not.toContainEqual(christmas);
    await world.call('setHoliday', { params, body: { date: '2026-12-25', open: false }, as });
    expect(await closings()).toContainEqual(christmas);

    const workday = { date: '2026-12-22', open: true };
    await refused(world.call('setHoliday', { params, body: workday, as }), 'not-found');
    const nowhere = { ...body, region: 'XX' };
    await refused(world.call('setHolidays', { params, body: nowhere, as }), 'malformed-request');
    await world.call('setHolidays', { params, body: { ...body, country: null }, as });
    expect(await closings()).toEqual([]);
  });
});

describe('closings', () => {
  const stretch = {
    title: 'Ponte',
    starting_date: '2026-11-23T00:00',
    ending_date: '2026-11-23T23:59',
    type: 'closing',
  };

  it('are for owner and managers, and list the affected bookings', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const manager = await joinPractice(world, practice, 'manager');
    const as = pro(practice.ownerId);
    const booking = { body: bookingOf(practice.offers[0], '2026-11-23T09:00'), as };
    const placed = await world.call('placeBooking', booking);
    const body = { ...stretch, clinic_id: practice.clinicId };
    const planned = await world.call('planClosing', { body, as: pro(manager.proId) });
    expect(planned.answer.affected.map(({ id }) => id)).toEqual([placed.answer.data.id]);
    await world.call('cancelClosing', { params: { id: planned.answer.data.id }, as });
    await refused(world.call('cancelClosing', { params: { id: planned.answer.data.id }, as }), 'not-found');
  });

  it('are refused to guests and strangers, and need the plan', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const guest = await joinPractice(world, practice);
    const free = await registerPro(world, 'free', 'free');
    const own = await openClinic(world, free);
    const body = { ...stretch, clinic_id: practice.clinicId };
    await refused(world.call('planClosing', { body, as: pro(guest.proId) }), 'forbidden');
    await refused(world.call('planClosing', { body, as: pro(free) }), 'not-found');
    const ownBody = { ...stretch, clinic_id: own.clinicId };
    await refused(world.call('planClosing', { body: ownBody, as: pro(free) }), 'plan-required');
  });

  it('cannot end before they start', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const body = { ...stretch, ending_date: '2026-11-22T00:00', clinic_id: practice.clinicId };
    await refused(world.call('planClosing', { body, as: pro(practice.ownerId) }), 'period-inverted');
  });
});
