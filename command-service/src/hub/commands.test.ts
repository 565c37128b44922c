import { describe, expect, it, vi } from 'vitest';
import { invite, joinPractice, openClinic, openPractice, registerPro } from '../../testing/practice.ts';
import { createWorld, pro, typesSince } from '../../testing/world.ts';
import { openInvitedHub } from '../processes/open-invited-hub.ts';
import { faultyStore } from '../../testing/faulty-store.ts';
import { deriveId } from '@visita/platform/ids/derive-id';
import { reactionTo } from '@visita/platform/runtime/reactions';

const refused = async (promise: Promise<unknown>, code: string) =>
  expect(promise).rejects.toMatchObject({ code });
const hours = { working_day: 8, starting_hour: '09:00', ending_hour: '12:00' };

describe('invitations', () => {
  it("hide the invitee's name and phone until accepted, and are the owner's alone", async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    await registerPro(world, 'bruno');
    const body = {
      clinicId: practice.clinicId,
      proEmail: 'bruno@example.com',
      availability: [hours],
      services: practice.services,
    };
    const { answer } = await world.call('addCollaborator', { body, as: pro(practice.ownerId) });
    expect(answer.data.hub).toMatchObject({
      status: 'pending',
      role: 'guest',
      pro: { name: null, phone: null },
    });
    expect(answer.data.hub.availabilities).toHaveLength(5);
    await refused(world.call('addCollaborator', { body, as: pro(practice.ownerId) }), 'already-invited');
    const stranger = await registerPro(world, 'stranger');
    await refused(world.call('addCollaborator', { body, as: pro(stranger) }), 'not-found');
  });

  it('are answered by the invitee only; the owner cannot switch a pending hub on', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const bruno = await registerPro(world, 'bruno');
    const stranger = await registerPro(world, 'stranger');
    const hub = await invite(world, practice, { ownerId: practice.ownerId, username: 'bruno' });
    const head = await world.store.head();
    const update = (body: unknown, proId: string) =>
      world.call('updateHub', { params: { id: hub.hubId }, body, as: pro(proId) });
    await refused(update({ status: 'active' }, practice.ownerId), 'forbidden');
    await refused(update({ status: 'rejected' }, practice.ownerId), 'forbidden');
    await refused(update({ status: 'active' }, stranger), 'not-found');
    await refused(update({ role: 'manager' }, bruno), 'forbidden');
    await refused(update({ status: 'archived' }, bruno), 'forbidden');
    expect(await typesSince(world.store, head)).toEqual([]);
    await update({ status: 'rejected' }, bruno);
    await refused(update({ status: 'active' }, bruno), 'not-found');
  });

  it('require a second factor from the acceptance on, if the clinic does', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const { clinicId, ownerId } = practice;
    const bruno = await registerPro(world, 'bruno');
    const hub = await invite(world, practice, { ownerId, username: 'bruno' });
    const ask = (second_factor: boolean) =>
      world.call('updateClinic', { params: { id: clinicId }, body: { second_factor }, as: pro(ownerId) });
    await ask(true);
    expect(world.requiredFactors.of(clinicId), 'no one has joined, and the owner is exempt').toEqual([]);
    const accept = { params: { id: hub.hubId }, body: { status: 'active' }, as: pro(bruno) };
    await world.call('updateHub', accept);
    expect(world.requiredFactors.of(clinicId)).toEqual([bruno]);
    await ask(false);
    expect(world.requiredFactors.of(clinicId)).toEqual([]);
    await ask(true);
    expect(world.requiredFactors.of(clinicId)).toEqual([bruno]);
  });

  it("require it by the clinic's present state, even if an earlier call stores it late", async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const { proId } = await joinPractice(world, practice);
    const { clinicId, ownerId } = practice;
    const ask = (second_factor: boolean) =>
      world.call('updateClinic', { params: { id: clinicId }, body: { second_factor }, as: pro(ownerId) });
    const { replace } = world.requiredFactors;
    vi.spyOn(world.requiredFactors, 'replace').mockImplementationOnce(async (...late) => {
      await ask(false);
      await replace(...late);
    });
    await ask(true);
    expect(world.requiredFactors.of(clinicId)).toEqual([]);
    await ask(true);
    expect(world.requiredFactors.of(clinicId)).toEqual([proId]);
  });

  it('give no membership before they are accepted', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const guest = await joinPractice(world, practice);
    const invitee = await registerPro(world, 'dario');
    const hub = await invite(world, practice, { ownerId: practice.ownerId, username: 'dario' });
    const head = await world.store.head();
    const as = pro(invitee);
    const params = { id: practice.clinicId };
    await refused(world.call('updateClinic', { params, body: { online_booking: false }, as }), 'not-found');
    const add = (hubId: string, who: string) =>
      world.call('addHubAvailabilities', { body: [{ ...hours, hubId }], as: pro(who) });
    await refused(add(practice.hubId, invitee), 'not-found');
    await refused(add(hub.hubId, invitee), 'hub-status');
    await refused(add(hub.hubId, guest.proId), 'not-found');
    expect(await typesSince(world.store, head)).toEqual([]);
    await add(hub.hubId, practice.ownerId);
  });

  it('let only one of two be accepted at limit − 1', async () => {
    const world = createWorld();
    const owner = await registerPro(world, 'owner', 'free');
    const clinic = await openClinic(world, owner);
    const hubs: { proId: string; hubId: string }[] = [];
    for (const username of ['uno', 'due', 'tre']) {
      const proId = await registerPro(world, username);
      hubs.push({ proId, ...(await invite(world, clinic, { ownerId: owner, username })) });
    }
    const accept = ({ proId, hubId }: { proId: string; hubId: string }) =>
      world
        .startProcess()
        .call('updateHub', { params: { id: hubId }, body: { status: 'active' }, as: pro(proId) });
    const answers = await Promise.allSettled(hubs.map(accept));
    expect(answers.filter((one) => one.status === 'fulfilled')).toHaveLength(2);
    expect(answers.find((one) => one.status === 'rejected')).toMatchObject({
      reason: { code: 'collaborator-limit' },
    });
  });

  it('open their hub even after a crash in between', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    await registerPro(world, 'bruno');
    const dying = world.startProcess(faultyStore(world.store, { nth: 2, when: 'before', how: 'crash' }));
    const head = await world.store.head();
    await expect(
      invite({ ...world, call: dying.call }, practice, { ownerId: practice.ownerId, username: 'bruno' }),
    ).rejects.toThrow('not appended');
    const [invited] = await world.store.readAll(head, 10);
    const cause = {
      id: deriveId('event'),
      correlationId: deriveId('event'),
      actor: 'process:x',
      time: '2030-01-01T00:00:00.000Z',
    } as const;
    for (const _repeat of [1, 2])
      await reactionTo(openInvitedHub(world.domain).on, 'CollaboratorInvited')!(invited!, cause);
    const types = await typesSince(world.store, head);
    expect(types.filter((type) => type === 'HubOpened')).toHaveLength(1);
    expect(types.filter((type) => type === 'AvailabilityAdded')).toHaveLength(7);
    // Opened with the invitation's time: past figures are measured against hours valid since then.
    const opened = await world.store.readAll(head, 100);
    expect(new Set(opened.map(({ metadata }) => metadata.time))).toEqual(new Set([invited!.metadata.time]));
  });
});

