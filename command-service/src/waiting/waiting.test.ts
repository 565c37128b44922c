import { readable } from '@visita/contracts/event';
import { beforeEach, describe, expect, it } from 'vitest';
import { bookingOf, joinPractice, openPractice, type Practice } from '../../testing/practice.ts';
import { openWaitingList } from '../../testing/waiting.ts';
import { createWorld, pro, type World } from '../../testing/world.ts';

let world: World;
let practice: Practice;
let list: ReturnType<typeof openWaitingList>;

beforeEach(async () => {
  world = createWorld();
  practice = await openPractice(world);
  list = openWaitingList(world, practice);
  // The hours of the practice are handled before people wait.
  await list.settle();
});

const as = () => pro(practice.ownerId);
const book = async (date: string, patient = 'carla') => {
  const body = bookingOf(practice.offers[0], date, patient);
  return (await world.call('placeBooking', { body, as: as() })).answer.data.id;
};
const cancel = (id: string) => world.call('deleteBooking', { params: { id }, as: as() });
const answer = (offerId: string, take: boolean) =>
  world.call('answerOffer', { body: { take }, as: list.holderOf(offerId) });

/** Returns the starts of the offers that were made until an instant. */
const offeredAt = async (instant: string) => {
  world.advance((Date.parse(instant) - world.now().getTime()) / 60_000);
  await list.settle();
  return (await list.offers()).map(({ times }) => times[0]?.start);
};

/** Frees 9:00 on Monday while people wait. */
const freed = async (...names: string[]) => {
  const id = await book('2026-11-23T09:00');
  for (const name of names) {
    await list.join(name);
    world.advance(1);
  }
  await list.settle();
  await cancel(id);
  await list.settle();
};

/** Offers two freed times to the person who waits, who declines both and so is paused. */
const declineTwice = async () => {
  for (const time of ['09:00', '10:00']) {
    const visit = await book(`2026-11-23T${time}`);
    await list.settle();
    await cancel(visit);
    await list.settle();
    await answer((await list.offers()).at(-1)?.offerId ?? '', false);
    await list.settle();
  }
};

