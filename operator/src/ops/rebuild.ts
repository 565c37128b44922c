import { projections } from '@visita/projector/projections';
import { lanesOn } from '@visita/projector/lanes/lanes';
import { dropPrevious, NotPossible, rebuild, rollBack } from '@visita/projector/rebuild';
import { type Answer, BadRequest, defineOperation, type Run } from './frame.ts';
import { logProgress } from './progress.ts';
import { asOperator, type Operator } from './operator.ts';

const names = projections.map(({ name }) => name);

const rebuildHelp = `Usage: npm run --silent ops -- rebuild [projection…]
       npm run --silent ops -- rebuild --rollback
       npm run --silent ops -- rebuild --drop-previous

Fills new read models from the first event on, beside the ones in use, and swaps them in at the end: readers see the old
rows until then. It sends no mails and no live messages. The product may be running or stopped. If projections are named,
only those are replayed, and the rows of the others are copied.

The previous read models, as large as the new ones, are kept until the next rebuild.

  --rollback       lets the previous ones catch up and swaps them in again; those swapped out are kept
  --drop-previous  deletes the previous ones

Projections: ${names.join(', ')}.
The JSON answers are { events, projections }, { events, rolledBack } and { dropped }.
`;

type RebuildRequest = { rollback: boolean; dropPrevious: boolean; only: readonly string[] };

const check = ({ rollback, dropPrevious: drops, only }: RebuildRequest): void => {
  const wrong = only.find((name) => !names.includes(name));
  if (wrong !== undefined) {
    throw new BadRequest(`There is no projection ${wrong}. There are ${names.join(', ')}.`);
  }
  if (Number(rollback) + Number(drops) + Number(only.length > 0) > 1) {
    throw new BadRequest('Give only one of projections, --rollback and --drop-previous.');
  }
};

const answerTo = async (
  asked: RebuildRequest,
  { config, store, database, keys, log, record }: Operator,
  run: Run,
): Promise<Answer> => {
  const options = {
    store,
    database,
    log,
    onProgress: (read: { position: string; head: string }) => run.progress(logProgress('events', read)),
  };
  if (asked.dropPrevious) {
    const dropped = await dropPrevious(options);
    if (dropped) await record({ operation: 'rebuild drop-previous' });
    return {
      answer: { dropped },
      text: dropped ? 'The previous read models are gone.' : 'There were no previous read models.',
    };
  }
  if (asked.rollback) {
    const events = await rollBack(options);
    await record({ operation: 'rebuild rollback', counts: { events } });
    const text = `The previous read models are in use again, after ${events} events that they had not seen.`;
    return { answer: { events, rolledBack: true }, text };
  }
  const chosen = asked.only.length > 0 ? asked.only : names;
  const lanes = lanesOn(config, { database, keys });
  const events = await rebuild({ ...options, ...(lanes && { lanes }), only: chosen });
  await record({ operation: 'rebuild', targets: [...chosen], counts: { events } });
  const what = asked.only.length > 0 ? chosen.join(', ') : 'The read models';
  return {
    answer: { events, projections: chosen },
    text: `${what} were rebuilt from ${events} events. The previous ones are kept: --rollback, --drop-previous.`,
  };
};

export const runRebuild = defineOperation({
  help: rebuildHelp,
  options: {
    rollback: { type: 'boolean', default: false },
    'drop-previous': { type: 'boolean', default: false },
  },
  run: ({ values, positionals }, run) => {
    const asked = { rollback: values.rollback, dropPrevious: values['drop-previous'], only: positionals };
    check(asked);
    return asOperator(run, async (operator) => {
      try {
        return await answerTo(asked, operator, run);
      } catch (error) {
        throw error instanceof NotPossible ? new BadRequest(error.message) : error;
      }
    });
  },
});
