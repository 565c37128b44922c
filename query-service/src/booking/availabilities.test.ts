import { createZone, type Zone } from '@visita/contracts/availability/zones';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { AvailabilityFacts } from './availability-facts.ts';
import { availabilityHandlers, dayAvailabilities } from './availabilities.ts';

const now = Date.parse('2026-11-20T09:00:00.000Z');

/** One professional, open day and night for 60 days, with services of different lengths. */
const factsOf = (services: number): AvailabilityFacts => {
  const hub = { hub_id: 'hub', pro_id: 'anna' };
  const service = (_: unknown, n: number): AvailabilityFacts['services'][number] => ({
    hub_id: 'hub',
    hub_service_id: `offer ${n}`,
    clinic_service_id: `service ${n}`,
    service_name: `Visita ${n}`,
    specialization_id: 'acupuncture',
    duration: 30 + n,
    own_duration: null,
    own_price_cents: null,
    step_minutes: null,
    buffer_before: 0,
    buffer_after: 0,
    notice_hours: 0,
  });
  const allDay = { hub_id: 'hub', working_day: 9, starting_hour: '00:00', ending_hour: '24:00' };
  const always = { valid_from: null, valid_until: null, every_weeks: null, anchor_monday: null };
  return {
    timezone: 'Europe/Rome',
    hubs: [
      {
        ...hub,
        name: 'Anna',
        lastname: 'Rossi',
        horizon_days: 60,
        gapless_starts: true,
        notice_hours: 0,
        shortest_service: 30,
      },
    ],
    services: Array.from({ length: services }, service),
    windows: [{ ...allDay, ...always }],
    dayHours: [],
    closings: [],
    vacations: [],
    busy: [],
  };
};

it('yields to other calls between the days of each service', async () => {
  // Each read of the clock says that the time slice is used up.
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (time += 4));
  let [inTurn, most, going] = [0, 0, true];
  const nextTurn = (): void => {
    inTurn = 0;
    if (going) setImmediate(nextTurn);
  };
  nextTurn();
  onTestFinished(() => {
    going = false;
    vi.restoreAllMocks();
  });
  const rome = createZone('Europe/Rome');
  const zone: Zone = {
    ...rome,
    localDay: (day) => {
      inTurn += 1;
      most = Math.max(most, inTurn);
      return rome.localDay(day);
    },
  };
  const asked = Array.from({ length: 20 }, () => dayAvailabilities({ facts: factsOf(4), now, zone }));
  const [days] = await Promise.all(asked);
  expect(days).toHaveLength(61);
  expect(most).toBeLessThanOrEqual(20);
});

/** Handlers over clinics whose id says their number of services. */
const openHandlers = () => {
  let reads = 0;
  const query = async ({ name, values: [ids] }: { name: string; values: readonly [string | string[]] }) => {
    const clinicId = [ids].flat()[0]!;
    const { timezone, hubs, ...parts } = factsOf(Number(clinicId));
    if (name === 'availability-hubs') {
      reads += 1;
      return { rows: hubs.map((hub) => ({ ...hub, hub_id: clinicId, timezone })) };
    }
    const inHub = (row: object) => ('hub_id' in row ? { ...row, hub_id: clinicId } : row);
    return {
      rows: Object.entries(parts).map(([part, rows]) => ({ part, chunk: 0, rows: rows.map(inHub) })),
    };
  };
  const { getBookingAvailabilities } = availabilityHandlers({
    pool: { query },
    clock: () => new Date(now),
    zones: createZone,
    strict: false,
    lastChanges: { ofClinic: async () => 'never' },
  } as unknown as Parameters<typeof availabilityHandlers>[0]);
  const ask = (services: number) =>
    getBookingAvailabilities({
      params: { clinicId: String(services) },
      query: {},
    } as Parameters<typeof getBookingAvailabilities>[0]);
  return { ask, reads: () => reads };
};

it('answers a small question before large ones asked earlier', async () => {
  const { ask, reads } = openHandlers();
  let answered = 0;
  const large = Array.from({ length: 20 }, () => ask(26).then(() => (answered += 1)));
  const { data } = await ask(1);
  expect(data).toHaveLength(61);
  expect(answered).toBeLessThan(2);
  await Promise.all(large);
  expect(reads()).toBe(2);
});
