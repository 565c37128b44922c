import { text } from 'node:stream/consumers';
import type { Subject } from '@visita/contracts/event';
import type { Foundation } from '@visita/platform/runtime/foundation';
import { type Erasure, erasureLine, parseErasures, readErasures } from '@visita/platform/vault/erasures';
import { ageSuffix, readPlain, type Recode } from './age.ts';
import { createTarget, type Destination } from './target.ts';

/** File with the list of erasures beside a backup; not part of its manifest. */
export const erasuresName = 'erasures.jsonl';

type Known = Pick<Foundation, 'config' | 'database'>;

/** Lists erasures of the journal and the vault, oldest first. */
export const listErasures = async ({ config, database }: Known, since: string): Promise<Erasure[]> => {
  const { rows } = await database.pool.query<{ subject: Subject; time: Date }>(
    'select subject, erased_at as time from vault.keys where wrapped is null and erased_at is not null',
  );
  const found = new Map<Subject, Erasure>(
    rows.map(({ subject, time }) => [subject, { subject, time: time.toISOString() }]),
  );
  for (const one of (await readErasures(config.erasureJournal)) ?? []) found.set(one.subject, one);
  return [...found.values()]
    .filter(({ time }) => time >= since)
    .toSorted((one, other) => one.time.localeCompare(other.time));
};

/**
 * Writes the list of erasures beside a backup, even if it is empty. After a loss of the machine and its
 * journal, an older backup is restored with the newest backup's list.
 */
export const writeErasures = async (known: Known, destination: Destination): Promise<void> => {
  const erasures = await listErasures(known, '');
  const target = createTarget(erasuresName, destination);
  target.stream.end(erasures.map((one) => `${erasureLine(one)}\n`).join(''));
  await target.finish();
};

/**
 * Reads erasures from a journal, or from a list beside an encrypted backup; null if there is no such file.
 */
export const readListed = async (path: string, open: Recode | null): Promise<Erasure[] | null> => {
  if (open === null || !path.endsWith(ageSuffix)) return readErasures(path);
  try {
    return parseErasures(await text(await readPlain(path.slice(0, -ageSuffix.length), open)));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
};
