import { access, constants, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type EventData, isEvent } from '@visita/contracts/events';
import type { EventStore } from '@visita/platform/event-store/port';
import { type Jobs, queueNames } from '@visita/platform/jobs/port';
import { operatorStream } from '../record.ts';
import { type Check, ok, off, wrong } from './check.ts';

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
      throw error;
    },
  );

/** What is there of a path; the product makes the rest. */
const nearest = async (path: string): Promise<string> =>
  (await isThere(path)) ? path : nearest(dirname(path));

const smallestShare = 0.1;
const gigabyte = 1e9;

const spaceOn = async (directory: string) => {
  const { bavail, blocks, bsize } = await statfs(await nearest(resolve(directory)));
  return { free: bavail * bsize, size: blocks * bsize };
};

/** Free bytes where a directory is, or will be. */
export const freeOn = async (directory: string): Promise<number> => (await spaceOn(directory)).free;

export const diskHasRoom = (directory: string): Check => ({
  name: 'disk',
  todo: 'Make VAR_DIRECTORY, and let this user enter it.',
  look: async () => {
    const { free, size } = await spaceOn(directory);
    const left = `${(free / gigabyte).toFixed(1)} of ${(size / gigabyte).toFixed(1)} GB free`;
    if (free >= size * smallestShare || free >= 100 * gigabyte) return ok(left);
    return wrong(left, 'Make room: PostgreSQL stops where the disk is full.');
  },
});

export const journalCanBeWritten = (path: string): Check => ({
  name: 'erasure journal',
  todo: 'Let this user write where ERASURE_JOURNAL points: nobody can be erased until then.',
  look: async () => {
    const there = await nearest(resolve(path));
    await access(there, constants.W_OK);
    return ok(there === resolve(path) ? path : `${path}, nobody was erased yet`);
  },
});

export const jobsAreDone = (jobs: (() => Promise<Pick<Jobs, 'counts'>>) | null): Check => ({
  name: 'jobs',
  todo: 'Where jobs are in Redis, start it.',
  look: async () => {
    if (jobs === null) return off('not there yet: the first start makes them');
    const open = await jobs();
    const counted = await Promise.all(
      queueNames.map(async (queue) => ({ queue, ...(await open.counts(queue)) })),
    );
    const text = counted.map(
      ({ queue, waiting, parked }) => `${queue}: ${waiting} waiting, ${parked} parked`,
    );
    const parked = counted.reduce((sum, one) => sum + one.parked, 0);
    return parked > 0 ? wrong(text.join('; '), 'Look at them with ops parked.') : ok(text.join('; '));
  },
});

type Done = { readonly time: string; readonly data: EventData['OperationPerformed'] };

const days = 31;
const dayLength = 86_400_000;

/** The last run of an operation in a month; null where there was none. */
const lastOf = async (
  store: Pick<EventStore, 'readStream'>,
  operation: string,
  now: Date,
): Promise<Done | null> => {
  // One day after the other: the last one mostly has it.
  for (let back = 0; back < days; back += 1) {
    const day = new Date(now.getTime() - back * dayLength).toISOString();
    const done = (await store.readStream(operatorStream(day)))
      .filter((event) => isEvent(event, 'OperationPerformed'))
      .map(({ data, metadata }): Done => ({ data, time: metadata.time }))
      .filter(({ data }) => data.operation === operation);
    const last = done.toSorted((one, other) => other.time.localeCompare(one.time))[0];
    if (last) return last;
  }
  return null;
};

type Keeping = {
  readonly store: Pick<EventStore, 'readStream'>;
  readonly now: () => Date;
  /** Whether going without is wrong. */
  readonly needed: boolean;
};

const ageLimit = 2 * dayLength;

const agedCheck = (operation: 'backup' | 'verify', { store, now, needed }: Keeping): Check => ({
  name: `last ${operation}`,
  todo: 'It is written in the events, which cannot be read.',
  look: async () => {
    const last = await lastOf(store, operation, now());
    const todo = `Run ops ${operation} daily from a timer.`;
    if (!last) return needed ? wrong(`none in ${days} days`, todo) : off(`none in ${days} days`);
    if ((last.data.counts['problems'] ?? 0) > 0) {
      return wrong(`${last.time} found something wrong`, 'Run ops verify, and do what it says.');
    }
    const old = now().getTime() - Date.parse(last.time) > ageLimit;
    return old && needed ? wrong(last.time, todo) : ok(last.time);
  },
});

/** When the last backup was taken, and when all was last verified, by what operators did. */
export const keptUp = (keeping: Keeping): readonly Check[] => [
  agedCheck('backup', keeping),
  agedCheck('verify', keeping),
];
