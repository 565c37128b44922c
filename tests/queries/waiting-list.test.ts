import type { OverviewView } from '@visita/contracts/overview/views';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import type { LeftTime, WaitingEntryView } from '@visita/contracts/waiting/views';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { guestAccepts, sampleClinic } from '../support/sample-clinic.ts';

const { clinic: clinicId, guest, owner, ownerHub: hubId, stranger } = sampleIds;
const [first, urgent, evening] = [sampleId(11, 1), sampleId(11, 2), sampleId(11, 3)];

const joined = (entryId: string, wish: object = {}) =>
  sample('WaitingJoined', { entryId, confirmBy: null, ...wish });

let world: QueryWorld;
beforeAll(async () => {
  world = await createQueryWorld({ now: '2026-11-20T08:00:00.000Z' });
  await world.given(...sampleClinic, guestAccepts);
  await world.given(
    joined(first),
    joined(urgent),
    sample('WaitingUrgencySet', { entryId: urgent, urgent: true }),
    joined(evening, { fromTime: '17:00', toTime: '19:00' }),
    sample('BookingPlaced', { confirmBy: null }),
  );
});
afterAll(() => world.close());

const listOf = async (caller: string, query: Record<string, string> = {}) =>
  (await world.ask('getWaitingList', { params: { clinicId }, caller, query })).data as WaitingEntryView[];
const fitting = async (date: string) => (await listOf(owner, { hubId, date })).map(({ id }) => id);

test('the people whom a time of a hub suits come by turn, with the service that is offered', async () => {
  const people = await listOf(owner, { hubId, date: '2026-11-24T09:00' });
  expect(people.map((person) => [person.id, person.urgent])).toEqual([
    [urgent, true],
    [first, false],
  ]);
  expect(people.map(({ hub_service_id: id }) => id)).toEqual([
    sampleIds.ownerHubService,
    sampleIds.ownerHubService,
  ]);
  expect(await fitting('2026-11-24T18:00')).toHaveLength(3);
});

test('a time suits only if the visit ends before the next appointment', async () => {
  // The sample's visit is from 9:00 to 9:30.
  expect(await fitting('2026-11-23T08:30')).toEqual([urgent, first]);
  expect(await fitting('2026-11-23T08:45')).toEqual([]);
  expect(await fitting('2026-11-23T09:15')).toEqual([]);
  expect(await fitting('2026-11-23T09:30')).toEqual([urgent, first]);
});

test('a time suits no one while the clinic is closed or the professional is away', async () => {
  const period = (from: number, to: number) => ({
    startingDate: `2026-11-24T${from + 1}:00`,
    endingDate: `2026-11-24T${to + 1}:00`,
    start: `2026-11-24T${String(from).padStart(2, '0')}:00:00.000Z`,
    end: `2026-11-24T${to}:00:00.000Z`,
  });
  await world.given(
    sample('ClosingPlanned', { period: { ...period(8, 10), startingDate: '2026-11-24T09:00' } }),
    sample('VacationPlanned', { period: period(10, 11) }),
  );
  // The clinic is closed from 9:00 to 11:00, and the professional is away until 12:00.
  expect(await fitting('2026-11-24T08:30')).toEqual([urgent, first]);
  expect(await fitting('2026-11-24T08:45')).toEqual([]);
  expect(await fitting('2026-11-24T10:45')).toEqual([]);
  expect(await fitting('2026-11-24T11:30')).toEqual([]);
  expect(await fitting('2026-11-24T12:00')).toEqual([urgent, first]);
});

/** Adds a service of 30 minutes that the owner offers, with buffers; returns its ids. */
const offerWithBuffers = async (bufferBefore: number, bufferAfter: number) => {
  const [own, ofHub] = ['cccccccccccc', 'dddddddddddd'];
  const [clinicServiceId, hubServiceId] = [`${clinicId}.${own}`, `${hubId}.${ofHub}`];
  const { service } = sample('ClinicServiceAdded').data;
  await world.given(
    sample('ClinicServiceAdded', { service: { ...service, clinicServiceId, bufferBefore, bufferAfter } }),
    sample('HubServiceOffered', { hubServiceId, clinicServiceId }),
  );
  return { clinicServiceId, hubServiceId };
};

test('a time suits only if the buffers before and after the visit are free too', async () => {
  const { clinicServiceId } = await offerWithBuffers(15, 10);
  const entryId = sampleId(11, 5);
  await world.given(joined(entryId, { clinicServiceId }));
  const fits = async (date: string) => (await fitting(date)).includes(entryId);
  expect(await fits('2026-11-23T09:30')).toBe(false);
  expect(await fits('2026-11-23T09:45')).toBe(true);
  expect(await fits('2026-11-23T08:25')).toBe(false);
  expect(await fits('2026-11-23T08:20')).toBe(true);
  await world.given(sample('WaitingEnded', { entryId }));
});

test('a visit of several services needs time for all of them, and is not in its own way', async () => {
  const { clinicServiceId, hubServiceId } = await offerWithBuffers(15, 10);
  const [entryId, bookingId] = [sampleId(11, 6), sampleId(4, 6)];
  const { service } = sample('BookingPlaced').data;
  const services = [service, { ...service, clinicServiceId, hubServiceId }];
  const times = { start: '2026-11-25T12:30:00.000Z', end: '2026-11-25T13:30:00.000Z' };
  await world.given(
    sample('BookingPlaced', { bookingId, confirmBy: null, ...times, service: { ...service, services } }),
    joined(entryId, { bookingId }),
  );
  const fits = async (date: string) => (await fitting(date)).includes(entryId);
  // 30 + 30 minutes with 15 before and 10 after; the other visit is from 9:00 to 9:30.
  expect(await fits('2026-11-23T07:55')).toBe(false);
  expect(await fits('2026-11-23T07:50')).toBe(true);
  expect(await fits('2026-11-23T09:40')).toBe(false);
  expect(await fits('2026-11-23T09:45')).toBe(true);
  expect(await fits('2026-11-25T13:00')).toBe(true);
  await world.given(sample('WaitingEnded', { entryId }), sample('BookingCancelled', { bookingId }));
});

