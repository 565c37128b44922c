import type { Call, LimitClass } from '@visita/contracts/api/call';
import type { CallName } from '@visita/contracts/api/table';
import type { ProblemCode } from '@visita/contracts/problem';
import type { MailJob } from '@visita/contracts/jobs';

/** What is asked of the product: a call by its name, or one of the rest, which have no names of their own. */
export type Asked = CallName | 'calendar-feed' | 'sitemap' | 'other';

/** A figure that is looked up when somebody asks for it; the name follows `visita_`. */
export type Reading = {
  readonly figure: FigureName;
  /** In the order of {@link figures}. */
  readonly labels?: readonly string[];
  readonly value: number;
};

/** Every figure that is looked up, with its labels and what it says. Values of labels come from sets that the code knows. */
export const figures = {
  calls_in_hand: [[], 'Calls being answered, of at most REQUESTS_IN_HAND.'],
  calls_in_hand_maximum: [[], 'REQUESTS_IN_HAND.'],
  projection_lag_events: [['projection'], 'Events that a projection has not shown yet.'],
  projection_lag_seconds: [['projection'], 'Age of the oldest event that a projection has not shown yet.'],
  process_lag_events: [['process'], 'Events that a process has not looked at yet.'],
  queue_jobs: [['queue', 'state'], 'Jobs that are kept, by what they wait for.'],
  sockets: [['transport'], 'Sockets connected.'],
  leads: [['part'], 'Whether this process does what one of several does.'],
  database_connections: [['state'], 'Connections to the database.'],
  database_connections_maximum: [[], 'DATABASE_POOL_SIZE.'],
  database_waiting: [[], 'Statements that wait for a connection.'],
  log_lines_dropped: [[], 'Lines of the log that could not be written since the start.'],
  disk_free_bytes: [[], 'Free on the disk of VAR_DIRECTORY.'],
  disk_size_bytes: [[], 'Size of the disk of VAR_DIRECTORY.'],
  backup_failing: [[], 'Whether the last try to make the daily backup failed.'],
  backup_age_seconds: [[], 'Since the last backup was made.'],
  restore_drill_failed: [[], 'Whether the last backup that was restored on trial did not come back.'],
  restore_drill_age_seconds: [[], 'Since a backup was last restored on trial.'],
  verify_problems: [[], 'Found wrong by the last verify.'],
  verify_age_seconds: [[], 'Since events and read models were last verified.'],
  overlapping_bookings: [
    [],
    'Bookings ahead that overlap another one of the same professional; none in a sound system.',
  ],
} as const satisfies Record<string, readonly [labels: readonly string[], help: string]>;

/** A figure that is looked up at the scrape; Prometheus knows it by the same name behind `visita_`. */
export type FigureName = keyof typeof figures;

/** Where the product says how it fares. Nothing that is said may name a person: names of calls, codes and kinds only. */
export type Metrics = {
  /** An HTTP request was answered; `code` where it was refused, `seconds` from its first byte to the answer's last. */
  answered(answer: {
    asked: Asked;
    service: Call['service'] | 'none';
    status: number;
    seconds: number;
  }): void;
  /** A request was answered with a problem. */
  rejected(asked: Asked, code: ProblemCode): void;
  /** A call was refused because too many were in hand. */
  refused(): void;
  /** A call was refused because a limit was used up. */
  limited(limit: LimitClass): void;
  /** So many appends were written at once, or were refused together. */
  flushed(flush: { appends: number; events: number; seconds: number }): void;
  /** A batch of events became readable, or could not. */
  projected(batch: { events: number; seconds: number }): void;
  projectingFailed(): void;
  /** What the log has grown by could not be sealed; it is tried again. */
  sealingFailed(): void;
  /** A step of a refused command was not undone; its deadline takes it back. */
  undoFailed(): void;
  /** The daily backup was not made, or did not come back when it was restored on trial. */
  backupFailed(part: 'backup' | 'drill'): void;
  /** A process could not deal with an event and tries again. */
  processFailed(process: string): void;
  /** A job failed; it is tried again or parked. */
  jobFailed(queue: string): void;
  mailed(template: MailJob['template'], outcome: 'sent' | 'failed' | 'refused' | 'dropped'): void;
  /** Has figures looked up whenever somebody asks; calling the answer ends that. */
  collect(look: () => readonly Reading[] | Promise<readonly Reading[]>): () => void;
};

const nothing = (): void => undefined;

/** Nobody listens: costs nothing. */
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
  collect: () => nothing,
};