describe('services and hours of a hub', () => {
  it('are changed by its pro and the owner: 403 for colleagues, 404 for strangers', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const guest = await joinPractice(world, practice);
    const stranger = await registerPro(world, 'stranger');
    const entry = { ...hours, hubId: practice.hubId };
    const guestEntry = { ...hours, hubId: guest.hubId };
    await refused(world.call('addHubAvailabilities', { body: [entry], as: pro(guest.proId) }), 'forbidden');
    await refused(world.call('addHubAvailabilities', { body: [entry], as: pro(stranger) }), 'not-found');
    const mixed = { body: [entry, guestEntry], as: pro(practice.ownerId) };
    await refused(world.call('addHubAvailabilities', mixed), 'not-found');
    await world.call('addHubAvailabilities', { body: [guestEntry], as: pro(practice.ownerId) });
    const added = await world.call('addHubAvailabilities', { body: [guestEntry], as: pro(guest.proId) });
    expect(added.answer.data.map((one) => one.working_day)).toEqual([1, 2, 3, 4, 5]);
    const remove = { params: { id: added.answer.data[0]!.id } };
    await refused(world.call('removeHubAvailability', { ...remove, as: pro(stranger) }), 'not-found');
    await world.call('removeHubAvailability', { ...remove, as: pro(guest.proId) });
  });

  it('contain services of its own clinic only', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const other = await openClinic(world, practice.ownerId, 'Altra');
    const as = pro(practice.ownerId);
    const foreign = { hubId: practice.hubId, clinicServiceId: other.services[0] };
    await refused(world.call('addHubService', { body: foreign, as }), 'service-unknown');
    const repeated = { body: { hubId: practice.hubId, clinicServiceId: practice.services[0] }, as };
    expect((await world.call('addHubService', repeated)).answer.data.id).toBe(practice.offers[0]);
    const remove = { params: { id: practice.offers[0] }, body: { activated: false }, as };
    await world.call('removeHubService', remove);
    await refused(world.call('removeHubService', remove), 'not-found');
  });

  it('refuse an inverted window before anything is written', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const body = [{ ...hours, hubId: practice.hubId, starting_hour: '13:00' }];
    await refused(
      world.call('addHubAvailabilities', { body, as: pro(practice.ownerId) }),
      'availability-inverted',
    );
  });
});

describe('vacations', () => {
  const stretch = {
    title: 'Ferie',
    starting_date: '2026-11-23T00:00',
    ending_date: '2026-11-23T23:59',
    type: 'vacation',
  };

  it("are for the hub's own pro and those who run the calendar, on a plan that includes them", async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const guest = await joinPractice(world, practice);
    const ofOwner = { ...stretch, hub_id: practice.hubId };
    await refused(world.call('planVacation', { body: ofOwner, as: pro(guest.proId) }), 'forbidden');
    const { answer: own } = await world.call('planVacation', { body: ofOwner, as: pro(practice.ownerId) });
    const cancelOwn = { params: { id: own.data.id } };
    await refused(world.call('cancelVacation', { ...cancelOwn, as: pro(guest.proId) }), 'forbidden');
    await world.call('cancelVacation', { ...cancelOwn, as: pro(practice.ownerId) });
    const body = { ...stretch, hub_id: guest.hubId };
    for (const proId of [practice.ownerId, guest.proId]) {
      const { answer } = await world.call('planVacation', { body, as: pro(proId) });
      await world.call('cancelVacation', { params: { id: answer.data.id }, as: pro(guest.proId) });
    }
    const archive = { params: { id: guest.hubId }, body: { status: 'archived' }, as: pro(practice.ownerId) };
    await world.call('updateHub', archive);
    await refused(world.call('planVacation', { body, as: pro(guest.proId) }), 'not-found');
  });

  it('need the plan', async () => {
    const world = createWorld();
    const ownerId = await registerPro(world, 'free', 'free');
    const clinic = await openClinic(world, ownerId);
    const hub = await invite(world, clinic, { ownerId, username: 'free' });
    await refused(
      world.call('planVacation', { body: { ...stretch, hub_id: hub.hubId }, as: pro(ownerId) }),
      'plan-required',
    );
  });
});
