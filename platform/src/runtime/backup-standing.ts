import type { EventStore } from '../event-store/port.ts';
import type { Metrics, Reading } from '../telemetry/metrics.ts';
import type { Lifecycle } from './lifecycle.ts';
import { lastOperations } from './operations.ts';

/** Names of the scheduled operations in the events. */
export const operations = {
  backup: 'backup',
  failed: 'backup failed',
  drill: 'restore drill',
  restored: 'restore',
  verify: 'verify',
} as const;

/** Status of backups, from the events of the last month. */
export type Standing = {
  /** The latest backup, scheduled or manual. */
  readonly last: Date | null;
  /** The latest failure, if no backup succeeded since. */
  readonly failure: { readonly at: Date; readonly code: string } | null;
  /** The latest restore drill and its result. */
  readonly drill: { readonly at: Date; readonly came: boolean } | null;
  /** The latest verification and the number of problems. */
  readonly verified: { readonly at: Date; readonly problems: number } | null;
  /** When this database was restored, if within the last month. */
  readonly restored: Date | null;
};

export const readStanding = async (store: Pick<EventStore, 'readStream'>, now: Date): Promise<Standing> => {
  const found = await lastOperations(store, Object.values(operations), now);
  const timeOf = (name: string) => (found.has(name) ? new Date(found.get(name)!.time) : null);
  const [last, failed, drilled, restored, verified] = [
    operations.backup,
    operations.failed,
    operations.drill,
    operations.restored,
    operations.verify,
  ].map(timeOf);
  const code = found.get(operations.failed)?.data.reason ?? 'unknown';
  return {
    last: last ?? null,
    failure: failed && (!last || failed > last) ? { at: failed, code } : null,
    drill: drilled ? { at: drilled, came: found.get(operations.drill)?.data.counts['problems'] === 0 } : null,
    restored: restored ?? null,
    verified: verified
      ? { at: verified, problems: found.get(operations.verify)?.data.counts['problems'] ?? 0 }
      : null,
  };
};

export const figuresOf = ({ last, failure, drill, verified }: Standing, now: Date): readonly Reading[] => {
  const ageOf = (time: Date) => (now.getTime() - time.getTime()) / 1_000;
  return [
    { figure: 'backup_failing', value: failure === null ? 0 : 1 },
    ...(last ? [{ figure: 'backup_age_seconds' as const, value: ageOf(last) }] : []),
    ...(drill ? [{ figure: 'restore_drill_age_seconds' as const, value: ageOf(drill.at) }] : []),
    ...(drill ? [{ figure: 'restore_drill_failed' as const, value: drill.came ? 0 : 1 }] : []),
    ...(verified ? [{ figure: 'verify_problems' as const, value: verified.problems }] : []),
    ...(verified ? [{ figure: 'verify_age_seconds' as const, value: ageOf(verified.at) }] : []),
  ];
};

type FiguresOptions = {
  readonly store: Pick<EventStore, 'readStream'>;
  readonly now: () => Date;
  readonly metrics: Pick<Metrics, 'collect'>;
};

/** Milliseconds for which a status is cached: reading it may take up to a month of streams. */
const keptFor = 300_000;

/**
 * Reports the status of backups that another process makes, such as a systemd timer. One of several processes reports
 * it.
 */
export const createBackupFigures = ({ store, now, metrics }: FiguresOptions): Lifecycle => {
  let known: { readonly standing: Standing; readonly at: number } | null = null;
  let stopCollecting = (): void => undefined;
  const look = async (): Promise<readonly Reading[]> => {
    const time = now();
    if (known === null || time.getTime() - known.at >= keptFor) {
      known = { standing: await readStanding(store, time), at: time.getTime() };
    }
    return figuresOf(known.standing, time);
  };
  return {
    start: () => {
      stopCollecting = metrics.collect(look);
    },
    stop: async () => stopCollecting(),
  };
};
