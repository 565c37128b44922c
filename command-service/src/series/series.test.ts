import type { EventNamed } from '@visita/contracts/events';
import { beginning, type EventStore } from '@visita/platform/event-store/port';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { describe, expect, it } from 'vitest';
import { ConnectionLost, faultyStore } from '../../testing/faulty-store.ts';
import { bookingsOf, doubleBookings } from '../../testing/live-bookings.ts';
import { bookingOf, joinPractice, openPractice } from '../../testing/practice.ts';
import { runSeries } from '../../testing/series.ts';
import { createWorld, pro, typesSince, type World } from '../../testing/world.ts';

const refused = (promise: Promise<unknown>, code: string) => expect(promise).rejects.toMatchObject({ code });

const weekly = (count: number, first = '2026-11-23T09:00') => ({ first, unit: 'week', every: 1, count });

const scene = async (world: World = createWorld()) => {
  const practice = await openPractice(world);
  const as = pro(practice.ownerId);
  const hubServiceId = practice.offers[0];
  const { patient } = bookingOf(hubServiceId, '');
  const plan = async (body: Record<string, unknown>) =>
    (await world.call('planSeries', { body: { booking: { hubServiceId }, patient, ...body }, as })).answer
      .data;
  const show = async (id: string) => (await world.call('getSeries', { params: { id }, as })).answer.data;
  const place = (date: string, name = 'dora') =>
    world.call('placeBooking', { body: bookingOf(hubServiceId, date, name), as });
  const booked = async () => [...bookingsOf(await world.store.readAll(beginning, 100_000)).values()];
  return { world, practice, as, patient, hubServiceId, plan, show, place, booked };
};

