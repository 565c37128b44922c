import { commandMigrations } from '@visita/command-service/migrations';
import { minimumPositionHeader, staleHeader } from '@visita/contracts/api/headers';
import { calls, type CallName } from '@visita/contracts/api/table';
import { sample, sampleIds } from '@visita/contracts/samples';
import { notifierMigrations, notifierSchema } from '@visita/notifier/migrations';
import { authMigrations } from '@visita/platform/auth/migrations';
import { calendarMigrations, calendarSchema } from '@visita/platform/calendar/migrations';
import { migrate } from '@visita/platform/postgres/migrate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { sampleClinic } from '../support/sample-clinic.ts';

const { clinic, owner, patient } = sampleIds;
const self = { caller: owner };

/** Request for each call of the query service. */
const questions: { readonly [Name in CallName]?: Parameters<QueryWorld['ask']>[1] } = {
  getProByUrl: { params: { url: 'anna' } },
  getFormerAddress: { params: { url: 'anna_before' } },
  getPro: { params: { username: 'anna' } },
  getOptions: { ...self, params: { proId: owner } },
  getReminderPlan: { ...self, params: { proId: owner } },
  getMessageSettings: { ...self, params: { proId: owner } },
  getBookingAvailabilities: { params: { clinicId: clinic } },
  getSlotReasons: {
    ...self,
    params: { clinicId: clinic },
    query: { hubServiceId: sampleIds.ownerHubService, date: '2026-11-23' },
  },
  getFreeTimes: {
    ...self,
    params: { clinicId: clinic },
    query: { clinicServiceId: sampleIds.service, from: '2026-11-23', to: '2026-11-30' },
  },
  getVisitsInTheWay: { ...self, query: { hub_id: sampleIds.ownerHub, day: '2026-11-23' } },
  getBookingHistory: { ...self, params: { id: sampleIds.booking } },
  getProCalendar: { ...self, params: { proId: owner } },
  getPatients: { ...self, params: { key: owner } },
  getPatientList: { ...self, params: { proId: owner } },
  getDuplicates: { ...self, params: { proId: owner } },
  getPatientBookings: { ...self, params: { patientId: patient, proId: owner } },
  getPatientViews: { ...self, params: { patientId: patient } },
  getSpecializations: {},
  getProvinces: {},
  getServices: self,
  getClinics: self,
  getClinic: { ...self, params: { id: clinic } },
  getClinicServices: { ...self, params: { id: clinic } },
  getHolidays: { ...self, params: { id: clinic }, query: { language: 'it' } },
  getProHubs: { ...self, params: { id: owner } },
  getProClinics: { ...self, params: { id: owner } },
  getBookingPreview: self,
  getPreviewAvailabilities: { ...self, params: { clinicId: clinic } },
  getProOverview: { ...self, params: { proId: owner }, query: { from: '2026-11-16', to: '2026-11-22' } },
  getNotices: self,
  getRecallRules: { ...self, params: { proId: owner } },
  getRecalls: { ...self, params: { clinicId: clinic } },
  getWaitingList: { ...self, params: { clinicId: clinic } },
  getPatientAnswers: { ...self, params: { patientId: patient } },
  getClinicPatients: { ...self, params: { clinicId: clinic }, query: { search: 'carla' } },
  exportPatient: { ...self, params: { patientId: patient } },
  exportPro: { ...self, params: { id: owner } },
  getCountry: {},
};
const names = Object.keys(questions) as CallName[];

/** These calls check memberships and refuse rather than trust a stale one. */
const careful: readonly CallName[] = [
  'getSlotReasons',
  'getFreeTimes',
  'getVisitsInTheWay',
  'getBookingHistory',
  'getNotices',
  'getRecallRules',
  'getRecalls',
  'getWaitingList',
  'getReminderPlan',
  'getMessageSettings',
  'getClinicPatients',
  'getProCalendar',
  'getServices',
  'getClinics',
  'getClinic',
  'getClinicServices',
  'getHolidays',
  'getProHubs',
  'getProClinics',
  'getBookingPreview',
  'getPreviewAvailabilities',
  'getProOverview',
  'exportPatient',
  'exportPro',
];

