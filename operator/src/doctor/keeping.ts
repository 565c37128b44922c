import { access, constants, statfs } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { beginning, type EventStore } from '@visita/platform/event-store/port';
import { type Jobs, queueNames } from '@visita/platform/jobs/port';
import { readStanding, type Standing } from '@visita/platform/runtime/backup-standing';
import { lastOperations, lookBack } from '@visita/platform/runtime/operations';
import { type Check, ok, off, wrong } from './check.ts';

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
      throw error;
    },
  );

/** Returns the nearest existing directory of a path; the product creates the rest. */
const nearest = async (path: string): Promise<string> =>
  (await isThere(path)) ? path : nearest(dirname(path));

const smallestShare = 0.1;
const gigabyte = 1e9;

const spaceOn = async (directory: string) => {
  const { bavail, blocks, bsize } = await statfs(await nearest(resolve(directory)));
  return { free: bavail * bsize, size: blocks * bsize };
};

/** Returns the free bytes on the disk of a directory, existing or not. */
export const freeOn = async (directory: string): Promise<number> => (await spaceOn(directory)).free;

export const diskHasSpace = (directory: string): Check => ({
  name: 'disk',
  todo: 'Create VAR_DIRECTORY, and give this user access.',
  look: async () => {
    const { free, size } = await spaceOn(directory);
    const left = `${(free / gigabyte).toFixed(1)} of ${(size / gigabyte).toFixed(1)} GB free`;
    if (free >= size * smallestShare || free >= 100 * gigabyte) return ok(left);
    return wrong(left, 'Free some space: PostgreSQL stops when the disk is full.');
  },
});

/** Tells whether a path is in the directory that a unit or container lets the product write to. */
const isWithin = (directory: string, path: string): boolean => {
  const way = relative(resolve(directory), resolve(path));
  return !way.startsWith('..') && !isAbsolute(way);
};

const unseen =
  'this user may write there; check that the product may too: a unit needs ReadWritePaths=, a container a volume';

/** Checks the permissions of this user; restrictions of a unit or container are invisible from outside. */
export const journalCanBeWritten = ({
  path,
  varDirectory,
}: {
  path: string;
  varDirectory: string;
}): Check => ({
  name: 'erasure journal',
  todo: 'Give this user write access to the path in ERASURE_JOURNAL: no one can be erased until then.',
  look: async () => {
    const there = await nearest(resolve(path));
    await access(there, constants.W_OK);
    const known = there === resolve(path) ? path : `${path}, no erasures yet`;
    return ok(isWithin(varDirectory, path) ? known : `${known}; ${unseen}`);
  },
});

export const jobsAreDone = (jobs: (() => Promise<Pick<Jobs, 'counts'>>) | null): Check => ({
  name: 'jobs',
  todo: 'If jobs are in Redis, start it: no mail is sent until then.',
  look: async () => {
    if (jobs === null) return off('not there yet: the first start creates them');
    const open = await jobs();
    const counted = await Promise.all(
      queueNames.map(async (queue) => ({ queue, ...(await open.counts(queue)) })),
    );
    const text = counted.map(
      ({ queue, waiting, delayed, parked }) =>
        `${queue}: ${waiting} waiting, ${delayed} to be retried, ${parked} parked`,
    );
    const parked = counted.reduce((sum, one) => sum + one.parked, 0);
    if (parked > 0) return wrong(text.join('; '), 'List them with ops parked.');
    const late = counted.some(({ queue, delayed }) => queue === 'mail' && delayed > 0);
    if (late) return wrong(text.join('; '), 'Mails failed and will be retried: see SMTP, and the log.');
    return ok(text.join('; '));
  },
});

const dayLength = 86_400_000;

type Keeping = {
  readonly store: Pick<EventStore, 'readStream'>;
  readonly now: () => Date;
  /** Whether a missing backup is a problem. */
  readonly needed: boolean;
  /** Whether the product makes and tests backups by itself. */
  readonly scheduled: boolean;
  /** Whether services run apart; backups are then made by a timer of the machine. */
  readonly apart?: boolean;
};

const ageLimit = 2 * dayLength;

const unreadable = 'It is recorded in the events, which cannot be read.';

/** Input for all maintenance checks; needs the events from the beginning. */
type Everything = Keeping & { readonly store: Pick<EventStore, 'readAll'> };

/** Tells whether the first event is too recent to require maintenance. */
const isNew = async ({ store, now }: Everything): Promise<boolean> => {
  const [first] = await store.readAll(beginning, 1);
  return !first || now().getTime() - Date.parse(first.metadata.time) < ageLimit;
};

const lastVerify = (keeping: Everything): Check => ({
  name: 'last verify',
  todo: unreadable,
  look: async () => {
    const { store, now, needed } = keeping;
    const last = (await lastOperations(store, ['verify'], now())).get('verify');
    const todo = 'Run ops verify daily from a timer.';
    if (!last && (await isNew(keeping))) return off('none yet: the first event is less than two days old');
    if (!last) return needed ? wrong(`none in ${lookBack} days`, todo) : off(`none in ${lookBack} days`);
    if ((last.data.counts['problems'] ?? 0) > 0) {
      return wrong(`${last.time} found problems`, 'Run ops verify, and follow its advice.');
    }
    const old = now().getTime() - Date.parse(last.time) > ageLimit;
    return old && needed ? wrong(last.time, todo) : ok(last.time);
  },
});

const lastBackup = (
  { now, needed, scheduled, apart }: Keeping,
  standing: () => Promise<Standing>,
): Check => ({
  name: 'last backup',
  todo: unreadable,
  look: async () => {
    const { last, failure } = await standing();
    const known = last?.toISOString() ?? `none in ${lookBack} days`;
    if (failure) {
      const todo = 'docs/runbook/backup-failing.md explains the code.';
      return wrong(`${known}; ${failure.at.toISOString()} failed with ${failure.code}`, todo);
    }
    const todo = scheduled
      ? 'Start the product: it makes a backup every day.'
      : apart
        ? 'Run ops backup daily from cron or a CronJob: separate services have no schedule.'
        : 'Set BACKUP_AT and BACKUP_TO.';
    const old = last === null || now().getTime() - last.getTime() > ageLimit;
    if (old && needed) return wrong(known, todo);
    return last === null ? off(known) : ok(known);
  },
});

const lastDrill = ({ needed, scheduled }: Keeping, standing: () => Promise<Standing>): Check => ({
  name: 'restore drill',
  todo: unreadable,
  look: async () => {
    const { drill } = await standing();
    if (drill === null) {
      const none = `none in ${lookBack} days`;
      return needed && scheduled
        ? wrong(none, 'The next backup gets a trial restore: look again then.')
        : off(none);
    }
    const time = drill.at.toISOString();
    if (drill.came) return ok(`${time} succeeded`);
    return wrong(`${time} failed`, 'Look for "the trial restore of a backup failed" in the log.');
  },
});

const standingOf =
  ({ store, now }: Keeping) =>
  (): Promise<Standing> =>
    readStanding(store, now());

/** Checks the time of the last backup, from the recorded operations. */
export const backupKept = (keeping: Keeping): Check => lastBackup(keeping, standingOf(keeping));

/** Checks the last backup, its trial restore and the last verification, from the recorded operations. */
export const keptUp = (keeping: Everything): readonly Check[] => [
  backupKept(keeping),
  lastDrill(keeping, standingOf(keeping)),
  lastVerify(keeping),
];
