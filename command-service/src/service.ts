import type { KeyObject } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createZones } from '@visita/contracts/availability/zones';
import { createReadMarks } from '@visita/platform/auth/read-marks';
import { createRequiredFactors } from '@visita/platform/auth/required-factors';
import { createProofsOfWork } from '@visita/platform/auth/proof-of-work';
import { codeOf, type Log } from '@visita/platform/logging/log';
import type { Database } from '@visita/platform/postgres/connect';
import { isUpdateComplete } from '@visita/platform/postgres/generation';
import type { EventStore } from '@visita/platform/event-store/port';
import type { Handlers } from '@visita/platform/http/calls';
import type { Middleware } from '@visita/platform/http/register';
import { createMemoryCounters } from '@visita/platform/http/counters';
import { type Lifecycle, combine } from '@visita/platform/runtime/lifecycle';
import type { Poller } from '@visita/platform/runtime/poller';
import { createCheckpoints, createProcessRunner, type Process } from '@visita/platform/runtime/process';
import { createStreamBudget } from '@visita/platform/runtime/stream-budget';
import { noMetrics } from '@visita/platform/telemetry/metrics';
import type { Telemetry } from '@visita/platform/telemetry/telemetry';
import { untraced } from '@visita/platform/telemetry/tracer';
import type { Vault } from '@visita/platform/vault/vault';
import type { Messaging } from '@visita/platform/messages/messaging';
import type { Viewings } from '@visita/platform/vault/viewings';
import { noticeHandlers } from './activity/commands.ts';
import { createClaims } from './claim/claims.ts';
import { accountHandlers } from './account/commands.ts';
import { proofHandlers } from './account/proof.ts';
import { factorHandlers } from './account/factors.ts';
import { passkeyHandlers } from './account/passkeys.ts';
import { recoveryHandlers } from './account/recovery.ts';
import { sessionHandlers } from './account/sessions.ts';
import { wayBack } from './account/way-back.ts';
import { careHandlers } from './patient/care.ts';
import { createLegalHolds } from './patient/legal-holds.ts';
import { createDependants } from './patient/dependants.ts';
import { createLiveHolds } from './booking/live-holds.ts';
import { blockHandlers } from './block/commands.ts';
import { attendanceHandlers } from './booking/attend.ts';
import { changeHandlers } from './booking/changes.ts';
import { placingHandlers } from './booking/commands.ts';
import { type CalendarDeps, calendarHandlers } from './calendar/commands.ts';
import { addedByLink, manageHandlers } from './booking/manage.ts';
import { affectedHandlers } from './hub/affected.ts';
import { clinicHandlers } from './clinic/commands.ts';
import { holidayHandlers } from './clinic/holidays.commands.ts';
import type { Dependencies } from './dependencies.ts';
import { createDomain } from './domain.ts';
import { hubHandlers } from './hub/commands.ts';
import { teamHandlers } from './hub/team.commands.ts';
import { withIdempotency } from './idempotency.ts';
import { mergingHandlers } from './patient/merging.ts';
import { patientHandlers } from './patient/commands.ts';
import { remarkHandlers } from './patient/remarks.ts';
import { seriesHandlers } from './series/commands.ts';
import { recallHandlers } from './recall/commands.ts';
import { surveyHandlers } from './survey/commands.ts';
import { gatewayHandlers } from './messages/receive.ts';
import { choiceHandlers } from './messages/own-page.ts';
import { messageHandlers } from './pro/messages.commands.ts';
import { proHandlers } from './pro/commands.ts';
import { createBookingsAhead } from './processes/bookings-ahead.ts';
import { createLeftBehind } from './processes/erase-left.ts';
import { askFactors } from './processes/ask-factors.ts';
import { endOldAccess } from './processes/end-old-access.ts';
import { correctEmails } from './processes/correct-emails.ts';
import { erasePatients } from './processes/erase-patients.ts';
import { erasePros } from './processes/erase-pros.ts';
import { forgetCalendars } from './processes/forget-calendars.ts';
import { keepWallClocks } from './processes/keep-wall-clocks.ts';
import { keepAgenda } from './processes/keep-agenda.ts';
import {
  createForgetting,
  createLapsedHolds,
  rememberCodes,
  rememberLapsed,
} from './processes/forget-unconfirmed.ts';
import { createLapsing } from './processes/lapse-holds.ts';
import { createHolidayClinics, createHolidayPlanning, rememberHolidays } from './processes/keep-holidays.ts';
import { knowPatients } from './processes/know-patients.ts';
import { openInvitedHub } from './processes/open-invited-hub.ts';
import { orphanBookings } from './processes/orphan-bookings.ts';
import { changeSeries } from './processes/change-series.ts';
import { placeSeries } from './processes/place-series.ts';
import { createLeftPros } from './processes/left-pros.ts';
import { createClinicGoneMails } from './processes/clinic-gone-mails.ts';
import { createPatientRecords } from './patient/records.ts';
import { createPatientBookings } from './processes/patient-bookings.ts';
import { rememberRecords } from './processes/remember-records.ts';
import { createRetention } from './processes/retention.ts';
import { createStoredAnswers } from './stored-answers.ts';
import { createOffering, keepWaitingList } from './processes/waiting-list.ts';
import { waitingHandlers } from './waiting/commands.ts';
import { createWaitingEntries } from './waiting/entries.ts';
import { createFreedTimes } from './waiting/freed-times.ts';
import { createSnapshots } from './snapshots.ts';
import { purgeSessions } from './processes/purge-sessions.ts';
import { releaseOldEmail } from './processes/release-old-email.ts';
import { stopCollaborators } from './processes/stop-collaborators.ts';
import { createWorkplaces } from './processes/workplaces.ts';

