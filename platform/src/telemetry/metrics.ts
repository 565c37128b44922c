import type { Call, LimitClass } from '@visita/contracts/api/call';
import type { CallName } from '@visita/contracts/api/table';
import type { ProblemCode } from '@visita/contracts/problem';
import type { MailJob } from '@visita/contracts/jobs';

export type TextOutcome = 'sent' | 'failed' | 'refused' | 'unknown' | 'dropped';

/** Label of a request: a call's name, or one of the others. */
export type RouteName = CallName | 'calendar-feed' | 'short-link' | 'sitemap' | 'other';

/** A value of a gauge; the metric's name is prefixed with `visita_`. */
export type Reading = {
  readonly figure: FigureName;
  /** Label values, in the order of {@link figures}. */
  readonly labels?: readonly string[];
  readonly value: number;
};

/** All gauges with labels and help text. Label values come from sets in the code. */
export const figures = {
  calls_in_hand: [[], 'Calls being answered, of at most REQUESTS_IN_HAND.'],
  calls_in_hand_maximum: [[], 'REQUESTS_IN_HAND.'],
  projection_lag_events: [['projection'], 'Events that a projection has not shown yet.'],
  projection_lag_seconds: [['projection'], 'Age of the oldest event that a projection has not shown yet.'],
  process_lag_events: [['process'], 'Events that a process has not handled yet.'],
  queue_jobs: [['queue', 'state'], 'Jobs by state.'],
  sockets: [['transport'], 'Sockets connected.'],
  leads: [['part'], 'Whether this process leads a part that one of several processes does.'],
  database_connections: [['state'], 'Connections to the database.'],
  database_connections_maximum: [[], 'DATABASE_POOL_SIZE.'],
  database_waiting: [[], 'Statements that wait for a connection.'],
  log_lines_dropped: [[], 'Log lines that could not be written since the start.'],
  disk_free_bytes: [[], 'Free bytes on the disk of VAR_DIRECTORY.'],
  disk_size_bytes: [[], 'Size of the disk of VAR_DIRECTORY.'],
  backup_failing: [[], 'Whether the last daily backup failed.'],
  backup_age_seconds: [[], 'Seconds since the last backup.'],
  restore_drill_failed: [[], 'Whether the last trial restore failed.'],
  restore_drill_age_seconds: [[], 'Seconds since the last trial restore.'],
  verify_problems: [[], 'Problems found by the last verify.'],
  verify_age_seconds: [[], 'Seconds since the last verify.'],
  overlapping_bookings: [
    [],
    'Future bookings that overlap another one of the same professional; always 0 in a sound system.',
  ],
} as const satisfies Record<string, readonly [labels: readonly string[], help: string]>;

/** Name of a gauge that is read at the scrape; Prometheus adds the prefix `visita_`. */
export type FigureName = keyof typeof figures;

/** Metrics of the product. Nothing may identify a person: only names of calls, codes and kinds. */
export type Metrics = {
  /**
   * Records an answered request; `code` if it was refused; `seconds` from the request's first byte to the answer's
   * last.
   */
  answered(answer: {
    asked: RouteName;
    service: Call['service'] | 'none';
    status: number;
    seconds: number;
  }): void;
  /** Counts a request that was answered with a problem. */
  rejected(asked: RouteName, code: ProblemCode): void;
  /** Counts a call that was refused because too many were running. */
  refused(): void;
  /** Counts a call that was refused by a rate limit. */
  limited(limit: LimitClass): void;
  /** Records appends that were written, or refused, in one flush. */
  flushed(flush: { appends: number; events: number; seconds: number }): void;
  /** Records a batch of events that became readable, or failed. */
  projected(batch: { events: number; seconds: number }): void;
  projectingFailed(): void;
  /** Counts a failed sealing, which is retried. */
  sealingFailed(): void;
  /** Counts a failed undo of a refused command; the step's deadline ends it. */
  undoFailed(): void;
  /** Counts a failed daily backup or restore drill. */
  backupFailed(part: 'backup' | 'drill'): void;
  /** Counts a process's failure on an event, which is retried. */
  processFailed(process: string): void;
  /** Counts a failed job, which is retried or parked. */
  jobFailed(queue: string): void;
  mailed(template: MailJob['template'], outcome: 'sent' | 'failed' | 'refused' | 'dropped'): void;
  /** Counts a text that left, was given up, or failed and is tried again. */
  texted(provider: string, outcome: TextOutcome): void;
  /** Adds gauges that are read at each scrape; the returned function removes them. */
  collect(look: () => readonly Reading[] | Promise<readonly Reading[]>): () => void;
};

const nothing = (): void => undefined;

/** Discards all metrics. */
export const noMetrics: Metrics = {
  answered: nothing,
  rejected: nothing,
  refused: nothing,
  limited: nothing,
  flushed: nothing,
  projected: nothing,
  projectingFailed: nothing,
  sealingFailed: nothing,
  undoFailed: nothing,
  backupFailed: nothing,
  processFailed: nothing,
  jobFailed: nothing,
  mailed: nothing,
  texted: nothing,
  collect: () => nothing,
};