describe('a freed time', () => {
  it('is offered to the person who waits longest, held, and booked by one press', async () => {
    await freed('anton', 'berta');
    const [offer, ...others] = await list.offers();
    expect(others).toEqual([]);
    expect(offer?.times.map(({ start }) => start)).toEqual(['2026-11-23T08:00:00.000Z']);
    await expect(book('2026-11-23T09:00', 'dora')).rejects.toMatchObject({ code: 'slot-taken' });
    const taken = await answer(offer?.offerId ?? '', true);
    expect(taken.answer.data.status).toBe('taken');
    await list.settle();
    expect(await list.eventsOf('BookingPlaced')).toHaveLength(2);
    expect((await list.eventsOf('WaitingEnded')).map(({ data }) => data)).toMatchObject([
      { entryId: offer?.entryId, reason: 'booked' },
    ]);
    expect(await list.offers()).toHaveLength(1);
  });

  it('goes to the next person if it is declined or not answered in time', async () => {
    await freed('anton', 'berta', 'carlo');
    const [first] = await list.offers();
    await answer(first?.offerId ?? '', false);
    await list.settle();
    const [, second] = await list.offers();
    expect(second?.entryId).not.toBe(first?.entryId);
    world.advance(121);
    await list.settle();
    expect(await list.eventsOf('OfferLapsed')).toHaveLength(1);
    expect(await list.offers()).toHaveLength(3);
    await expect(answer(second?.offerId ?? '', true)).rejects.toMatchObject({ code: 'offer-over' });
  });

  it('between two visits is offered at its own start if the steps of the service do not fit into it', async () => {
    await book('2026-11-23T08:55', 'before');
    const id = await book('2026-11-23T09:25');
    await book('2026-11-23T09:55', 'after');
    await list.join('anton', { from: '2026-11-23', until: '2026-11-23' });
    await list.settle();
    await cancel(id);
    await list.settle();
    const [offer] = await list.offers();
    expect(offer?.times.map(({ start }) => start)).toEqual(['2026-11-23T08:25:00.000Z']);
    const taken = await answer(offer?.offerId ?? '', true);
    expect(taken.answer.data.status).toBe('taken');
    await list.settle();
    expect((await list.eventsOf('BookingPlaced')).at(-1)?.data).toMatchObject({
      start: '2026-11-23T08:25:00.000Z',
    });
  });

  it('that patients cannot book yet is offered in the morning of the day from which they can', async () => {
    const id = await book('2026-12-30T09:00');
    await list.join('anton');
    await list.settle();
    await cancel(id);
    await list.settle();
    expect(await list.offers()).toEqual([]);
    expect(await offeredAt('2026-11-30T06:59:00.000Z')).toEqual([]);
    expect(await offeredAt('2026-11-30T07:00:00.000Z')).toEqual(['2026-12-30T08:00:00.000Z']);
  });

  it('that patients cannot book yet is offered to a person who joins before they can', async () => {
    await cancel(await book('2026-12-30T09:00'));
    await list.settle();
    await list.join('anton');
    expect(await offeredAt('2026-11-30T07:00:00.000Z')).toEqual(['2026-12-30T08:00:00.000Z']);
  });

  it('is not offered to a person who joins when patients can book it', async () => {
    const ahead = await book('2026-12-30T09:00');
    const soon = await book('2026-11-23T09:00');
    await list.join('anton', { until: '2026-11-22' });
    await list.settle();
    await cancel(ahead);
    await cancel(soon);
    await list.settle();
    world.advance((Date.parse('2026-11-29T23:01:00.000Z') - world.now().getTime()) / 60_000);
    await list.join('berta');
    expect(await offeredAt('2026-11-30T07:00:00.000Z')).toEqual([]);
  });

  it('of a closed day that patients cannot book yet is offered once they can', async () => {
    const day = { starting_date: '2026-12-31T00:00', ending_date: '2026-12-31T23:59' };
    const closing = { ...day, title: 'x', clinic_id: practice.clinicId, type: 'closing' };
    const planned = await world.call('planClosing', { body: closing, as: as() });
    await list.settle();
    const wish = { from: '2026-12-31', until: '2026-12-31', fromTime: '10:00' };
    await list.join('anton', wish);
    await list.settle();
    await world.call('cancelClosing', { params: { id: planned.answer.data.id }, as: as() });
    await list.settle();
    expect(await offeredAt('2026-11-30T12:00:00.000Z')).toEqual([]);
    await list.join('berta', wish);
    expect(await offeredAt('2026-12-01T06:59:00.000Z')).toEqual([]);
    expect(await offeredAt('2026-12-01T07:00:00.000Z')).toEqual([
      '2026-12-31T09:00:00.000Z',
      '2026-12-31T09:30:00.000Z',
    ]);
    expect(await offeredAt('2026-12-01T07:01:00.000Z')).toHaveLength(2);
  });

  it('is offered to a person who was paused when it became free, once the pause ends', async () => {
    const id = await list.join('anton');
    await declineTwice();
    const visit = await book('2026-11-27T09:00');
    await list.settle();
    await cancel(visit);
    expect(await offeredAt('2026-11-21T12:00:00.000Z')).not.toContain('2026-11-27T08:00:00.000Z');
    await world.call('editWaitingEntry', { params: { id }, body: { paused: false }, as: as() });
    expect(await offeredAt('2026-11-21T12:01:00.000Z')).toContain('2026-11-27T08:00:00.000Z');
  });

  it('is offered to no one while the clinic is closed or the professional is away', async () => {
    const days = ['2026-11-23', '2026-11-24', '2026-11-25'];
    const visits = await Promise.all(days.map((day) => book(`${day}T09:00`)));
    await list.join('anton');
    const on = (day: string) => ({ title: 'x', starting_date: `${day}T00:00`, ending_date: `${day}T23:59` });
    const { clinicId, hubId } = practice;
    const closing = { ...on('2026-11-23'), clinic_id: clinicId, type: 'closing' };
    const vacation = { ...on('2026-11-24'), hub_id: hubId, type: 'vacation' };
    await world.call('planClosing', { body: closing, as: as() });
    await world.call('planVacation', { body: vacation, as: as() });
    await list.settle();
    for (const visit of visits) await cancel(visit);
    await list.settle();
    const offered = (await list.offers()).map(({ times }) => times[0]?.start);
    expect(offered).toEqual(['2026-11-25T08:00:00.000Z']);
  });

  it('is offered to a person marked as urgent first', async () => {
    const id = await book('2026-11-23T09:00');
    await list.join('anton');
    const urgent = await list.join('berta', { urgent: true });
    await list.settle();
    await cancel(id);
    await list.settle();
    expect((await list.eventsOf('OfferMade')).map(({ data }) => data)).toMatchObject([
      { entryId: urgent, because: 'urgent', asked: 0 },
    ]);
  });
});