const nobodyGetsThere = '9'.repeat(16);
let world: QueryWorld;
let position: string;
beforeAll(async () => {
  world = await createQueryWorld({ now: '2026-11-20T08:00:00.000Z' });
  const { knex } = world.database;
  // Exports read all data about a person.
  await migrate(knex, 'auth', authMigrations);
  await migrate(knex, 'command', commandMigrations);
  await migrate(knex, calendarSchema, calendarMigrations);
  await migrate(knex, notifierSchema, notifierMigrations);
  const left = { proId: owner, calendarPageUrl: 'anna', former: ['anna_before'] };
  position = await world.given(
    ...sampleClinic,
    sample('PatientRegistered'),
    sample('BookingPlaced', { confirmBy: null }),
    {
      type: 'BookingSlugChanged',
      data: left,
    },
  );
});
afterAll(() => world?.close());

const next = () => String(Number(position) + 1).padStart(16, '0');

type Reply = { stale: string | undefined; code: string | undefined; waited: number };

const askAll = async (minimum: string): Promise<Map<CallName, Reply>> => {
  const start = performance.now();
  const replies = await Promise.all(
    names.map(async (name): Promise<[CallName, Reply]> => {
      const waited = () => performance.now() - start;
      try {
        const { headers } = await world.ask(name, { ...questions[name], minimum });
        return [name, { stale: headers.get(staleHeader), code: undefined, waited: waited() }];
      } catch (error) {
        return [name, { stale: undefined, code: (error as { code?: string }).code, waited: waited() }];
      }
    }),
  );
  return new Map(replies);
};

const where = (all: Map<CallName, Reply>, holds: (reply: Reply) => boolean) =>
  names.filter((name) => holds(all.get(name)!));

it('has a request for every read; other calls don’t use read models', () => {
  const reads = calls.filter(([, { method }]) => method === 'GET');
  const of = (service: string) => reads.filter(([, call]) => call.service === service).map(([name]) => name);
  expect(new Set(names)).toEqual(new Set(of('query')));
  expect(of('command')).toEqual([
    'authenticate',
    'getAffected',
    'getManagedBooking',
    'getVisitAnswer',
    'receiveMessageByGet',
    'getMyMessages',
    'getSessions',
    'getFactors',
    'askForPasskey',
    'getSeries',
    'getOffer',
  ]);
});

it('answers every read at once if the read models have reached the position', async () => {
  const all = await askAll(position);
  expect(where(all, ({ stale, code }) => stale !== undefined || code !== undefined)).toEqual([]);
});

/** These calls do not use the read models. */
const timeless: readonly CallName[] = ['getSpecializations', 'getProvinces', 'getCountry'];
const waits = names.filter((name) => !timeless.includes(name));

it(`answers at once, as stale, if ${minimumPositionHeader} is beyond the log`, async () => {
  const all = await askAll(nobodyGetsThere);
  expect(where(all, ({ stale }) => stale === 'true')).toEqual(waits);
  expect(world.awaited).not.toContain(nobodyGetsThere);
});

it.each(['', '7', '-1', '~'.repeat(16), `${'0'.repeat(16)}, ${'0'.repeat(16)}`])(
  `refuses %j as ${minimumPositionHeader}`,
  async (minimum) => {
    const all = await askAll(minimum);
    expect(where(all, ({ code }) => code !== 'malformed-request')).toEqual([]);
  },
);

it('answers every read as fresh if the read models catch up in time', async () => {
  world.outrun();
  const asked = askAll(next());
  position = await world.given(sample('PatientUpdated'));
  expect(where(await asked, ({ stale, code }) => stale !== undefined || code !== undefined)).toEqual([]);
});

it('refuses membership-dependent reads while the read models lag behind the store, and marks the others as stale', async () => {
  world.outrun();
  const all = await askAll(next());
  expect(where(all, ({ code }) => code === 'unavailable')).toEqual(
    names.filter((name) => careful.includes(name)),
  );
  expect(where(all, ({ stale }) => stale === 'true')).toEqual(
    waits.filter((name) => !careful.includes(name)),
  );
  expect(waits.filter((name) => all.get(name)!.waited < 1_900)).toEqual([]);
});
