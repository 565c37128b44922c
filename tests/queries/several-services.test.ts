import { api } from '@visita/contracts/api/table';
import type { FreeTimes } from '@visita/contracts/booking/free-times';
import type { DayAvailability, ProCalendar } from '@visita/contracts/booking/views';
import type { DomainEvent } from '@visita/contracts/events';
import { sample, sampleIds } from '@visita/contracts/samples';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { guestAccepts, sampleClinic } from '../support/sample-clinic.ts';

const { clinic: clinicId, owner, ownerHub, ownerHubService, service: clinicServiceId } = sampleIds;
const { service: visit } = sample('ClinicServiceAdded').data;
const check = { ...visit, clinicServiceId: `${clinicId}.check`, serviceName: 'Controllo', duration: 45 };
const hubCheck = `${ownerHub}.check`;
const day = '2026-11-23';

let world: QueryWorld;
beforeEach(async () => {
  // A Friday; Anna works Mondays from 9 to 12.
  world = await createQueryWorld({ now: '2026-11-20T08:00:00.000Z' });
  await world.given(
    ...sampleClinic,
    guestAccepts,
    sample('ClinicServiceAdded', { service: { ...check, bufferBefore: 15, bufferAfter: 5 } }),
    sample('HubServiceOffered', { hubServiceId: hubCheck, clinicServiceId: check.clinicServiceId }),
  );
});
afterEach(() => world.close());

const booked: DomainEvent = sample('BookingPlaced', {
  confirmBy: null,
  end: '2026-11-23T09:15:00.000Z',
  service: {
    hubServiceId: ownerHubService,
    ...visit,
    serviceName: 'Visita + Controllo',
    duration: 75,
    priceCents: 16_000,
    services: [
      { hubServiceId: ownerHubService, ...visit },
      { hubServiceId: hubCheck, ...check },
    ],
  },
});

const staffTimes = async (query: Record<string, string>) => {
  const asked = { clinicServiceId, from: day, to: '2026-11-24', ...query };
  return (await world.ask('getFreeTimes', { params: { clinicId }, query: asked, caller: owner }))
    .data as FreeTimes;
};

it('offers staff starts of the first service at which all services fit, with those who offer them all', async () => {
  const { professionals, days } = await staffTimes({ andServices: check.clinicServiceId });
  expect(professionals).toMatchObject([
    { proId: owner, hubServiceId: ownerHubService, duration: 75, buffer_before: 15, buffer_after: 5 },
  ]);
  expect(days[0]?.free[0]?.times).toEqual(['09:00', '09:30', '10:00', '10:30']);
  expect((await staffTimes({ andServices: `${clinicId}.unknown` })).professionals).toEqual([]);
});

it('offers patients who move such a visit the same starts', async () => {
  const timesOf = async (query: Record<string, string>) => {
    const { data } = await world.ask('getBookingAvailabilities', { params: { clinicId }, query });
    return (data as DayAvailability[]).find(({ date }) => date === day)?.bookingAvailabilities[0]
      ?.availabilities;
  };
  const query = { hubServiceId: ownerHubService, andServices: hubCheck };
  expect(await timesOf(query)).toEqual(['09:00', '09:30', '10:00', '10:30']);
  expect(await timesOf({ ...query, andServices: `${ownerHub}.unknown` })).toBeUndefined();
});

it('refuses a list of services that is none, and names the field', () => {
  const { error } = api.getFreeTimes.query.safeParse({
    clinicServiceId,
    from: day,
    to: '2026-11-24',
    andServices: 'x',
  });
  expect(error?.issues.map(({ path }) => path)).toEqual([['andServices']]);
});

it('shows every service in the calendar', async () => {
  await world.given(booked);
  const query = { from: day, to: day };
  const { data } = await world.ask('getProCalendar', { params: { proId: owner }, query, caller: owner });
  expect((data as ProCalendar).bookings).toMatchObject([
    {
      service: 'Visita + Controllo',
      duration: 75,
      hub_service_id: ownerHubService,
      services: [
        { hub_service_id: ownerHubService, service: 'Visita', duration: 30 },
        { hub_service_id: hubCheck, service: 'Controllo', duration: 45 },
      ],
    },
  ]);
});

it('counts the visit once in the overview, under its first service', async () => {
  const { bookingId, proId, clinicId: at, hubId, patientId } = sample('BookingPlaced').data;
  const ids = { bookingId, proId, clinicId: at, hubId, patientId };
  await world.given(booked, { type: 'BookingAttended', data: ids });
  const { rows } = await world.database.pool.query(
    `select name, sum(attended)::int as attended from read.said_visits where kind = 'service' and days = 1 group by name`,
  );
  expect(rows).toEqual([{ name: 'Visita', attended: 1 }]);
});