describe('staff', () => {
  it('take an offered time back, which is not offered again for 15 minutes', async () => {
    await freed('anton', 'berta');
    const [offer] = await list.offers();
    await world.call('withdrawOffer', { params: { id: offer?.offerId ?? '' }, as: as() });
    await list.settle();
    expect(await list.offers()).toHaveLength(1);
    const id = await book('2026-11-23T09:00', 'dora');
    await cancel(id);
    await list.settle();
    expect(await list.offers()).toHaveLength(2);
  });

  it('of another professional cannot take an offered time back, except the professional whose time it is', async () => {
    const guest = await joinPractice(world, practice);
    const id = await list.join('anton', { proIds: [practice.ownerId] });
    const body = { hubServiceId: practice.offers[0], date: '2026-11-24T10:00' };
    const made = await world.call('offerTime', { params: { id }, body, as: as() });
    const params = { id: made.answer.data.id };
    const refused = world.call('withdrawOffer', { params, as: pro(guest.proId) });
    await expect(refused).rejects.toMatchObject({ code: 'not-found' });

    const entry = await list.join('berta');
    const own = { hubServiceId: guest.offers[0], date: '2026-11-24T10:00' };
    const offered = await world.call('offerTime', { params: { id: entry }, body: own, as: as() });
    await world.call('withdrawOffer', { params: { id: offered.answer.data.id }, as: pro(guest.proId) });
    expect((await list.eventsOf('OfferWithdrawn')).map(({ data }) => data)).toMatchObject([
      { entryId: entry, reason: 'staff' },
    ]);
  });

  it('offer a time by hand and book it for a person on the phone', async () => {
    const id = await list.join('anton', {
      patient: { name: 'anton', email: null, prefix: '+39', phone: '3331112222' },
    });
    const body = { hubServiceId: practice.offers[0], date: '2026-11-24T10:00', taken: true };
    await world.call('offerTime', { params: { id }, body, as: as() });
    await list.settle();
    expect((await list.eventsOf('BookingPlaced')).map(({ data }) => data)).toMatchObject([
      { start: '2026-11-24T09:00:00.000Z', placedBy: 'pro' },
    ]);
    expect(await list.eventsOf('WaitingEnded')).toHaveLength(1);
  });
});