/** Dependencies that the service creates itself. */
type Made =
  | 'domain'
  | 'zones'
  | 'pause'
  | 'liveHolds'
  | 'waitingEntries'
  | 'dependants'
  | 'legalHolds'
  | 'proofs'
  | 'requiredFactors'
  | 'isUpdateComplete'
  | 'personalKeys';

export type CommandServiceDeps = Omit<Dependencies, Made> &
  Omit<CalendarDeps, 'domain'> & {
    /** Event store that encrypts personal data. */
    store: EventStore;
    database: Database;
    vault: Vault;
    messaging: Messaging;
    viewings: Pick<Viewings, 'forget' | 'purge'>;
    /** Encrypts stored answers of repeated requests. */
    sealingKey: Uint8Array | KeyObject;
    log: Log;
  } & Partial<Telemetry>;

export type CommandService = {
  readonly handlers: Handlers;
  readonly middleware: Middleware;
  /** Starts the processes, which run in one of several command services. */
  processes(): Lifecycle;
  /** The same work, to be done step by step. */
  readonly steps: { readonly reactions: readonly Process[]; readonly pollers: readonly Poller[] };
};

/** Decides commands: the calls that write, and the processes that react to events. */
export const createCommandService = (deps: CommandServiceDeps): CommandService => {
  const { store, database, vault, log, now, sealingKey, metrics = noMetrics, tracer = untraced } = deps;
  const all: Dependencies = {
    ...deps,
    domain: createDomain(store, {
      tracer,
      snapshots: createSnapshots({ knex: database.knex, vault, log }),
      budget: deps.strict
        ? createStreamBudget(createMemoryCounters({ clock: now }), {
            apart: wayBack,
            ofStrangers: addedByLink,
          })
        : undefined,
      undoFailed: (stream, error) => {
        metrics.undoFailed();
        log.warn(
          { code: codeOf(error), kind: stream.split('-')[0] },
          'a step was not undone; its deadline undoes it',
        );
      },
    }),
    zones: createZones(),
    liveHolds: createLiveHolds(database.knex),
    waitingEntries: createWaitingEntries(database.knex),
    dependants: createDependants(database.knex),
    legalHolds: createLegalHolds(database.knex),
    proofs: createProofsOfWork(deps.hash),
    requiredFactors: createRequiredFactors(database),
    personalKeys: vault,
    isUpdateComplete: () => isUpdateComplete(database.pool),
    pause,
  };
  const checkpoints = createCheckpoints(database.knex, 'command.checkpoints');
  const running = { store, checkpoints, log, now, metrics, tracer };
  const ahead = createBookingsAhead(database);
  const claims = createClaims(all);
  const answers = createStoredAnswers(database.knex);
  const bookings = createPatientBookings(database);
  const withBookings = { ...all, bookingsOf: bookings.of };
  const workplaces = createWorkplaces(database.knex);
  const readMarks = createReadMarks(database);
  const { knex } = database;
  const lasting = { left: createLeftPros(knex), notices: createClinicGoneMails(knex) };
  const records = createPatientRecords(database);
  const remember = rememberRecords({ ...all, records });
  const left = createLeftBehind({ ...deps, ...all, ...lasting, bookings, records, ahead });
  const holds = createLapsedHolds(database.knex);
  const holidayClinics = createHolidayClinics(database.knex);
  const offering = { ...withBookings, holds, workplaces, freedTimes: createFreedTimes(database.knex), log };
  const processes = [
    keepAgenda(all.domain),
    openInvitedHub(all.domain),
    keepWallClocks(all.domain),
    knowPatients(all.domain),
    placeSeries(withBookings),
    changeSeries(withBookings),
    orphanBookings(all.domain, ahead),
    stopCollaborators({ ...all, workplaces }),
    releaseOldEmail(claims),
    erasePros({ ...deps, ...all, workplaces, claims, answers, left, readMarks }),
    correctEmails({ ...all, bookings }),
    erasePatients({ ...deps, ...all, bookings, answers }),
    rememberLapsed(all.domain, holds),
    rememberCodes(holds),
    rememberHolidays(holidayClinics),
    remember,
    forgetCalendars(deps.calendar.connections),
    askFactors(all),
    endOldAccess({ ...all, feeds: deps.calendar.feeds }),
    keepWaitingList(offering),
  ];
  const pollers = () => [
    createLapsing({ domain: all.domain, ahead, now, log }),
    createOffering(offering),
    createHolidayPlanning({ domain: all.domain, clinics: holidayClinics, now, log }),
    purgeSessions({ ...deps, ...all }),
    createForgetting({ ...all, bookings, holds, log }),
    createRetention({ ...all, store, checkpoints, remember, records, log }),
    left,
  ];
  return {
    handlers: {
      ...accountHandlers(all),
      ...proofHandlers(all),
      ...recoveryHandlers({ ...all, feeds: deps.calendar.feeds }),
      ...sessionHandlers({ ...all, feeds: deps.calendar.feeds }),
      ...factorHandlers(all),
      ...passkeyHandlers(all),
      ...proHandlers(all),
      ...messageHandlers({ ...all, messaging: deps.messaging }),
      ...gatewayHandlers({ ...all, messaging: deps.messaging }),
      ...choiceHandlers({ ...all, messaging: deps.messaging }),
      ...clinicHandlers(all),
      ...affectedHandlers({ ...all, ahead }),
      ...holidayHandlers(all),
      ...blockHandlers(all),
      ...hubHandlers(all),
      ...teamHandlers(all),
      ...placingHandlers(withBookings),
      ...seriesHandlers(withBookings),
      ...changeHandlers(withBookings),
      ...attendanceHandlers(withBookings),
      ...manageHandlers(withBookings),
      ...patientHandlers(withBookings),
      ...mergingHandlers(withBookings),
      ...careHandlers(withBookings),
      ...remarkHandlers(withBookings),
      ...surveyHandlers(all),
      ...waitingHandlers(withBookings),
      ...recallHandlers(all),
      ...calendarHandlers({ ...deps, domain: all.domain }),
      ...noticeHandlers({ readMarks, head: () => store.head() }),
    },
    middleware: withIdempotency({ knex: database.knex, sealingKey, now }),
    processes: () =>
      combine([...processes.map((process) => createProcessRunner(running, process)), ...pollers()]),
    steps: { reactions: processes, pollers: pollers() },
  };
};
