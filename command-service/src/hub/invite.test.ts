import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import type { EventStore } from '@visita/platform/event-store/port';
import { describe, expect, it } from 'vitest';
import { faultyStore, ConnectionLost } from '../../testing/faulty-store.ts';
import { invite, openClinic, registerPro } from '../../testing/practice.ts';
import { createWorld, pro, typesSince } from '../../testing/world.ts';

const shellAccount = ['Claimed', 'Claimed', 'ProInvited'];
const hubOpened = ['CollaboratorInvited', 'HubOpened'];

/** A clinic on the free plan with one place left. */
const openWithOnePlace = async (transactions: boolean) => {
  const store = createMemoryEventStore({ transactions });
  const world = createWorld(store);
  const ownerId = await registerPro(world, 'owner', 'free');
  const clinic = await openClinic(world, ownerId);
  const join = async (username: string) => {
    const proId = await registerPro(world, username);
    const { hubId } = await invite(world, clinic, { ownerId, username });
    const answer = (status: string) =>
      world
        .startProcess(store)
        .call('updateHub', { params: { id: hubId }, body: { status }, as: pro(proId) });
    return { hubId, answer };
  };
  const first = await join('uno');
  await first.answer('active');
  const second = await join('due');
  const head = await store.head();
  const as = pro(ownerId);
  const body = {
    clinicId: clinic.clinicId,
    proEmail: 'new.here@example.com',
    availability: [{ working_day: 1, starting_hour: '09:00', ending_hour: '12:00' }],
    services: clinic.services,
  };
  const written = async () => {
    const types = await typesSince(store, head);
    return types.filter((type) => !['AvailabilityAdded', 'HubServiceOffered'].includes(type));
  };
  const eventsOf = async (type: string) =>
    (await store.readAll(head, 100)).filter((event) => event.type === type);
  return { world, store, clinic, ownerId, body, as, first, second, written, eventsOf };
};

/** A store that runs another action before the first write of an invitation. */
const overtaken = (store: EventStore, first: () => Promise<unknown>): EventStore => {
  let waiting: (() => Promise<unknown>) | undefined = first;
  const overtake = async (): Promise<void> => {
    const happening = waiting;
    waiting = undefined;
    await happening?.();
  };
  const { appendTogether } = store;
  return {
    ...store,
    append: async (...asked) => {
      await overtake();
      return store.append(...asked);
    },
    ...(appendTogether && {
      appendTogether: async (appends) => {
        await overtake();
        return appendTogether(appends);
      },
    }),
  };
};

describe('an invitation of an unknown email', () => {
  it("is one write with the account, and its link is the invitation's", async () => {
    const { world, body, as, written, eventsOf, store } = await openWithOnePlace(true);
    const { position } = await world.call('addCollaborator', { body, as });
    expect(await written()).toEqual([...shellAccount, ...hubOpened]);
    const [[account], [invited]] = await Promise.all([
      eventsOf('ProInvited'),
      eventsOf('CollaboratorInvited'),
    ]);
    expect(invited!.data).toMatchObject({ tokenId: (account!.data as { tokenId: string }).tokenId });
    expect(position).toBe(await store.head());
  });

  it('leaves nothing if the last place is taken meanwhile', async () => {
    const { world, body, as, second, written, store } = await openWithOnePlace(true);
    const late = world.startProcess(overtaken(store, () => second.answer('active')));
    await expect(late.call('addCollaborator', { body, as })).rejects.toMatchObject({
      code: 'collaborator-limit',
    });
    expect(await written()).toEqual(['CollaborationAccepted']);
    await registerPro(world, 'new.here');
  });

  it('succeeds though the clinic changed meanwhile', async () => {
    const { world, body, as, second, written, store } = await openWithOnePlace(true);
    const late = world.startProcess(overtaken(store, () => second.answer('rejected')));
    await late.call('addCollaborator', { body, as });
    expect(await written()).toEqual(['CollaborationRejected', ...shellAccount, ...hubOpened]);
  });

  it.each([true, false])(
    'takes the last place if two come at once (transactions: %s)',
    async (transactions) => {
      const { world, body, as, eventsOf, store } = await openWithOnePlace(transactions);
      const other = () => world.startProcess(store).call('addCollaborator', { body, as });
      const late = world.startProcess(overtaken(store, other));
      await expect(late.call('addCollaborator', { body, as })).rejects.toMatchObject({
        code: 'already-invited',
      });
      expect(await eventsOf('ProInvited')).toHaveLength(1);
      expect(await eventsOf('CollaboratorInvited')).toHaveLength(1);
    },
  );

  it('finds its work after a lost answer, and leaves nothing after a crash before the write', async () => {
    for (const when of ['before', 'after'] as const) {
      const { world, body, as, written, store } = await openWithOnePlace(true);
      const dying = world.startProcess(faultyStore(store, { nth: 1, when, how: 'crash' }));
      await expect(dying.call('addCollaborator', { body, as, id: 'one' })).rejects.toBeInstanceOf(
        ConnectionLost,
      );
      expect(await written()).toEqual(when === 'before' ? [] : [...shellAccount, 'CollaboratorInvited']);
      await world.startProcess(store).call('addCollaborator', { body, as, id: 'one' });
      expect(await written()).toEqual([...shellAccount, ...hubOpened]);
    }
  });
});