test('members see the people who name them, strangers no list, and a hub of another clinic has none', async () => {
  expect(await listOf(guest)).toEqual([]);
  await expect(listOf(stranger)).rejects.toMatchObject({ code: 'not-found' });
  const elsewhere = listOf(owner, { hubId: sampleId(3, 99), date: '2026-11-24T09:00' });
  await expect(elsewhere).rejects.toMatchObject({ code: 'service-unknown' });
});

test('an entry that moves a visit of several services names them all', async () => {
  const { service } = sample('BookingPlaced').data;
  const further = { ...service, clinicServiceId: sampleId(7, 7), serviceName: 'Controllo' };
  const several = { ...service, serviceName: 'Visita + Controllo', services: [service, further] };
  const [entryId, bookingId] = [sampleId(11, 4), sampleId(4, 4)];
  await world.given(
    sample('BookingPlaced', { bookingId, confirmBy: null, service: several }),
    joined(entryId, { bookingId }),
  );
  const entry = (await listOf(owner)).find(({ id }) => id === entryId);
  expect(entry?.service).toBe('Visita + Controllo');
  expect(entry?.services?.map((one) => one.service)).toEqual([service.serviceName, 'Controllo']);
  await world.given(sample('WaitingEnded', { entryId }));
});

test('a call by staff is shown with its instant', async () => {
  expect((await listOf(owner)).map(({ called }) => called)).toEqual([null, null, null]);
  await world.given(sample('WaitingCalled', { entryId: first }));
  const called = (await listOf(owner)).find(({ id }) => id === first)?.called;
  expect(called).toBe('2026-11-20T10:00:00.000Z');
});

test('the overview counts the visits of the period that an offer booked, without those that could not be booked', async () => {
  const [booked, gone] = [sampleId(11, 7), sampleId(11, 8)];
  const taken = (entryId: string) => [joined(entryId), sample('OfferTaken', { entryId })];
  const ended = (entryId: string) => sample('WaitingEnded', { entryId, reason: 'booked' });
  await world.given(...taken(booked), ended(booked));
  await world.given(...taken(gone), sample('OfferWithdrawn', { entryId: gone, reason: 'gone' }), ended(gone));
  const filled = async (from: string, to: string, professional = {}) => {
    const asked = { params: { proId: owner }, query: { from, to, ...professional }, caller: owner };
    return ((await world.ask('getProOverview', asked)).data as OverviewView).waiting;
  };
  expect(await filled('2026-11-23', '2026-11-23')).toEqual({ filled: 1 });
  expect(await filled('2026-11-23', '2026-11-23', { professionalId: guest })).toEqual({ filled: 0 });
  expect(await filled('2026-11-24', '2026-11-30')).toEqual({ filled: 0 });
});

test('a time that was refused is left while it is free and offered to no one', async () => {
  const answerOf = (caller: string, query: Record<string, string> = {}) =>
    world.ask('getWaitingList', { params: { clinicId }, caller, query });
  const leftTo = async (caller: string) =>
    ((await answerOf(caller)).left as LeftTime[]).map(({ date }) => date);
  const made = sample('OfferMade').data;
  const at = (start: string, end: string) =>
    made.times.map((time) => ({
      ...time,
      start: `2026-11-23T${start}:00.000Z`,
      end: `2026-11-23T${end}:00.000Z`,
    }));
  const [ten, afterHours] = [at('09:00', '09:30'), at('14:00', '14:30')];
  const offer = (entryId: string, times: typeof ten, held: boolean) =>
    sample('OfferMade', { ...of(entryId), times, reservationId: held ? made.reservationId : null });
  const of = (entryId: string) => ({ entryId, offerId: `${entryId}.0a1b2c3d4e5f` });

  await world.given(offer(first, [...ten, ...afterHours], false));
  expect(await leftTo(owner)).toEqual([]);
  await world.given(sample('OfferDeclined', of(first)));
  // At 15:00 the professional does not work.
  expect(await leftTo(owner)).toEqual(['2026-11-23T10:00:00+01:00']);
  expect((await answerOf(owner)).left).toMatchObject([
    { hub_id: hubId, hub_service_id: sampleIds.ownerHubService, professional: 'Anna Rossi' },
  ]);
  expect(await leftTo(guest)).toEqual([]);
  expect((await answerOf(owner, { hubId, date: '2026-11-23T10:00' })).left).toEqual([]);

  for (const held of [true, false]) {
    await world.given(offer(urgent, ten, held));
    expect(await leftTo(owner)).toEqual([]);
    await world.given(sample('OfferLapsed', of(urgent)));
    expect(await leftTo(owner)).toEqual(['2026-11-23T10:00:00+01:00']);
  }

  const bookingId = sampleId(4, 9);
  const visit = { start: '2026-11-23T09:00:00.000Z', end: '2026-11-23T09:30:00.000Z' };
  await world.given(sample('BookingPlaced', { bookingId, confirmBy: null, ...visit }));
  expect(await leftTo(owner)).toEqual([]);
  await world.given(sample('BookingCancelled', { bookingId }));
  expect(await leftTo(owner)).toHaveLength(1);
});
