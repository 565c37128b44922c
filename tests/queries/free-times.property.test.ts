import { openClinic, registerPro } from '@visita/command-service/testing/practice';
import { createWorld, pro, type World } from '@visita/command-service/testing/world';
import type { CallName } from '@visita/contracts/api/table';
import { explainSlots } from '@visita/contracts/availability/explain';
import { addDays, createZone } from '@visita/contracts/availability/zones';
import type { FreeTimes } from '@visita/contracts/booking/free-times';
import type { DomainEvent } from '@visita/contracts/events';
import { Rejection } from '@visita/contracts/problem';
import { beginning } from '@visita/platform/event-store/port';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';

const zone = createZone('Europe/Rome');

/** A stretch within the two days of a run, in quarters of an hour. */
const stretch = fc.record({ quarter: fc.nat({ max: 190 }), length: fc.integer({ min: 1, max: 12 }) });
type Stretch = { readonly quarter: number; readonly length: number };
const stretches = (maxLength: number) => fc.array(stretch, { maxLength });
const visit = fc.record({ quarter: fc.nat({ max: 190 }), offer: fc.nat({ max: 5 }), online: fc.boolean() });

const service = fc.record({
  duration: fc.constantFrom(20, 30, 45, 60),
  stepMinutes: fc.constantFrom(null, 15, 25),
  bufferBefore: fc.constantFrom(0, 10, 30),
  bufferAfter: fc.constantFrom(0, 15),
  bookableBy: fc.constantFrom('everyone', 'staff'),
  noticeHours: fc.constantFrom(0, 72),
});
const hours = fc.array(
  fc.record({ opens: fc.integer({ min: 0, max: 20 }), for: fc.integer({ min: 1, max: 4 }) }),
  { minLength: 1, maxLength: 2 },
);

const practice = fc.record({
  // The days are today, a usual day, and the days on which the clock changes.
  day: fc.constantFrom('2026-11-20', '2026-11-24', '2027-03-28', '2027-10-31'),
  services: fc.tuple(service, service),
  hours: fc.tuple(hours, hours),
  ownDuration: fc.constantFrom(null, 40),
  gaplessStarts: fc.boolean(),
  daySet: fc.option(hours),
  blocks: stretches(2),
  closings: stretches(1),
  vacations: stretches(1),
  elsewhere: stretches(3),
  visits: fc.array(visit, { maxLength: 12 }),
  lapses: fc.boolean(),
});
type Practice = typeof practice extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** A practice with every kind of obstacle. */
const full: Practice = {
  day: '2027-03-28',
  services: [
    {
      duration: 30,
      stepMinutes: 15,
      bufferBefore: 10,
      bufferAfter: 15,
      bookableBy: 'everyone',
      noticeHours: 0,
    },
    {
      duration: 45,
      stepMinutes: null,
      bufferBefore: 0,
      bufferAfter: 0,
      bookableBy: 'staff',
      noticeHours: 72,
    },
  ],
  hours: [[{ opens: 1, for: 4 }], [{ opens: 8, for: 4 }]],
  ownDuration: 40,
  gaplessStarts: true,
  daySet: [{ opens: 14, for: 2 }],
  blocks: [{ quarter: 36, length: 2 }],
  closings: [{ quarter: 58, length: 3 }],
  vacations: [{ quarter: 132, length: 4 }],
  elsewhere: [{ quarter: 42, length: 1 }],
  visits: [
    { quarter: 104, offer: 0, online: false },
    { quarter: 108, offer: 0, online: true },
  ],
  lapses: true,
};

let queries: QueryWorld;
let world: World;
let projected = beginning;
let practices = 0;
beforeAll(async () => {
  world = createWorld();
  queries = await createQueryWorld({ now: world.now().toISOString() });
});
afterAll(() => queries?.close());

/** Runs a command; null if it is refused, as many of a random practice are. */
const attempt = async <T>(running: Promise<T>): Promise<T | null> => {
  try {
    return await running;
  } catch (error) {
    if (error instanceof Rejection) return null;
    throw error;
  }
};

const hour = (number: number): string => `${String(number).padStart(2, '0')}:00`;
const windowsOf = (all: Practice['hours'][number]) =>
  all.map((one) => ({
    starting_hour: hour(one.opens),
    ending_hour: hour(Math.min(24, one.opens + one.for)),
  }));

