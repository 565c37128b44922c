import { randomUUID } from 'node:crypto';
import { beginning } from '@visita/platform/event-store/port';
import type { Caller } from '@visita/platform/auth/caller';
import { deriveId } from '@visita/platform/ids/derive-id';
import { reactionTo } from '@visita/platform/runtime/reactions';
import { describe, expect, it } from 'vitest';
import { blocksOf, bookingsOf, overBlocks } from '../../testing/live-bookings.ts';
import {
  bookingOf,
  invite,
  joinPractice,
  openClinic,
  openPractice,
  registerPro,
  requestOf,
} from '../../testing/practice.ts';
import { createWorld, pro } from '../../testing/world.ts';
import { keepAgenda } from '../processes/keep-agenda.ts';

const refused = (promise: Promise<unknown>, code: string) => expect(promise).rejects.toMatchObject({ code });

const day = '2026-11-24';
const open = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const as = pro(practice.ownerId);
  const stretch = (from: string, to: string) => ({
    hub_id: practice.hubId,
    starting_date: `${day}T${from}`,
    ending_date: `${day}T${to}`,
  });
  const block = (from: string, to: string) =>
    world.call('blockTime', { body: { ...stretch(from, to), note: 'Dentista' }, as });
  return { world, practice, as, stretch, block };
};

it('prevents bookings by patients and staff, including forced ones, until it is released', async () => {
  const { world, practice, as, block } = await open();
  const { data } = (await block('10:00', '12:00')).answer;
  expect(data).toMatchObject({ date: `${day}T10:00:00+01:00`, note: 'Dentista' });
  const { booking, patient } = bookingOf(practice.offers[0], `${day}T11:45`);
  const anyway = { booking: { ...booking, anyway: true }, patient };
  await refused(world.call('placeBooking', { body: anyway, as }), 'slot-taken');
  await refused(world.call('requestBooking', { body: requestOf(practice, `${day}T11:30`) }), 'slot-taken');
  await world.call('requestBooking', { body: requestOf(practice, `${day}T12:00`) });
  await world.call('unblockTime', { params: { id: data.id }, as });
  await world.call('placeBooking', { body: { booking, patient }, as }).catch(() => undefined);
  await world.call('requestBooking', { body: requestOf(practice, `${day}T10:30`, 'dora') });
});

it('does not overlap an appointment, is not inverted, and lasts a day at most', async () => {
  const { world, practice, as, stretch, block } = await open();
  await world.call('placeBooking', { body: bookingOf(practice.offers[0], `${day}T11:45`), as });
  await refused(block('10:00', '12:00'), 'slot-taken');
  await refused(block('10:00', '10:00'), 'period-inverted');
  const body = { ...stretch('10:00', '10:00'), ending_date: '2026-11-26T10:00' };
  await refused(world.call('blockTime', { body, as }), 'malformed-request');
});

it('changes its time in one step, and releases the former one', async () => {
  const { world, practice, as, stretch, block } = await open();
  const { id } = (await block('10:00', '12:00')).answer.data;
  const { hub_id: _, ...later } = stretch('11:00', '13:00');
  const edit = { params: { id }, body: { ...later, note: 'Forse' }, as };
  expect((await world.call('editBlock', edit)).answer.data).toMatchObject({ id, note: 'Forse' });
  await world.call('requestBooking', { body: requestOf(practice, `${day}T10:30`) });
  await refused(
    world.call('requestBooking', { body: requestOf(practice, `${day}T12:30`, 'e') }),
    'slot-taken',
  );
  const { hub_id: __, ...over } = stretch('10:00', '13:00');
  await refused(world.call('editBlock', { params: { id }, body: over, as }), 'slot-taken');
  expect(blocksOf(await world.store.readAll(beginning, 1000))).toMatchObject([
    { blockId: id, note: 'Forse' },
  ]);
});

it('belongs to its pro: guests can neither create nor release it', async () => {
  const { world, practice, as, stretch, block } = await open();
  const colleague = await joinPractice(world, practice);
  const { id } = (await block('10:00', '12:00')).answer.data;
  const guest = pro(colleague.proId);
  const query = { hub_id: practice.hubId };
  await refused(world.call('blockTime', { body: stretch('14:00', '15:00'), as: guest }), 'forbidden');
  await refused(world.call('unblockTime', { params: { id }, query, as: guest }), 'forbidden');
  await refused(world.call('unblockTime', { params: { id }, as: guest }), 'not-found');
  await world.call('unblockTime', { params: { id }, query, as });
});

/** Anna's practice with Bruno as a guest, and Olga's, where Bruno works too. */
const openTwo = async () => {
  const { world, practice, as: owner } = await open();
  const bruno = await joinPractice(world, practice);
  const olgaId = await registerPro(world, 'olga');
  const olgas = await openClinic(world, olgaId, 'Studio Ostia');
  const there = await invite(world, olgas, { ownerId: olgaId, username: 'bruno' });
  const accept = (hubId: string) =>
    world.call('updateHub', { params: { id: hubId }, body: { status: 'active' }, as: pro(bruno.proId) });
  const at = (hubId: string, from: string, to: string) => ({
    hub_id: hubId,
    starting_date: `${day}T${from}`,
    ending_date: `${day}T${to}`,
  });
  return { world, practice, owner, bruno, olga: pro(olgaId), there, accept, at };
};

