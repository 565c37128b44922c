import type { ClinicView } from '@visita/contracts/clinic/views';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { guestAccepts, sampleClinic } from '../support/sample-clinic.ts';

const { clinic: clinicId, guest, guestHub, owner, ownerHub, service, stranger } = sampleIds;

let world: QueryWorld;
const open = async () => {
  world = await createQueryWorld({ now: '2026-11-20T08:00:00.000Z' });
  await world.given(...sampleClinic);
};
const clinicParams = { id: clinicId };

describe('visibility of a clinic', () => {
  beforeAll(open);
  afterAll(() => world.close());

  test('its owner sees everything, a pending invitation without name and phone', async () => {
    const { data } = await world.ask('getClinics', { caller: owner });
    expect(data).toMatchObject([
      {
        id: clinicId,
        owner: 'Anna Rossi',
        owner_id: owner,
        postal_code: '00100',
        province: expect.stringContaining('Roma') as string,
        clinic_services: [{ id: service, price: 80, specializationId: 'cardiology' }],
        hubs: [
          { id: ownerHub, role: 'owner', pro: { name: 'Anna', phone: '+39 3331234567' } },
          { id: guestHub, status: 'pending', pro: { name: null, lastname: null, phone: null } },
        ],
      },
    ]);
  });

  test('an invitee sees their invitation, not the clinic', async () => {
    const { data } = await world.ask('getProHubs', { caller: guest, params: { id: guest } });
    expect(data).toMatchObject([
      { id: guestHub, status: 'pending', clinic: { name: 'Studio Roma', owner: 'Anna Rossi' } },
    ]);
    expect((await world.ask('getClinics', { caller: guest })).data).toEqual([]);
    expect((await world.ask('getServices', { caller: guest })).data).toEqual([]);
  });

  test('others and visitors get the public fields', async () => {
    for (const caller of [null, stranger, guest]) {
      const { data } = await world.ask('getClinic', { params: clinicParams, caller });
      expect(data).not.toHaveProperty('owner_id');
      expect(data).not.toHaveProperty('hubs');
      expect(data).toMatchObject({ id: clinicId, name: 'Studio Roma', clinic_services: [{ id: service }] });
      const services = await world.ask('getClinicServices', { params: clinicParams, caller });
      expect(services.data).toMatchObject([{ id: service }]);
      expect(JSON.stringify(services.data)).not.toContain(owner);
    }
  });

  test('visitors see a professional’s bookable hubs and clinics without email, phone and owner', async () => {
    const hubs = await world.ask('getProHubs', { params: { id: owner } });
    expect(hubs.data).toMatchObject([{ id: ownerHub, clinicId, professional: 'Anna Rossi' }]);
    const clinics = await world.ask('getProClinics', { params: { id: owner }, caller: stranger });
    expect(clinics.data).toMatchObject([{ id: clinicId }]);
    for (const { data } of [hubs, clinics]) {
      expect(JSON.stringify(data)).not.toMatch(/example\.com|3331234567|owner/);
    }
    expect((await world.ask('getProHubs', { params: { id: guest } })).data).toEqual([]);
    await expect(world.ask('getProHubs', { params: { id: sampleId(1, 99) } })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('an accepted member sees the names of the team', async () => {
    await world.given(guestAccepts);
    const { data } = await world.ask('getClinic', { params: clinicParams, caller: guest });
    expect(data).toMatchObject({
      owner_id: owner,
      hubs: [{ pro: { name: 'Anna' } }, { status: 'active', pro: { name: 'Bruno' } }],
    });
  });

  test('those who may cancel the visits of a professional see whether patients are mailed then', async () => {
    const seenBy = async (caller: string) => {
      const { data } = await world.ask('getClinic', { params: clinicParams, caller });
      return (data as ClinicView).hubs.map(({ mails_cancellations: mails }) => mails);
    };
    expect(await seenBy(owner)).toEqual([true, true]);
    expect(await seenBy(guest), 'a guest sees only their own').toEqual([undefined, true]);
    const desk = sampleId(3, 5);
    const invited = { hubId: desk, proId: stranger, role: 'reception', status: 'pending' } as const;
    await world.given(sample('CollaboratorInvited', invited));
    await world.given({ type: 'CollaborationAccepted', data: { clinicId, hubId: desk } });
    expect((await seenBy(stranger)).slice(0, 2)).toEqual([true, true]);
    await world.given({ type: 'CollaboratorArchived', data: { clinicId, hubId: desk, proId: stranger } });
  });

  test('a service without professionals is visible only to members', async () => {
    const clinicServiceId = `${clinicId}.service3`;
    const { service: data } = sample('ClinicServiceAdded').data;
    await world.given(sample('ClinicServiceAdded', { service: { ...data, clinicServiceId } }));
    const ids = async (caller: string | null) => {
      const services = await world.ask('getClinicServices', { params: clinicParams, caller });
      return (services.data as { id: string }[]).map(({ id }) => id);
    };
    expect(await ids(owner)).toContain(clinicServiceId);
    expect(await ids(stranger)).toEqual([service]);
    await world.given({ type: 'ClinicServiceArchived', data: { clinicId, clinicServiceId } });
  });

  test('a professional’s own terms are in a service’s public data', async () => {
    const given = async (own: { duration?: number; priceCents?: number }) => {
      await world.given(sample('HubServiceTermsSet', { own }));
      const { data } = await world.ask('getClinicServices', { params: clinicParams });
      return (data as unknown[])[0];
    };
    expect(await given({ priceCents: 6_550 })).toMatchObject({
      price: 80,
      offered: { duration: { from: 30, to: 30 }, price: { from: 65.5, to: 80 } },
    });
    expect(await given({})).not.toHaveProperty('offered');
  });

  test('a withdrawn service disappears from the clinic and its hubs', async () => {
    const clinicServiceId = `${clinicId}.service2`;
    await world.given(
      sample('ClinicServiceAdded', {
        service: { ...sample('ClinicServiceAdded').data.service, clinicServiceId },
      }),
      { type: 'ClinicServiceArchived', data: { clinicId, clinicServiceId } },
    );
    expect((await world.ask('getServices', { caller: owner })).data).toHaveLength(1);
  });

  test('without online booking, visitors find nothing and members everything', async () => {
    await world.given({ type: 'OnlineBookingSwitched', data: { clinicId, onlineBooking: false } });
    await expect(world.ask('getClinic', { params: clinicParams })).rejects.toMatchObject({
      code: 'not-found',
    });
    expect((await world.ask('getProClinics', { params: { id: owner } })).data).toEqual([]);
    await world.ask('getClinic', { params: clinicParams, caller: guest });
  });

  test('memberships are checked against the store while the read models lag', async () => {
    world.outrun();
    await expect(world.ask('getClinics', { caller: guest })).rejects.toMatchObject({ code: 'unavailable' });
    await world.given({ type: 'CollaboratorArchived', data: { clinicId, hubId: guestHub, proId: guest } });
    await expect(world.ask('getClinic', { params: clinicParams, caller: guest })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('an archived clinic is not found by anyone', async () => {
    await world.given({ type: 'ClinicArchived', data: { clinicId } });
    expect((await world.ask('getClinics', { caller: owner })).data).toEqual([]);
    expect((await world.ask('getProHubs', { params: { id: owner }, caller: owner })).data).toEqual([]);
  });
});