describe('without transactions', () => {
  it('an account whose invitation was refused is mailed a link by the next one', async () => {
    const { world, body, as, first, second, written, eventsOf, store } = await openWithOnePlace(false);
    const late = world.startProcess(overtaken(store, () => second.answer('active')));
    await expect(late.call('addCollaborator', { body, as })).rejects.toMatchObject({
      code: 'collaborator-limit',
    });
    expect(await written()).toEqual(['CollaborationAccepted', ...shellAccount]);
    await world.call('updateHub', { params: { id: first.hubId }, body: { status: 'paused' }, as });
    await world.call('addCollaborator', { body, as });
    expect(await eventsOf('ProInvited')).toHaveLength(1);
    const [[link], [invited]] = await Promise.all([
      eventsOf('InvitationLinkIssued'),
      eventsOf('CollaboratorInvited'),
    ]);
    expect(invited!.data).toMatchObject({ tokenId: (link!.data as { tokenId: string }).tokenId });
  });

  it('continues after each crash, with one account, one invitation and the link of both', async () => {
    for (const nth of [1, 2, 3, 4, 5]) {
      for (const when of ['before', 'after'] as const) {
        const { world, body, as, eventsOf, store } = await openWithOnePlace(false);
        const dying = world.startProcess(faultyStore(store, { nth, when, how: 'crash' }));
        await expect(dying.call('addCollaborator', { body, as, id: 'one' })).rejects.toBeInstanceOf(
          ConnectionLost,
        );
        await world.startProcess(store).call('addCollaborator', { body, as, id: 'one' });
        const [accounts, invitations, links] = await Promise.all(
          ['ProInvited', 'CollaboratorInvited', 'InvitationLinkIssued'].map(eventsOf),
        );
        expect([accounts!.length, invitations!.length, links!.length]).toEqual([1, 1, 0]);
        const { tokenId } = accounts![0]!.data as { tokenId: string };
        expect(invitations![0]!.data).toMatchObject({ tokenId });
      }
    }
  });
});

it('an invitee who never used the link is mailed another by each clinic that invites them', async () => {
  const { world, body, as, ownerId, eventsOf } = await openWithOnePlace(true);
  await world.call('addCollaborator', { body, as });
  const { clinicId, services } = await openClinic(world, ownerId, 'Altra');
  await world.call('addCollaborator', { body: { ...body, clinicId, services }, as });
  const [[link], [first, second]] = await Promise.all([
    eventsOf('InvitationLinkIssued'),
    eventsOf('CollaboratorInvited'),
  ]);
  const { proId } = first!.data as { proId: string };
  const { tokenId } = link!.data as { tokenId: string };
  expect(second!.data).toMatchObject({ proId, tokenId });
});

it('takes over an address claimed by an unfinished sign-up', async () => {
  const { world, body, as, written, store } = await openWithOnePlace(true);
  // The store has no transactions; with them, claims and account would be one write.
  const { appendTogether: _none, ...oneByOne } = store;
  const dying = world.startProcess(faultyStore(oneByOne, { nth: 2, when: 'before', how: 'crash' }));
  const consents = { termsConditions: true, privacyPolicy: true, marketingConsent: false };
  const account = { email: body.proEmail, username: 'new.here', password: 'lungomare-24', configStatus: 1 };
  const signUp = dying.call('signUp', { body: { ...account, ...consents, comunicationsLanguage: 'it' } });
  await expect(signUp).rejects.toBeInstanceOf(ConnectionLost);
  await world.call('addCollaborator', { body, as });
  expect(await written()).toEqual(['Claimed', 'SignUpAbandoned', ...shellAccount, ...hubOpened]);
});