it('of a colleague holds in every clinic, and only the clinic that made it and the pro change it', async () => {
  const { world, owner, bruno, olga, there, accept, at } = await openTwo();
  await accept(there.hubId);
  const body = { ...at(bruno.hubId, '10:00', '12:00'), note: 'Chiama la banca' };
  const { id } = (await world.call('blockTime', { body, as: owner })).answer.data;
  const place = { body: bookingOf(there.offers[0], `${day}T11:00`), as: olga };
  await refused(world.call('placeBooking', place), 'slot-taken');
  const params = { id };
  const later = { ...at(bruno.hubId, '11:00', '12:00'), note: '' };
  await refused(
    world.call('editBlock', { params, body: { ...later, hub_id: there.hubId }, as: olga }),
    'not-found',
  );
  await refused(world.call('editBlock', { params, body: later, as: olga }), 'not-found');
  await refused(world.call('unblockTime', { params, query: { hub_id: there.hubId }, as: olga }), 'not-found');
  await world.call('unblockTime', { params, as: pro(bruno.proId) });
  await world.call('placeBooking', place);
});

it('of a colleague over another clinic’s visit is refused with nothing but the time', async () => {
  const { world, owner, bruno, olga, there, accept, at } = await openTwo();
  await accept(there.hubId);
  await world.call('placeBooking', { body: bookingOf(there.offers[0], `${day}T11:00`, 'rosalba'), as: olga });
  const over = world.call('blockTime', { body: at(bruno.hubId, '10:00', '12:00'), as: owner });
  await refused(over, 'slot-taken');
  const error: unknown = await over.catch((refusal: unknown) => refusal);
  expect(JSON.stringify(error) + String(error)).not.toMatch(/rosalba|Ostia|olga/);
});

it('of an invitee or of a paused colleague is refused', async () => {
  const { world, practice, owner, bruno, olga, there, at } = await openTwo();
  const body = at(there.hubId, '10:00', '12:00');
  await refused(world.call('blockTime', { body, as: olga }), 'hub-not-active');
  const paused = { params: { id: bruno.hubId }, body: { status: 'paused' }, as: pro(practice.ownerId) };
  await world.call('updateHub', paused);
  await refused(
    world.call('blockTime', { body: at(bruno.hubId, '10:00', '12:00'), as: owner }),
    'hub-not-active',
  );
});

describe('handing a block over', () => {
  const openHanding = async () => {
    const two = await openTwo();
    const { world, practice, owner, bruno, at } = two;
    const body = { ...at(practice.hubId, '10:00', '12:00'), note: 'Corso' };
    const { id } = (await world.call('blockTime', { body, as: owner })).answer.data;
    const to = { ...at(practice.hubId, '11:00', '13:00'), to_hub_id: bruno.hubId };
    const give = (as: Caller = owner, more: object = {}) =>
      world.call('editBlock', { params: { id }, body: { ...to, note: 'Corso', ...more }, as });
    const stored = async () => blocksOf(await world.store.readAll(beginning, 1000));
    return { ...two, id, to, give, stored };
  };

  it('blocks the other professional’s time and frees the former one’s', async () => {
    const { world, practice, owner, bruno, id, give, stored } = await openHanding();
    const { data } = (await give()).answer;
    expect(data).toMatchObject({ hub_id: bruno.hubId, date: `${day}T11:00:00+01:00`, note: 'Corso' });
    expect(await stored()).toMatchObject([
      { blockId: data.id, proId: bruno.proId, author: practice.ownerId },
    ]);
    const events = await world.store.readAll(beginning, 1000);
    const instead = { proId: practice.ownerId, blockId: id };
    expect(events.filter(({ type }) => type === 'TimeBlocked').at(-1)?.data).toMatchObject({ instead });
    await world.call('placeBooking', { body: bookingOf(practice.offers[0], `${day}T11:00`), as: owner });
    const taken = { body: bookingOf(bruno.offers[0], `${day}T11:30`, 'dora'), as: owner };
    await refused(world.call('placeBooking', taken), 'slot-taken');
  });

  it('changes nothing where the other professional is not free', async () => {
    const { world, owner, bruno, id, give, stored } = await openHanding();
    await world.call('placeBooking', { body: bookingOf(bruno.offers[0], `${day}T12:30`), as: owner });
    await refused(give(), 'slot-taken');
    expect(await stored()).toMatchObject([{ blockId: id }]);
  });

  it('is completed by a process if the call crashes after its first write', async () => {
    const { world, practice, bruno, id, stored } = await openHanding();
    const [before] = await stored();
    const [blockId, reservationId] = [randomUUID(), randomUUID()];
    const { proId, hubId } = bruno;
    const block = { ...before!, note: '', blockId, reservationId, proId, hubId };
    const instead = { proId: practice.ownerId, blockId: id };
    const time = world.now().toISOString();
    const cause = { id: randomUUID(), correlationId: blockId, actor: 'process:test', time } as const;
    await world.domain.blocks.execute(proId, { type: 'block', block, instead }, cause);
    expect(await stored()).toHaveLength(2);
    for (const event of await world.store.readAll(beginning, 1000)) {
      const next = { ...cause, id: deriveId(event.id, 'keep-agenda') };
      await reactionTo(keepAgenda(world.domain).on, event.type)?.(event, next);
    }
    expect(await stored()).toMatchObject([{ blockId }]);
  });

  it('is answered alike if it is repeated', async () => {
    const { world, owner, id, to, stored } = await openHanding();
    const request = { params: { id }, body: { ...to, note: 'Corso' }, as: owner, id: randomUUID() };
    const first = await world.call('editBlock', request);
    expect((await world.call('editBlock', request)).answer).toEqual(first.answer);
    expect(await stored()).toHaveLength(1);
    await refused(world.call('editBlock', { ...request, id: randomUUID() }), 'not-found');
  });

  it('is refused to those who cannot read the note, and to guests', async () => {
    const { world, practice, owner, bruno, id, give, stored } = await openHanding();
    await refused(give(pro(bruno.proId)), 'forbidden');
    await world.call('updateHub', { params: { id: bruno.hubId }, body: { role: 'manager' }, as: owner });
    await refused(give(pro(bruno.proId), { note: '' }), 'forbidden');
    await refused(give(owner, { hub_id: undefined, to_hub_id: practice.hubId }), 'malformed-request');
    expect(await stored()).toMatchObject([{ blockId: id, note: 'Corso' }]);
  });
});

