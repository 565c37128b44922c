import { rebuild } from '@visita/projector/rebuild';
import { defineOperation } from './frame.ts';
import { asOperator } from './operator.ts';

const rebuildHelp = `Usage: npm run --silent ops -- rebuild

Fills new read models from the first event on, beside the ones in use, and swaps them in at the end. Announces
nothing: no mail is sent and no screen moves. The product may be running or stopped.
The JSON answer is { events }.
`;

/** `ops rebuild`: the exit code. */
export const runRebuild = defineOperation({
  help: rebuildHelp,
  options: {},
  run: (_asked, run) =>
    asOperator(run, async ({ store, database, log, record }) => {
      const events = await rebuild({
        store,
        database,
        log,
        onProgress: ({ position, head }) =>
          run.progress({ what: 'events', done: Number(position), total: Number(head) }),
      });
      await record({ operation: 'rebuild', counts: { events } });
      return { answer: { events }, text: `The read models were rebuilt from ${events} events.` };
    }),
});