describe('the page of a person’s messages', () => {
  const patientOf = async (entryId: string) => {
    const { state } = await world.domain.waits.load(entryId);
    if (state.status === 'none') throw new Error('no entry');
    return { kind: 'patient', patientId: state.patientId } as const;
  };

  it('shows the entry with its open offer, whose token takes it', async () => {
    await freed('anton');
    const [offer] = await list.offers();
    const holder = await patientOf(offer?.entryId ?? '');
    const { waiting } = (await world.call('getMyMessages', { as: holder })).answer.data;
    expect(waiting).toMatchObject([
      {
        entry_id: offer?.entryId,
        service: 'Visita',
        offer: {
          date: '2026-11-23T09:00:00+01:00',
          until: world.deps.zones('Europe/Rome').offsetIso(offer?.deadline ?? ''),
        },
      },
    ]);
    const link = world.deps.waitingTokens.readOffer(waiting[0]?.offer?.token ?? '');
    expect(link).toMatchObject({ offerId: offer?.offerId });
  });

  it('is shown to the number of the record only, if its link was texted', async () => {
    await freed('anton');
    const holder = await patientOf((await list.offers())[0]?.entryId ?? '');
    const { state } = await world.domain.patients.load(holder.patientId);
    const known = state.status === 'registered' ? readable(state.contact) : null;
    const own = { ...holder, number: `${known?.prefix}${known?.phone}` };
    expect((await world.call('getMyMessages', { as: own })).answer.data.waiting).toHaveLength(1);
    const corrected = { ...holder, number: '+393339999999' };
    await expect(world.call('getMyMessages', { as: corrected })).rejects.toMatchObject({
      code: 'token-expired',
    });
  });

  it('ends the person’s own entry only, and its time goes to the next person', async () => {
    await freed('anton', 'berta');
    const [offer] = await list.offers();
    const holder = await patientOf(offer?.entryId ?? '');
    const other = await list.join('carlo');
    await world.call('setMyMessages', { body: { leave: other }, as: holder });
    expect(await list.eventsOf('WaitingEnded')).toEqual([]);
    const left = await world.call('setMyMessages', { body: { leave: offer?.entryId }, as: holder });
    expect(left.answer.data.waiting).toEqual([]);
    await list.settle();
    expect((await list.eventsOf('WaitingEnded')).map(({ data }) => data)).toMatchObject([{ reason: 'left' }]);
    expect(await list.offers()).toHaveLength(2);
  });
});

describe('the link of an entry that has ended', () => {
  const use = async (entryId: string) =>
    (await world.call('confirmWaiting', { as: { kind: 'waiting', entryId, offerId: null } })).answer.data;

  it('tells that the person has an appointment, and names the booking page', async () => {
    await freed('anton');
    const [offer] = await list.offers();
    await answer(offer?.offerId ?? '', true);
    await list.settle();
    const { length } = await list.eventsOf('WaitingConfirmed');
    expect(await use(offer?.entryId ?? '')).toMatchObject({ ended: 'booked', booking_page: 'anna' });
    expect(await list.eventsOf('WaitingConfirmed')).toHaveLength(length);
  });

  it('tells that staff took the person off the list, and nothing of the booking page if it is closed', async () => {
    const id = await list.join('anton');
    expect(await use(id)).not.toHaveProperty('ended');
    await world.call('leaveWaitingList', { params: { id }, as: as() });
    const body = { online_booking: false };
    await world.call('updateClinic', { params: { id: practice.clinicId }, body, as: as() });
    const told = await use(id);
    expect(told).toMatchObject({ ended: 'removed' });
    expect(told).not.toHaveProperty('booking_page');
  });
});

describe('the page of an offer', () => {
  const shown = async (offerId: string) =>
    (await world.call('getOffer', { as: list.holderOf(offerId) })).answer.data;
  const firstOffer = async () => (await list.offers())[0]?.offerId ?? '';

  it('says that a declined or unanswered offer leaves the person on the list', async () => {
    await freed('anton', 'berta');
    const declined = (await answer(await firstOffer(), false)).answer.data;
    expect(declined.status).toBe('declined');
    expect(declined).not.toHaveProperty('ended');
    await list.settle();
    world.advance(121);
    const [, second] = await list.offers();
    expect(await shown(second?.offerId ?? '')).toMatchObject({ status: 'over', over: 'expired' });
    await list.settle();
    const lapsed = await shown(second?.offerId ?? '');
    expect(lapsed).toMatchObject({ status: 'over', over: 'expired' });
    expect(lapsed).not.toHaveProperty('ended');
  });

  it('says that staff took the time back, and that the person stays on the list', async () => {
    await freed('anton');
    const id = await firstOffer();
    await world.call('withdrawOffer', { params: { id }, as: as() });
    const after = await shown(id);
    expect(after).toMatchObject({ status: 'over', over: 'staff' });
    expect(after).not.toHaveProperty('ended');
  });

  it('says why the person is no longer on the list', async () => {
    await freed('anton');
    const [offer] = await list.offers();
    const holder = { kind: 'waiting', entryId: offer?.entryId ?? '', offerId: null } as const;
    await world.call('leaveWaitingList', { params: { id: offer?.entryId ?? '' }, as: holder });
    await list.settle();
    expect(await shown(await firstOffer())).toMatchObject({ status: 'over', over: 'ended', ended: 'left' });
  });

  it('says after the end of the period that it is over, also for a declined offer', async () => {
    await freed('anton');
    await answer(await firstOffer(), false);
    await list.settle();
    world.advance(91 * 24 * 60);
    await list.settle();
    expect(await shown(await firstOffer())).toMatchObject({ status: 'declined', ended: 'window' });
  });

  it('says until which day a person who declined twice gets no offers', async () => {
    await list.join('anton');
    await declineTwice();
    const last = (await list.offers()).at(-1);
    const { paused_until: until } = await shown(last?.offerId ?? '');
    expect(Date.parse(until ?? '')).toBe(world.now().getTime() + 14 * 86_400_000);
  });
});