const wallAt = (day: string, quarter: number): string => {
  const minutes = (quarter % 96) * 15;
  const time = `${hour(Math.floor(minutes / 60)).slice(0, 2)}:${String(minutes % 60).padStart(2, '0')}`;
  return `${addDays(day, Math.floor(quarter / 96))}T${time}`;
};
const datesOf = (day: string, { quarter, length }: Stretch) => ({
  starting_date: wallAt(day, quarter),
  ending_date: wallAt(day, quarter + length),
});

const command = (name: CallName, as: string, body: unknown, id?: string) =>
  attempt(world.call(name, { body, as: pro(as), ...(id === undefined ? {} : { params: { id } }) }));

const patientOf = (name: string) => ({ name, email: null, prefix: null, phone: null });
const placing = (hubServiceId: string, date: string) => ({
  booking: { hubServiceId, date },
  patient: patientOf('Carla'),
});

const join = async (
  clinic: { clinicId: string; services: string[]; ownerId: string },
  { username, proId, windows }: { username: string; proId: string; windows: Practice['hours'][number] },
) => {
  const availability = windowsOf(windows).map((window) => ({ working_day: 9, ...window }));
  const { clinicId, services, ownerId } = clinic;
  const { answer } = await world.call('addCollaborator', {
    body: { clinicId, services, proEmail: `${username}@example.com`, availability },
    as: pro(ownerId),
  });
  const { hub } = answer.data;
  if (proId !== ownerId) await command('updateHub', proId, { status: 'active' }, hub.id);
  return { proId, hubId: hub.id, offers: hub.services.map(({ id }) => id) };
};

/** Opens a clinic with two professionals, one of whom also works at a stranger's clinic. */
const openWith = async ({ services, hours: [first, second], ownDuration, gaplessStarts }: Practice) => {
  practices += 1;
  const names = ['anna', 'bruno', 'sofia'].map((name) => `${name}${practices}`);
  const [anna = '', bruno = '', sofia = ''] = await Promise.all(
    names.map((name) => registerPro(world, name)),
  );
  const [annas, brunos] = [
    { username: names[0]!, proId: anna, windows: first },
    { username: names[1]!, proId: bruno, windows: second },
  ];
  const clinic = { ...(await openClinic(world, anna)), ownerId: anna };
  const common = { specializationId: 'acupuncture', serviceName: 'Visita', price: 80 };
  for (const [nth, rules] of services.entries())
    await command('changeClinicService', anna, { ...common, ...rules }, clinic.services[nth]);
  const hubs = [await join(clinic, annas), await join(clinic, brunos)] as const;
  const strangers = { ...(await openClinic(world, sofia)), ownerId: sofia };
  const elsewhere = await join(strangers, { ...brunos, windows: [{ opens: 0, for: 24 }] });
  await command('updateOptions', bruno, { gaplessStarts, bookingNoticeHours: 48 }, bruno);
  await command('setHubServiceTerms', anna, { duration: ownDuration, price: null }, hubs[1].offers[0]);
  return { clinic, hubs, elsewhere, stranger: sofia };
};
type Opened = Awaited<ReturnType<typeof openWith>>;

/** Fills the calendar; what a random practice cannot have is refused and left out. */
const fill = async ({ clinic, hubs, elsewhere, stranger }: Opened, drawn: Practice) => {
  const { day } = drawn;
  const { ownerId } = clinic;
  const [annas, brunos] = hubs;
  if (drawn.daySet)
    await command(
      'setDayHours',
      ownerId,
      { days: [{ date: day, windows: windowsOf(drawn.daySet) }] },
      annas.hubId,
    );
  for (const one of drawn.blocks)
    await command('blockTime', brunos.proId, { hub_id: brunos.hubId, ...datesOf(day, one) });
  for (const one of drawn.elsewhere)
    await command('placeBooking', stranger, placing(elsewhere.offers[0]!, wallAt(day, one.quarter)));
  const offers = hubs.flatMap((hub) => hub.offers);
  for (const [nth, { quarter, offer, online }] of drawn.visits.entries()) {
    const [date, hubServiceId] = [wallAt(day, quarter), offers[offer % offers.length]!];
    const name = `p${practices}x${nth}`;
    const contactInfo = { name, email: `${name}@example.com`, phone: '3330001111', prefix: '+39' };
    const body = {
      clinicId: clinic.clinicId,
      serviceHubId: hubServiceId,
      date,
      contactInfo: { ...contactInfo, privacyPolicy: true },
    };
    if (online) await attempt(world.call('requestBooking', { body }));
    else await command('placeBooking', ownerId, placing(hubServiceId, date));
  }
  for (const one of drawn.closings)
    await command('planClosing', ownerId, {
      title: 'Ponte',
      clinic_id: clinic.clinicId,
      type: 'closing',
      ...datesOf(day, one),
    });
  for (const one of drawn.vacations)
    await command('planVacation', brunos.proId, {
      title: 'Via',
      hub_id: brunos.hubId,
      type: 'vacation',
      ...datesOf(day, one),
    });
  if (drawn.lapses) world.advance(61);
};

