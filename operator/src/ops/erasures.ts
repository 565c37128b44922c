import type { Subject } from '@visita/contracts/event';
import { type Erasure, erasureLine, readErasures } from '@visita/platform/vault/erasures';
import { BadRequest, defineOperation } from './frame.ts';
import { asOperator, type Operator } from './operator.ts';

const erasuresHelp = `Usage: npm run --silent ops -- erasures [--since <time>]

Who was erased, as ids that say nothing about anybody: from the journal (ERASURE_JOURNAL) and from the vault, each once,
in the journal's own format. Kept apart from the database it is what restore needs besides a backup.

  --since <time>  only those erased at or after an instant such as 2026-11-20T08:30:00Z

The JSON answer is { erasures }.
`;

/** Who was erased, by the journal and the vault, oldest first. */
export const listErasures = async (
  { config, database }: Pick<Operator, 'config' | 'database'>,
  since: string,
): Promise<Erasure[]> => {
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

const instantOf = (text: string): string => {
  if (Number.isNaN(Date.parse(text)))
    throw new BadRequest('--since takes an instant, such as 2026-11-20T08:30:00Z.');
  return new Date(text).toISOString();
};

/** `ops erasures`: the exit code. */
export const runErasures = defineOperation({
  help: erasuresHelp,
  options: { since: { type: 'string' } },
  run: ({ values }, run) => {
    const since = values.since === undefined ? '' : instantOf(values.since);
    return asOperator(run, async (operator) => {
      const erasures = await listErasures(operator, since);
      return { answer: { erasures }, text: erasures.map(erasureLine).join('\n') };
    });
  },
});