describe('two declines', () => {
  it('pause the entry until its link is used again', async () => {
    const id = await list.join('anton');
    await list.settle();
    for (const time of ['09:00', '10:00', '11:00']) {
      const visit = await book(`2026-11-23T${time}`);
      await list.settle();
      await cancel(visit);
      await list.settle();
      const last = (await list.offers()).at(-1);
      if (time !== '11:00') await answer(last?.offerId ?? '', false);
      await list.settle();
    }
    expect(await list.offers()).toHaveLength(2);
    const as = { kind: 'waiting', entryId: id, offerId: null } as const;
    await world.call('confirmWaiting', { as });
    await list.settle();
    expect(await list.offers()).toHaveLength(3);
  });
});

describe('a person with a visit', () => {
  it('moves it to an earlier time, whose former time goes on', async () => {
    const early = await book('2026-11-23T09:00', 'zora');
    const late = await book('2026-11-26T09:00', 'anton');
    const token = world.deps.bookingTokens.issue('manage', late);
    const { clinicId, services } = practice;
    const body = { clinicId, clinicServiceId: services[0], token };
    await world.call('joinWaitingList', { body });
    world.advance(1);
    await list.join('berta');
    await list.settle();
    await cancel(early);
    await list.settle();
    const [first] = await list.offers();
    await answer(first?.offerId ?? '', true);
    await list.settle();
    expect((await list.eventsOf('BookingMoved')).map(({ data }) => data)).toMatchObject([
      { bookingId: late, start: '2026-11-23T08:00:00.000Z', by: 'patient' },
    ]);
    expect((await list.offers()).map(({ times, links }) => [times[0]?.start, links])).toEqual([
      ['2026-11-23T08:00:00.000Z', 0],
      ['2026-11-26T08:00:00.000Z', 1],
    ]);
  });

  it('is only offered a time that is long enough for all services of the visit, and keeps them', async () => {
    const [visit, check] = practice.offers;
    const early = await book('2026-11-23T09:00', 'zora');
    const before = await book('2026-11-24T09:00', 'berta');
    await book('2026-11-23T09:45', 'dora');
    await book('2026-11-23T08:30', 'emma');
    const { booking, patient } = bookingOf(visit, '2026-11-26T09:00', 'anton');
    const several = { booking: { ...booking, hubServiceIds: [visit, check] }, patient };
    const late = (await world.call('placeBooking', { body: several, as: as() })).answer.data.id;
    const token = world.deps.bookingTokens.issue('manage', late);
    const { clinicId, services } = practice;
    await world.call('joinWaitingList', { body: { clinicId, clinicServiceId: services[0], token } });
    await list.settle();
    await cancel(early);
    await list.settle();
    expect(await list.offers()).toEqual([]);
    await cancel(before);
    await list.settle();
    const [offer] = await list.offers();
    expect(offer?.times).toMatchObject([
      { start: '2026-11-24T07:00:00.000Z', end: '2026-11-24T08:15:00.000Z' },
    ]);
    const taken = await answer(offer?.offerId ?? '', true);
    expect(taken.answer.data).toMatchObject({ service: 'Visita + Controllo', duration: 75 });
    const [moved] = await list.eventsOf('BookingMoved');
    expect(moved?.data).toMatchObject({
      bookingId: late,
      end: '2026-11-24T08:15:00.000Z',
      service: { services: [{ hubServiceId: visit }, { hubServiceId: check }] },
    });
  });

  it('is not offered a time at which they have another visit', async () => {
    const id = await book('2026-11-23T09:00', 'zora');
    const entry = await list.join('anton');
    const own = await book('2026-11-23T08:45', 'anton').catch(() => null);
    expect(own).toBeNull();
    const { state } = await world.domain.waits.load(entry);
    const other = await book('2026-11-23T09:30', 'anton');
    world.deps.waitingEntries.visits.set(state.status === 'none' ? '' : state.patientId, [other]);
    await list.settle();
    await cancel(id);
    await list.settle();
    expect(await list.eventsOf('WaitingEnded')).toHaveLength(1);
  });
});

