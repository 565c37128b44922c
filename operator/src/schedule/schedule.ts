import { randomUUID } from 'node:crypto';
import { codeOf, type Log } from '@visita/platform/logging/log';
import type { TimeOfDay } from '@visita/platform/config/backup-place';
import type { EventStore } from '@visita/platform/event-store/port';
import { figuresOf, operations, readStanding, type Standing } from '@visita/platform/runtime/backup-standing';
import type { Lifecycle } from '@visita/platform/runtime/lifecycle';
import { createPoller } from '@visita/platform/runtime/poller';
import type { Metrics } from '@visita/platform/telemetry/metrics';
import { createRecordOperation, operatorActor, type Performed } from '../record.ts';
import type { TellOperator } from '../tell.ts';
import type { BackupRun } from './backup-run.ts';
import { drillEvery, isDue } from './due.ts';

export type ScheduleOptions = {
  readonly at: TimeOfDay;
  /** Whether to test a backup by a restore every month. */
  readonly drills: boolean;
  readonly store: Pick<EventStore, 'append' | 'readStream'>;
  readonly now: () => Date;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'collect' | 'backupFailed'>;
  /** Mails about failures: the first one, then once a day. */
  readonly tell: TellOperator;
  readonly run: (options: { drilled: boolean; signal: AbortSignal }) => Promise<BackupRun>;
};

/** Milliseconds between checks. */
const pause = 60_000;

/** Milliseconds between mails about the same failure. */
const tellEvery = 86_400_000;

/** Returns the reason of a failure for the events: a code without blanks or addresses. */
const reasonOf = (code: string): string => code.replaceAll(/[^\w-]/g, '').slice(0, 40) || 'unknown';

const rowsOf = ({ manifest }: BackupRun): number => manifest.files.reduce((sum, { rows }) => sum + rows, 0);

/** Operations to record for a run. */
export const performedOf = (done: BackupRun): readonly Performed[] => {
  const { manifest, drill, kept } = done;
  const counts = { files: manifest.files.length, rows: rowsOf(done), kept: kept.length };
  const backup = { operation: operations.backup, targets: [manifest.position], counts };
  if (drill === null) return [backup];
  const problems = drill.code === null ? 0 : 1;
  const reason = drill.code === null ? null : reasonOf(drill.code);
  return [
    backup,
    { operation: operations.drill, targets: [manifest.position], counts: { problems }, reason },
  ];
};

const isDrillDue = ({ drill }: Standing, now: Date): boolean =>
  drill === null || !drill.came || now.getTime() - drill.at.getTime() >= drillEvery;

/** Makes the daily backup, and reports failures in the events, the log and the metrics. */
export const createSchedule = (options: ScheduleOptions): Lifecycle & { look(): Promise<boolean> } => {
  const { at, drills, store, now, log, metrics, tell, run } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const cause = { correlationId: randomUUID(), actor: operatorActor('schedule') };
  const record = createRecordOperation({ store, now, cause });
  let known: Standing | null = null;
  let tried: Date | null = null;
  let lastMail: Date | null = null;
  let stopCollecting = (): void => undefined;

  const tellDaily = async (subject: string, code: string): Promise<void> => {
    if (lastMail !== null && now().getTime() - lastMail.getTime() < tellEvery) return;
    lastMail = now();
    const text = `Error: ${code}. docs/runbook/backup-failing.md explains the code; ops doctor has details.`;
    await tell(subject, text);
  };

  const make = async (standing: Standing): Promise<void> => {
    try {
      const done = await run({ drilled: drills && isDrillDue(standing, now()), signal });
      for (const performed of performedOf(done)) await record(performed);
      if (done.drill?.code) {
        metrics.backupFailed('drill');
        await tellDaily('the trial restore of a backup failed', done.drill.code);
      } else lastMail = null;
      log.info({ place: done.place, backup: done.name, kept: done.kept.length }, 'backup made');
    } catch (error) {
      if (signal.aborted) return;
      metrics.backupFailed('backup');
      known = { ...standing, failure: { at: now(), code: codeOf(error) } };
      log.error({ err: error, code: codeOf(error) }, 'backup failed: trying again in an hour');
      await tellDaily('the backup failed', codeOf(error));
      await record({ operation: operations.failed, reason: reasonOf(codeOf(error)) });
    }
  };

  /** Returns whether a backup was due. */
  const look = async (): Promise<boolean> => {
    if (known && !isDue({ now: now(), at, last: known.last, tried })) return false;
    // An operator may have made a backup by hand.
    known = await readStanding(store, now());
    if (!isDue({ now: now(), at, last: known.last, tried })) return false;
    tried = now();
    await make(known);
    known = await readStanding(store, now());
    return true;
  };

  const poller = createPoller({ name: 'backups', pause, log, look: async () => Number(await look()) });
  return {
    look,
    start: () => {
      stopCollecting = metrics.collect(() => (known === null ? [] : figuresOf(known, now())));
      return poller.start();
    },
    stop: async () => {
      stopping.abort();
      stopCollecting();
      await poller.stop();
    },
  };
};
