import type { Calendar } from '@visita/platform/calendar/calendar';
import type { Connections } from '@visita/platform/calendar/connections';
import type { Log } from '@visita/platform/logging/log';
import type { Database } from '@visita/platform/postgres/connect';
import type { EventStore } from '@visita/platform/event-store/port';
import { type Checkpoints, createProcessRunner, type ProcessRunner } from '@visita/platform/runtime/process';
import type { ProjectedPosition } from '@visita/read-model/projected';
import type { Telemetry } from '@visita/platform/telemetry/telemetry';
import type { OutboxJobs } from '../outbox.ts';
import { createCalendarApi } from './api.ts';
import { createCalendarProcess } from './calendar-process.ts';
import { createMarkLost } from './lost.ts';
import { createCalendarReads } from './reads.ts';
import { createCalendarWorker } from './worker.ts';

export type CalendarSyncDeps = {
  calendar: Pick<Calendar, 'apiBase'> & { connections: Pick<Connections, 'access'> };
  database: Pick<Database, 'pool'>;
  store: EventStore;
  checkpoints: Checkpoints;
  outbox: Pick<OutboxJobs, 'add' | 'work'>;
  projected: Pick<ProjectedPosition, 'reached'>;
  log: Log;
  now: () => Date;
  newId: () => string;
} & Partial<Telemetry>;

/**
 * Number of jobs that run at once. It is low, because a hanging calendar service must not occupy
 * all database connections.
 */
const concurrency = 2;
/** Milliseconds to wait for the read models before a job fails and is retried. */
const patience = 5_000;

/** Starts the worker for connected calendars; does nothing if no calendar service is configured. */
export const pushBookings = async (deps: CalendarSyncDeps): Promise<void> => {
  const { calendar, database, outbox, now } = deps;
  if (calendar.apiBase === null) return;
  const work = createCalendarWorker({
    reads: createCalendarReads({ pool: database.pool, now }),
    connections: calendar.connections,
    api: createCalendarApi({ apiBase: calendar.apiBase }),
    markLost: createMarkLost(deps),
  });
  await outbox.work('calendar', (job) => work(job), { concurrency });
};

export const calendarProcesses = (deps: CalendarSyncDeps): readonly ProcessRunner[] => {
  const { calendar, database, outbox, projected, now } = deps;
  if (calendar.apiBase === null) return [];
  const queueing = createCalendarProcess({
    reads: createCalendarReads({ pool: database.pool, now }),
    add: (job, id) => outbox.add('calendar', 'sync', job, { id }),
    reached: (position) => projected.reached(position, patience),
  });
  return [createProcessRunner(deps, queueing)];
};