describe('a person', () => {
  const waiting = async (entryId: string) => {
    const { state } = await world.domain.waits.load(entryId);
    if (state.status === 'none') throw new Error('there is no such entry');
    return state;
  };
  const offered = async () => (await list.offers()).map(({ entryId }) => entryId);

  const silences = {
    'wants no messages': (yes: boolean) => ({ type: 'choose-messages', stopped: yes, by: 'page' }) as const,
    'has a restricted record': (yes: boolean) => ({ type: 'restrict', restricted: yes }) as const,
  };

  it.each(Object.entries(silences))(
    'who %s is passed over before a time is held, and asked as soon as this ends',
    async (_what, silence) => {
      const ids = [await book('2026-11-23T09:00'), await book('2026-11-23T11:00', 'dora')] as const;
      const anton = await list.join('anton');
      const { patientId } = await waiting(anton);
      const choose = (yes: boolean) =>
        world.domain.patients.execute(patientId, silence(yes), {
          id: patientId,
          correlationId: patientId,
          actor: 'operator:test',
          time: world.now().toISOString(),
        });
      world.advance(1);
      const berta = await list.join('berta');
      await list.settle();
      await choose(true);
      await cancel(ids[0]);
      await list.settle();
      expect(await offered()).toEqual([berta]);
      await cancel(ids[1]);
      await list.settle();
      await choose(false);
      await list.settle();
      expect(await offered()).toEqual([berta, anton]);
    },
  );

  it('without email is left to staff', async () => {
    const id = await book('2026-11-23T09:00');
    await list.join('anton', { patient: { name: 'anton', email: null, prefix: '+39', phone: '3331112222' } });
    world.advance(1);
    const berta = await list.join('berta');
    await list.settle();
    await cancel(id);
    await list.settle();
    expect(await offered()).toEqual([berta]);
  });

  it('without email and phone is put on the list by staff, to be called', async () => {
    const id = await book('2026-11-23T09:00');
    const entryId = await list.join('anton', {
      patient: { name: 'anton', email: null, prefix: null, phone: null },
    });
    await list.settle();
    await cancel(id);
    await list.settle();
    expect(await offered()).toEqual([]);
    expect(await waiting(entryId)).toMatchObject({
      status: 'waiting',
      contact: { email: null, phone: null },
    });
  });

  it('gets three messages with offers a day, over all entries at the clinic', async () => {
    const entries = [];
    for (const weekdays of [[], [1], [1, 2]]) {
      entries.push(await list.join('anton', { weekdays }));
      world.advance(1);
    }
    const free = async (time: string) => {
      const id = await book(`2026-11-23T${time}`);
      await list.settle();
      await cancel(id);
      await list.settle();
    };
    for (const time of ['09:00', '10:00', '11:00', '12:00']) await free(time);
    expect(await offered()).toEqual(entries);
    world.advance(24 * 60);
    await list.settle();
    expect((await offered()).length).toBeGreaterThan(3);
  });
});

