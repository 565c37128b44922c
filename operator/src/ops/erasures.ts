import { erasureLine } from '@visita/platform/vault/erasures';
import { listErasures } from '../backup/erasures.ts';
import { BadRequest, defineOperation } from './frame.ts';
import { asOperator } from './operator.ts';

const erasuresHelp = `Usage: npm run --silent ops -- erasures [--since <time>]

Lists the erased persons by id, from the journal (ERASURE_JOURNAL) and from the vault, in the journal's format. The ids
are not personal data. Keep this list apart from the database: restore needs it beside a backup.

  --since <time>  only those erased at or after an instant such as 2026-11-20T08:30:00Z

The JSON answer is { erasures }.
`;

const instantOf = (text: string): string => {
  if (Number.isNaN(Date.parse(text)))
    throw new BadRequest('--since takes an instant, such as 2026-11-20T08:30:00Z.');
  return new Date(text).toISOString();
};

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