describe('the note of a colleague’s block', () => {
  const openNoted = async () => {
    const two = await openTwo();
    const { world, owner, bruno, at } = two;
    const body = { ...at(bruno.hubId, '10:00', '12:00'), note: 'Banca' };
    const { id } = (await world.call('blockTime', { body, as: owner })).answer.data;
    const edit = (as: Caller, note: string, from = '10:00') =>
      world
        .call('editBlock', { params: { id }, body: { ...at(bruno.hubId, from, '12:00'), note }, as })
        .then(({ answer }) => answer.data.note);
    return { ...two, edit, stored: async () => blocksOf(await world.store.readAll(beginning, 1000)) };
  };

  it('is readable by its author and the professional, and stays if others move the block', async () => {
    const { world, practice, owner, bruno, edit, stored } = await openNoted();
    const carla = await registerPro(world, 'carla');
    const who = { ownerId: practice.ownerId, username: 'carla' };
    const { hubId } = await invite(world, practice, who);
    await world.call('updateHub', { params: { id: hubId }, body: { status: 'active' }, as: pro(carla) });
    await world.call('updateHub', { params: { id: hubId }, body: { role: 'manager' }, as: owner });
    expect(await edit(pro(carla), '', '10:30')).toBe('');
    expect(await stored()).toMatchObject([{ note: 'Banca', author: practice.ownerId }]);
    expect(await edit(owner, 'Banca')).toBe('Banca');
    expect(await edit(pro(bruno.proId), 'Banca')).toBe('Banca');
    expect(await edit(pro(carla), 'Posta')).toBe('Posta');
    expect(await edit(owner, '')).toBe('');
    expect(await stored()).toMatchObject([{ note: 'Posta', author: carla }]);
    expect(await edit(pro(bruno.proId), 'Mia')).toBe('Mia');
    expect((await stored())[0]).not.toHaveProperty('author');
    expect(await edit(pro(carla), '')).toBe('');
  });

  it('waits until the processes of an earlier release have ended', async () => {
    const { world, owner, bruno, at, edit } = await openNoted();
    world.setUpdated(false);
    const body = { ...at(bruno.hubId, '14:00', '15:00'), note: 'Posta' };
    await refused(world.call('blockTime', { body, as: owner }), 'update-running');
    await world.call('blockTime', { body: { ...body, note: '' }, as: owner });
    expect(await edit(owner, 'Banca', '10:30')).toBe('Banca');
    await refused(edit(owner, 'Posta'), 'update-running');
  });
});

it('and a booking at the same moment: never both', async () => {
  const { world, practice, as, stretch } = await open();
  const processes = [world.startProcess(), world.startProcess()] as const;
  await Promise.allSettled(
    Array.from({ length: 40 }, async (_, index) => {
      const { call } = processes[index % 2 === 0 ? 0 : 1];
      const time = `${String(9 + (index % 10)).padStart(2, '0')}:00`;
      if (index % 4 < 2)
        return call('requestBooking', { body: requestOf(practice, `${day}T${time}`, `p${index}`) });
      return call('blockTime', { body: stretch(time, time.replace(':00', ':45')), as });
    }),
  );
  const events = await world.store.readAll(beginning, 10_000);
  const bookings = [...bookingsOf(events).values()];
  const blocks = blocksOf(events);
  expect(bookings.length + blocks.length).toBe(10);
  expect(overBlocks(bookings, blocks, world.now().toISOString())).toEqual([]);
});