describe('all at once', () => {
  it('makes the first person to take the time win, and tells the others', async () => {
    const params = { id: practice.ownerId };
    await world.call('updateOptions', { params, body: { offersAtOnce: true }, as: as() });
    await freed('anton', 'berta', 'carlo');
    const [one, two, three] = await list.offers();
    await answer(two?.offerId ?? '', true);
    await expect(answer(one?.offerId ?? '', true)).rejects.toMatchObject({ status: 409 });
    await list.settle();
    const gone = (await list.eventsOf('OfferWithdrawn')).map(({ data }) => data);
    expect(gone).toMatchObject([
      { offerId: one?.offerId, reason: 'gone' },
      { offerId: three?.offerId, reason: 'gone' },
    ]);
    expect(await list.eventsOf('BookingPlaced')).toHaveLength(2);
  });
});

describe('a person who joined as a visitor', () => {
  const joinAlone = async (name = 'wanda') => {
    const contact = { name, email: `${name}@example.com`, prefix: '+39', phone: '3330001111' };
    const body = {
      clinicId: practice.clinicId,
      clinicServiceId: practice.services[0]!,
      contactInfo: { ...contact, privacyPolicy: true as const },
    };
    await world.call('joinWaitingList', { body });
    const { data } = (await list.eventsOf('WaitingJoined')).at(-1)!;
    const { entryId } = data as { entryId: string };
    await world.call('confirmWaiting', { as: { kind: 'waiting', entryId, offerId: null } });
    return entryId;
  };
  const freedFor = async (before: () => Promise<unknown>) => {
    const id = await book('2026-11-23T09:00');
    await before();
    await list.settle();
    await cancel(id);
    await list.settle();
    return list.offers();
  };

  it('is offered times', async () => {
    expect(await freedFor(joinAlone)).toHaveLength(1);
  });

  it('is offered none while their online booking is suspended', async () => {
    const offers = await freedFor(async () => {
      await book('2026-11-25T09:00', 'wanda');
      const { state } = await world.domain.waits.load(await joinAlone());
      const patientId = state.status === 'none' ? '' : state.patientId;
      await world.call('suspendOnlineBooking', {
        params: { patientId },
        body: { suspended: true, reason: '' },
        as: as(),
      });
    });
    expect(offers).toEqual([]);
  });

  it('is offered none of a service for known patients unless they are known', async () => {
    await world.call('changeClinicService', {
      params: { id: practice.services[0]! },
      body: {
        specializationId: 'acupuncture',
        serviceName: 'Visita',
        duration: 30,
        price: 80,
        bookableBy: 'known',
      },
      as: as(),
    });
    await list.settle();
    const offers = await freedFor(joinAlone);
    expect(offers).toEqual([]);
    await world.call('placeBooking', {
      body: bookingOf(practice.offers[1], '2026-11-25T09:00', 'wanda'),
      as: as(),
    });
    world.advance(16);
    await list.settle();
    expect(await list.offers()).toHaveLength(1);
  });

  it('is offered none while they have a visit and patients may book one', async () => {
    const offers = await freedFor(async () => {
      await world.call('updateOptions', {
        params: { id: practice.ownerId },
        body: { patientBookingLimit: true },
        as: as(),
      });
      const visit = await book('2026-11-25T09:00', 'wanda');
      const { state } = await world.domain.waits.load(await joinAlone());
      world.deps.waitingEntries.visits.set(state.status === 'none' ? '' : state.patientId, [visit]);
    });
    expect(offers).toEqual([]);
  });
});

it('entries of visitors that were never confirmed do not keep staff from adding the person', async () => {
  const contact = { name: 'Wanda', email: 'wanda@example.com', prefix: '+39', phone: '3330001111' };
  const body = {
    clinicId: practice.clinicId,
    clinicServiceId: practice.services[0]!,
    contactInfo: { ...contact, privacyPolicy: true as const },
  };
  for (let times = 0; times < 5; times += 1) {
    await world.call('joinWaitingList', { body });
    await list.settle();
  }
  expect(await list.join('wanda')).not.toBe('');
});