describe('a series', () => {
  it('books each visit once, at the same time of day over a clock change', async () => {
    const { world, plan, show, booked } = await scene();
    const { id } = await plan({ repeat: weekly(3, '2027-03-15T09:00') });
    expect((await show(id!)).visits.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
    await runSeries(world);
    await runSeries(world);
    expect((await booked()).map(({ start, series }) => [start, series?.nth, series?.of])).toEqual([
      ['2027-03-15T08:00:00.000Z', 1, 3],
      ['2027-03-22T08:00:00.000Z', 2, 3],
      ['2027-03-29T07:00:00.000Z', 3, 3],
    ]);
    expect(await show(id!)).toMatchObject({
      done: true,
      visits: [
        { nth: 1, state: 'placed', date: '2027-03-15T09:00' },
        { nth: 2, state: 'placed' },
        { nth: 3, state: 'placed', date: '2027-03-29T09:00' },
      ],
    });
  });

  it('is one patient, also without an email', async () => {
    const { world, plan, booked } = await scene();
    const patient = { name: 'Zoe', email: null, prefix: null, phone: null };
    await plan({ repeat: weekly(3), patient });
    await runSeries(world);
    expect(new Set((await booked()).map(({ patientId }) => patientId)).size).toBe(1);
    expect(await booked()).toHaveLength(3);
  });

  it('books, checks and moves all services of each visit', async () => {
    const { world, practice, as, plan, place, booked } = await scene();
    const [first, second] = practice.offers;
    await place('2026-11-30T09:45');
    const booking = { hubServiceId: first, hubServiceIds: [first, second] };
    const preview = await plan({ repeat: weekly(2), booking, preview: true });
    expect(preview.visits.map(({ state }) => state)).toEqual(['free', 'taken']);
    const { id } = await plan({ dates: ['2026-11-23T09:00', '2026-12-07T09:00'], booking });
    await runSeries(world);
    const body = { from: 1, date: '2026-11-24T09:00' };
    await world.call('moveSeries', { params: { id: id! }, body, as });
    await runSeries(world);
    const visits = (await booked()).filter(({ series }) => series);
    expect(visits.map(({ start, end, service }) => [start, end, service.services?.length])).toEqual([
      ['2026-11-24T08:00:00.000Z', '2026-11-24T09:15:00.000Z', 2],
      ['2026-12-08T08:00:00.000Z', '2026-12-08T09:15:00.000Z', 2],
    ]);
  });

  it('writes nothing in a preview', async () => {
    const { world, plan } = await scene();
    const head = await world.store.head();
    const preview = await plan({ repeat: weekly(52), preview: true, patient: undefined });
    expect(preview.id).toBeNull();
    expect(preview.visits).toHaveLength(52);
    expect(await typesSince(world.store, head)).toEqual([]);
  });

  it('is not saved before each date that is not free is decided', async () => {
    const { world, plan, place, booked } = await scene();
    await place('2026-11-30T09:00');
    const head = await world.store.head();
    const repeat = weekly(3);
    const { visits } = await plan({ repeat, preview: true });
    expect(visits).toMatchObject([
      { state: 'free', use: '2026-11-23T09:00', decided: true, alternatives: [] },
      { state: 'taken', use: null, decided: false },
      { state: 'free', decided: true },
    ]);
    expect(visits[1]!.alternatives).toEqual(['2026-11-30T08:30', '2026-11-30T09:30', '2026-11-30T08:00']);
    await refused(plan({ repeat }), 'series-undecided');
    const date = '2026-11-30T09:00';
    // The time itself is taken, so that it cannot be kept.
    await refused(plan({ repeat, decisions: [{ date, use: date }] }), 'series-undecided');
    await refused(plan({ dates: [date], decisions: [{ date, use: null }] }), 'series-undecided');
    expect(await typesSince(world.store, head)).toEqual([]);
    await plan({ repeat, decisions: [{ date, use: '2026-11-30T09:30' }] });
    await plan({ dates: [date, '2026-12-01T09:00'], decisions: [{ date, use: null }] });
    await runSeries(world);
    const starts = (await booked()).map(({ start }) => start.slice(0, 16)).toSorted();
    expect(starts).toEqual([
      '2026-11-23T08:00',
      '2026-11-30T08:00',
      '2026-11-30T08:30',
      '2026-12-01T08:00',
      '2026-12-07T08:00',
    ]);
  });

  it('checks closings, hours and its own other visits', async () => {
    const { world, practice, as, plan } = await scene();
    const closing = {
      type: 'closing',
      title: 'Natale',
      starting_date: '2026-12-25T00:00',
      ending_date: '2026-12-25T23:59',
      clinic_id: practice.clinicId,
    };
    await world.call('planClosing', { params: { clinicId: practice.clinicId }, body: closing, as });
    const dates = ['2026-11-20T09:00', '2026-12-25T09:00', '2026-12-28T09:00', '2026-12-28T09:15'];
    const { visits } = await plan({ dates, preview: true });
    expect(visits.map(({ state }) => state)).toEqual(['past', 'closed', 'free', 'taken']);
    expect(visits[1]!.alternatives).toEqual(['2026-12-26T09:00', '2026-12-26T08:30', '2026-12-26T09:30']);
  });

  /** Closes the clinic on some days, both inclusive. */
  const close = async (
    { world, practice, as }: Awaited<ReturnType<typeof scene>>,
    from: string,
    to: string,
  ) => {
    const { clinicId } = practice;
    const period = { starting_date: `${from}T00:00`, ending_date: `${to}T23:59` };
    const body = { type: 'closing', title: 'Ferie', clinic_id: clinicId, ...period };
    await world.call('planClosing', { params: { clinicId }, body, as });
  };

  it('finds alternatives before and after a closing of two weeks, the nearest days first', async () => {
    const made = await scene();
    await close(made, '2027-01-11', '2027-01-24');
    const dates = ['2027-01-12T09:00', '2027-01-16T09:00', '2027-01-20T09:00'];
    const { visits } = await made.plan({ dates, preview: true });
    expect(visits.map(({ alternatives }) => alternatives)).toEqual([
      ['2027-01-10T09:00', '2027-01-10T08:30', '2027-01-10T09:30'],
      ['2027-01-10T09:00', '2027-01-10T08:30', '2027-01-10T09:30'],
      ['2027-01-25T09:00', '2027-01-25T08:30', '2027-01-25T09:30'],
    ]);
  });

  it('looks for alternatives in the two weeks around a date, from today on', async () => {
    const made = await scene();
    // Now it is 20 November, 10:00.
    await close(made, '2026-11-21', '2026-12-01');
    await close(made, '2027-01-01', '2027-03-01');
    const dates = ['2026-11-19T09:00', '2026-11-20T09:00', '2026-11-23T09:00', '2027-02-01T09:00'];
    const { visits } = await made.plan({ dates, preview: true });
    expect(visits.map(({ state, alternatives }) => [state, alternatives])).toEqual([
      ['past', []],
      ['past', ['2026-11-20T10:30', '2026-11-20T11:00', '2026-11-20T11:30']],
      ['closed', ['2026-11-20T10:30', '2026-11-20T11:00', '2026-11-20T11:30']],
      ['closed', []],
    ]);
  });

  it('reads each day once for the alternatives of all dates, and none that is closed or past', async () => {
    const made = await scene();
    await close(made, '2027-01-01', '2027-03-01');
    const { domain } = made.world;
    const { load } = domain.agendas;
    const read: string[] = [];
    domain.agendas.load = (id, enough) => load(id, enough).finally(() => read.push(id));
    const readsOf = async (dates: readonly string[]) => {
      read.length = 0;
      await made.plan({ dates, preview: true });
      return read.length;
    };
    // One for the check of the date itself.
    expect(await readsOf(['2027-02-01T09:00'])).toBe(1);
    expect(await readsOf(['2026-11-01T09:00'])).toBe(1);
    // Two for the last day before the closing, which lies in two days of UTC; no more for further dates.
    expect(await readsOf(['2027-01-01T09:00'])).toBe(1 + 2);
    expect(await readsOf(['2027-01-01T09:00', '2027-01-02T09:00', '2027-01-03T09:00'])).toBe(3 + 2);
  });

  it('names a visit whose time was taken in between, with alternatives, and the others stand', async () => {
    const { world, plan, show, place, booked } = await scene();
    const { id } = await plan({ repeat: weekly(3) });
    await place('2026-11-30T09:00');
    await runSeries(world);
    expect(await booked()).toHaveLength(3);
    const { visits } = await show(id!);
    expect(visits.map(({ state, reason }) => [state, reason])).toEqual([
      ['placed', null],
      ['not-placed', 'taken'],
      ['placed', null],
    ]);
    expect(visits[1]!.alternatives).toHaveLength(3);
  });

  it('names alternatives around a closing that was planned in between', async () => {
    const made = await scene();
    const { id } = await made.plan({ repeat: weekly(3, '2027-01-11T09:00') });
    await close(made, '2027-01-11', '2027-01-24');
    await runSeries(made.world);
    const { visits } = await made.show(id!);
    expect(visits.map(({ reason, alternatives }) => [reason, alternatives[0]])).toEqual([
      ['closed', '2027-01-10T09:00'],
      ['closed', '2027-01-25T08:30'],
      [null, undefined],
    ]);
  });

  it('stops after the patient was erased', async () => {
    const { world, as, plan, show } = await scene();
    const { id } = await plan({ repeat: weekly(2) });
    const { patientId } = (await world.domain.series.load(id!)).state as EventNamed<'SeriesPlanned'>['data'];
    await world.call('erasePatient', { params: { patientId }, as });
    await runSeries(world);
    expect((await show(id!)).visits.map(({ reason }) => reason)).toEqual(['refused', 'refused']);
  });

  it('is shown to the staff of the clinic only', async () => {
    const { world, practice, hubServiceId, patient, plan } = await scene();
    const bruno = await joinPractice(world, practice);
    const as = pro(bruno.proId);
    const { id } = await plan({ repeat: weekly(2) });
    await refused(world.call('getSeries', { params: { id }, as }), 'not-found');
    const body = { booking: { hubServiceId }, patient, repeat: weekly(2) };
    await refused(world.call('planSeries', { body, as }), 'forbidden');
    await refused(world.call('planSeries', { body: { ...body, preview: true }, as }), 'forbidden');
  });
});

describe('a change of a series', () => {
  const startsOf = async (booked: () => Promise<readonly { start: string; status: string }[]>) =>
    (await booked()).map(({ start, status }) => `${start.slice(0, 16)} ${status}`);

  const placed = async (count = 4) => {
    const made = await scene();
    const { id } = await made.plan({ repeat: weekly(count) });
    await runSeries(made.world);
    const { world, as } = made;
    const move = async (body: Record<string, unknown>) =>
      (await world.call('moveSeries', { params: { id }, body, as })).answer.data;
    const cancel = async (from: number) =>
      (await world.call('cancelSeries', { params: { id }, query: { from }, as })).answer.data;
    return { ...made, id: id!, move, cancel };
  };

  it('moves a visit and the following ones by the same days, to the same time', async () => {
    const { world, move, booked } = await placed();
    const preview = await move({ from: 2, date: '2026-12-01T11:00', preview: true });
    expect(preview.visits.map(({ date, state }) => `${date} ${state}`)).toEqual([
      '2026-12-01T11:00 free',
      '2026-12-08T11:00 free',
      '2026-12-15T11:00 free',
    ]);
    await move({ from: 2, date: '2026-12-01T11:00' });
    await runSeries(world);
    await runSeries(world);
    expect(await startsOf(booked)).toEqual([
      '2026-11-23T08:00 confirmed',
      '2026-12-01T10:00 confirmed',
      '2026-12-08T10:00 confirmed',
      '2026-12-15T10:00 confirmed',
    ]);
  });

  it('changes nothing, and mails nothing, about visits that are at their new time already', async () => {
    const { world, move, as, booked, practice } = await placed();
    const head = await world.store.head();
    await move({ from: 1, date: '2026-11-23T09:00' });
    await runSeries(world);
    expect(await typesSince(world.store, head)).toEqual([]);
    const params = { id: (await booked())[3]!.bookingId };
    const body = { date: '2026-12-15T11:00', hub_service_id: practice.offers[0] };
    await world.call('editBooking', { params, body, as });
    await move({
      from: 3,
      date: '2026-12-08T11:00',
      decisions: [{ date: '2026-12-16T11:00', use: '2026-12-15T11:00' }],
    });
    await runSeries(world);
    const events = await world.store.readAll(beginning, 100_000);
    expect(events.findLast(({ type }) => type === 'SeriesChanged')?.data).toMatchObject({ changed: [3] });
  });

  it.each([
    ['later', 1, '2026-11-30T09:00'],
    ['earlier', 2, '2026-11-24T09:00'],
  ])('moves visits to the times that others of the series leave: %s', async (_, from, date) => {
    const { world, move, booked } = await placed();
    await move({ from, date });
    await runSeries(world);
    const events = await world.store.readAll(beginning, 100_000);
    expect(events.filter(({ type }) => type === 'SeriesVisitNotChanged')).toEqual([]);
    expect(doubleBookings(await booked(), world.now().toISOString())).toEqual([]);
  });

  it('checks each visit in the calendar of its own professional', async () => {
    const { world, practice, as, move, place, booked } = await placed();
    const bruno = await joinPractice(world, practice);
    const handOver = { date: '2026-11-30T09:00', hub_service_id: bruno.offers[0] };
    await world.call('editBooking', { params: { id: (await booked())[1]!.bookingId }, body: handOver, as });
    await place('2026-12-01T11:00');
    await place('2026-12-08T11:00');
    const { visits } = await move({ from: 2, date: '2026-12-01T11:00', preview: true });
    expect(visits.map(({ date, state }) => `${date} ${state}`)).toEqual([
      '2026-12-01T11:00 free',
      '2026-12-08T11:00 taken',
      '2026-12-15T11:00 free',
    ]);
    const params = { id: bruno.hubId };
    await world.call('updateHub', { params, body: { status: 'archived' }, as });
    const others = await move({ from: 1, date: '2026-11-24T11:00', preview: true });
    expect(others.visits.map(({ state }) => state)).toEqual(['free', 'taken', 'taken', 'free']);
  });

  it('leaves a visit at its time that is left out, and refuses undecided dates', async () => {
    const { world, move, place, booked } = await placed();
    await place('2026-12-08T11:00');
    const change = { from: 2, date: '2026-12-01T11:00' };
    await refused(move(change), 'series-undecided');
    await move({ ...change, decisions: [{ date: '2026-12-08T11:00', use: null }] });
    await runSeries(world);
    expect((await startsOf(booked)).toSorted()).toEqual([
      '2026-11-23T08:00 confirmed',
      '2026-12-01T10:00 confirmed',
      '2026-12-07T08:00 confirmed',
      '2026-12-08T10:00 confirmed',
      '2026-12-15T10:00 confirmed',
    ]);
  });

  it('says which visit was not moved and why, until a later change of it succeeds', async () => {
    const { world, move, place, show, id } = await placed();
    await move({ from: 2, date: '2026-12-01T11:00' });
    await place('2026-12-08T11:00');
    await runSeries(world);
    const unchanged = async () => (await show(id)).visits.map((visit) => visit.not_changed);
    const reason = { change: 'move', reason: 'taken' };
    expect(await unchanged()).toEqual([undefined, undefined, reason, undefined]);
    await move({ from: 2, date: '2026-12-01T15:00' });
    await runSeries(world);
    expect(await unchanged()).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('cancels a visit and the following ones', async () => {
    const { world, cancel, booked, show, id } = await placed();
    expect(await cancel(3)).toEqual({ id, cancelled: 2 });
    await runSeries(world);
    expect((await startsOf(booked)).map((one) => one.split(' ')[1])).toEqual([
      'confirmed',
      'confirmed',
      'cancelled',
      'cancelled',
    ]);
    expect((await show(id)).visits.map(({ state }) => state)).toEqual([
      'placed',
      'placed',
      'cancelled',
      'cancelled',
    ]);
    await refused(cancel(3), 'booking-not-active');
  });

  it('leaves a visit that was handed over to a colleague whose calendar the caller does not run', async () => {
    const { world, practice, as, hubServiceId, patient, booked } = await scene();
    const bruno = await joinPractice(world, practice);
    const own = { booking: { hubServiceId: bruno.offers[0] }, patient, repeat: weekly(3) };
    const { id } = (await world.call('planSeries', { body: own, as: pro(bruno.proId) })).answer.data;
    await runSeries(world);
    const handOver = { date: '2026-11-30T09:00', hub_service_id: hubServiceId };
    await world.call('editBooking', { params: { id: (await booked())[1]!.bookingId }, body: handOver, as });
    await world.call('cancelSeries', { params: { id: id! }, query: { from: 1 }, as: pro(bruno.proId) });
    await runSeries(world);
    const { visits } = (await world.call('getSeries', { params: { id: id! }, as })).answer.data;
    expect(visits.map(({ state }) => state)).toEqual(['cancelled', 'placed', 'cancelled']);
    expect(visits[1]!.not_changed).toEqual({ change: 'cancel', reason: 'refused' });
  });

  it('is whole after 20 crashes', async () => {
    const { world, move, cancel, booked } = await placed(20);
    await move({ from: 3, date: '2026-12-14T09:00' });
    await runWithCrashes(world, 20);
    await cancel(12);
    await runWithCrashes(world, 20);
    const all = await booked();
    expect(all.filter(({ status }) => status === 'confirmed')).toHaveLength(11);
    expect(all.filter(({ status }) => status === 'cancelled')).toHaveLength(9);
    const events = await world.store.readAll(beginning, 100_000);
    const moves = events.filter(({ type }) => type === 'BookingMoved').map(({ stream }) => stream);
    expect(moves).toHaveLength(18);
    expect(new Set(moves).size).toBe(18);
    expect(doubleBookings(all, world.now().toISOString())).toEqual([]);
  });
});

/** Handles series while each run of the processes crashes at an append, in turn before and after it. */
const runWithCrashes = async (world: World, crashes: number) => {
  for (let crash = 0; crash < crashes; crash += 1) {
    const fault = { nth: 1 + (crash % 4), when: crash % 2 ? 'before' : 'after', how: 'crash' } as const;
    const process = world.startProcess(faultyStore(world.store, fault));
    await runSeries({ ...process, store: world.store }).catch((error: unknown) => {
      if (!(error instanceof ConnectionLost)) throw error;
    });
    if (crash % 5 === 0) world.advance(2);
  }
  await runSeries({ ...world.startProcess(), store: world.store });
};

it.each(['together', 'one by one'])(
  'a series of 52 over two clock changes is whole after 20 crashes, appends %s',
  async (how) => {
    const whole = createMemoryEventStore();
    const { appendTogether: _, ...oneByOne } = whole;
    const store: EventStore = how === 'together' ? whole : oneByOne;
    const { world, plan, show, place, booked } = await scene(createWorld(store));
    const { id } = await plan({ repeat: weekly(52) });
    await place('2027-01-04T09:00');
    await runWithCrashes(world, 20);
    const { visits, done } = await show(id!);
    expect(done).toBe(true);
    const notPlaced = visits.filter(({ state }) => state === 'not-placed').map(({ date }) => date);
    expect(notPlaced).toEqual(['2027-01-04T09:00']);
    const all = await booked();
    const ofSeries = all.filter(({ series }) => series?.seriesId === id);
    expect(ofSeries).toHaveLength(51);
    const zone = world.deps.zones('Europe/Rome');
    expect(new Set(ofSeries.map(({ start }) => zone.wallOf(start).slice(11)))).toEqual(new Set(['09:00']));
    expect(doubleBookings(all, world.now().toISOString())).toEqual([]);
  },
);
