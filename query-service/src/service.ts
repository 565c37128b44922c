import { createZones } from '@visita/contracts/availability/zones';
import { Rejection } from '@visita/contracts/problem';
import type { CountryLookup } from './visitor/country-lookup.ts';
import type { Database } from '@visita/platform/postgres/connect';
import { createReadMarks } from '@visita/platform/auth/read-marks';
import type { EventStore } from '@visita/platform/event-store/port';
import type { Handlers } from '@visita/platform/http/calls';
import type { CallName } from '@visita/contracts/api/table';
import type { Exchange, Middleware, Outcome } from '@visita/platform/http/register';
import type { ProjectedPosition } from '@visita/read-model/projected';
import { noticeHandlers } from './activity/notices.ts';
import { createAnswerCache } from './answer-cache.ts';
import { availabilityHandlers } from './booking/availabilities.ts';
import { freeTimesHandlers } from './booking/free-times.ts';
import { slotReasonHandlers } from './booking/slot-reasons.ts';
import { visitsInTheWayHandlers } from './booking/visits-in-the-way.ts';
import { bookingHistoryHandlers } from './booking/history.ts';
import { calendarHandlers } from './booking/calendar.ts';
import { clinicHandlers } from './clinic/queries.ts';
import { holidayHandlers } from './clinic/holidays.ts';
import type { Dependencies } from './dependencies.ts';
import type { LastChanges } from './last-changes.ts';
import { createMinimum } from './minimum.ts';
import { messageHandlers } from './messages/queries.ts';
import type { TextStandingOf } from './messages/text-standing.ts';
import { overviewHandlers } from './overview/queries.ts';
import { answerHandlers } from './personal-data/answers.ts';
import { clinicPatientHandlers } from './patient/clinic-patients.ts';
import { duplicateHandlers } from './patient/duplicates.ts';
import { patientListHandlers } from './patient/list.ts';
import { patientHandlers } from './patient/queries.ts';
import { createExports } from './personal-data/export.ts';
import { personalDataHandlers } from './personal-data/queries.ts';
import { previewHandlers } from './preview/queries.ts';
import { proHandlers } from './pro/queries.ts';
import { recallHandlers } from './recall/queries.ts';
import { createSharedLook } from './shared-look.ts';
import { createMailsWaiting } from './booking/mails-waiting.ts';
import { createUnchanged } from './unchanged.ts';
import { visitorHandlers } from './visitor/queries.ts';
import { waitingHandlers } from './waiting/queries.ts';

export type QueryServiceDeps = {
  database: Pick<Database, 'pool'>;
  projected: ProjectedPosition;
  lastChanges: LastChanges;
  /** Event store with decrypted personal data, for exports. */
  store: Pick<EventStore, 'head' | 'readStream'>;
  viewings: Dependencies['viewings'];
  passkeys: Dependencies['passkeys'];
  textStanding: TextStandingOf;
  clock: () => Date;
  strict: boolean;
  countryOf: CountryLookup;
  config: { readonly availabilityCacheMs: number };
};

export type QueryService = {
  readonly handlers: Handlers;
  readonly middleware: Middleware;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Public queries with the same answer for every visitor. */
const shownToStrangers: ReadonlySet<CallName> = new Set<CallName>([
  'getProByUrl',
  'getFormerAddress',
  'getPro',
  'getOptions',
  'getClinic',
  'getClinicServices',
  'getProHubs',
  'getProClinics',
]);

/** Milliseconds that a query waits for the read models. */
const patience = 2_000;

/** Answers queries from the read models, which may lag: the client says which position it has seen. */
export const createQueryService = (deps: QueryServiceDeps): QueryService => {
  const { database, projected, lastChanges, store, viewings, passkeys, clock, strict, config } = deps;
  const head = createSharedLook(() => store.head());
  const membershipsOf: Dependencies['membershipsOf'] = (proId) => lastChanges.membershipsOf(proId);
  const dependencies: Dependencies = {
    pool: database.pool,
    viewings,
    passkeys,
    clock,
    strict,
    membershipsOf,
    mailsWaiting: createMailsWaiting({ pool: database.pool, clock, membershipsOf }),
    zones: createZones(),
    settled: async () => {
      if (!(await projected.reached(await head(), patience))) throw new Rejection('unavailable');
    },
  };
  const cached = createAnswerCache(clock);
  // Free times depend on the clock; a page's other content only on events.
  const lifetimeOf = ({ name, caller }: Exchange): number | null | undefined => {
    if (name === 'getBookingAvailabilities') return config.availabilityCacheMs;
    return caller.kind === 'anonymous' && shownToStrangers.has(name) ? null : undefined;
  };

  const awaitMinimum = createMinimum({ projected, head, patience });
  const unlessUnchanged = createUnchanged({ ...dependencies, lastChanges });

  /** Records views of patients before the answer is sent. */
  const noted = async ({ caller }: Exchange, outcome: Outcome): Promise<Outcome> => {
    if (caller.kind === 'pro')
      for (const patientId of outcome.shown ?? [])
        await viewings.note({ patientId, by: `pro:${caller.proId}`, how: 'opened' });
    return outcome;
  };

  return {
    handlers: {
      ...proHandlers(dependencies),
      ...messageHandlers({ ...dependencies, textStanding: deps.textStanding }),
      ...previewHandlers(dependencies),
      ...recallHandlers(dependencies),
      ...clinicHandlers(dependencies),
      ...holidayHandlers(dependencies),
      ...calendarHandlers(dependencies),
      ...bookingHistoryHandlers({ ...dependencies, store }),
      ...overviewHandlers(dependencies),
      ...patientHandlers(dependencies),
      ...patientListHandlers(dependencies),
      ...answerHandlers({ ...dependencies, store }),
      ...clinicPatientHandlers(dependencies),
      ...duplicateHandlers(dependencies),
      ...personalDataHandlers(createExports({ ...dependencies, store }), dependencies),
      ...availabilityHandlers({ ...dependencies, lastChanges }),
      ...slotReasonHandlers(dependencies),
      ...freeTimesHandlers(dependencies),
      ...visitsInTheWayHandlers(dependencies),
      ...noticeHandlers({ ...dependencies, projected, readMarks: createReadMarks(database) }),
      ...visitorHandlers(deps),
      ...waitingHandlers(dependencies),
    },
    middleware: async (exchange, run) => {
      const minimum = await awaitMinimum(exchange);
      const lifetime = lifetimeOf(exchange);
      if (lifetime === undefined) return noted(exchange, await unlessUnchanged(exchange, run));
      const { name, params, query } = exchange;
      const tag = projected.current();
      const freshness = lifetime === null ? { tag, lifetime: Infinity } : { tag, minimum, lifetime };
      return cached(JSON.stringify([name, params, query]), freshness, run);
    },
    start: () => projected.start(),
    stop: () => projected.stop(),
  };
};