/** Projects what was written since the last time. */
const project = async (): Promise<void> => {
  const events = await world.store.readAll(projected, 10_000);
  projected = events.at(-1)?.position ?? projected;
  queries.setNow(world.now().toISOString());
  await queries.given(...(events as readonly DomainEvent[]));
};

type Start = { readonly hubServiceId: string; readonly date: string };
const keyOf = ({ hubServiceId, date }: Start): string => `${hubServiceId} ${date}`;

const answered = async ({ clinic }: Opened, clinicServiceId: string, day: string): Promise<Start[]> => {
  const query = { clinicServiceId, from: day, to: addDays(day, 2) };
  const { clinicId, ownerId: caller } = clinic;
  const { data } = await queries.ask('getFreeTimes', { params: { clinicId }, query, caller });
  const { days, until } = data as FreeTimes;
  expect(until).toBe(query.to);
  return days.flatMap(({ date, free }) =>
    free.flatMap(({ hubServiceId, times }) =>
      times.map((time) => ({ hubServiceId, date: `${date}T${time}` })),
    ),
  );
};

/** Future starts on the grid of a hub's service at which the visit lies within its hours. */
const gridOf = async (
  hubId: string,
  hubServiceId: string,
  day: string,
  rules: Practice['services'][number],
) => {
  const { state } = await world.domain.hubs.load(hubId);
  if (state.status === 'none') throw new Error('There is no hub.');
  const own = state.services.find((one) => one.hubServiceId === hubServiceId)?.own?.duration;
  const dates = [day, addDays(day, 1)];
  const grid = explainSlots({
    zone,
    now: world.now(),
    horizonDays: 400,
    durationMinutes: own ?? rules.duration,
    stepMinutes: rules.stepMinutes,
    windows: state.availabilities,
    dayHours: Object.entries(state.dayHours).map(([date, windows]) => ({ date, windows })),
    busy: [],
    dates,
  });
  return dates.flatMap((date) =>
    (grid[date] ?? [])
      .filter(({ refusals }) => refusals.length === 0)
      .map(({ time }) => ({ hubServiceId, date: `${date}T${time}` })),
  );
};

/** Places a visit as staff and takes it back; returns why it was refused. */
const refusalOf = async ({ clinic }: Opened, { hubServiceId, date }: Start): Promise<string | null> => {
  const as = pro(clinic.ownerId);
  try {
    const { answer } = await world.call('placeBooking', { body: placing(hubServiceId, date), as });
    await world.call('deleteBooking', { params: { id: answer.data.id }, as });
    return null;
  } catch (error) {
    if (error instanceof Rejection) return error.code;
    throw error;
  }
};

it('answers exactly the starts on the grid that staff can place', async () => {
  const seen = { accepted: 0, refused: new Set<string>() };
  await fc.assert(
    fc.asyncProperty(practice, async (drawn) => {
      const opened = await openWith(drawn);
      await fill(opened, drawn);
      await project();
      for (const [nth, rules] of drawn.services.entries()) {
        const free = await answered(opened, opened.clinic.services[nth]!, drawn.day);
        const known = new Set(free.map(keyOf));
        const grids = await Promise.all(
          opened.hubs.map(({ hubId, offers }) => gridOf(hubId, offers[nth]!, drawn.day, rules)),
        );
        const grid = grids.flat();
        expect(new Set(grid.map(keyOf)).isSupersetOf(known)).toBe(true);
        for (const start of grid) {
          const refusal = await refusalOf(opened, start);
          if (known.has(keyOf(start))) expect([start, refusal]).toEqual([start, null]);
          else expect(['professional-busy', 'slot-taken', 'buffer-taken']).toContain(refusal);
          if (refusal === null) seen.accepted += 1;
          else seen.refused.add(refusal);
        }
      }
    }),
    { numRuns: 8, examples: [[full]] },
  );
  expect(seen.accepted).toBeGreaterThan(0);
  expect([...seen.refused].toSorted()).toEqual(['buffer-taken', 'professional-busy', 'slot-taken']);
}, 120_000);
