import { BadRequest, defineOperation } from './frame.ts';
import { asOperator, type Operator } from './operator.ts';

const endSessionsHelp = `Usage: npm run --silent ops -- end-sessions <pro id or email> [--yes]
       npm run --silent ops -- end-sessions --everybody [--yes]

Ends the sessions of a pro, or of all pros, within two seconds: they have to log in again. Known browsers count as new.
Password, second factors, calendar addresses and connections stay; if the password may be stolen, have it reset.

  --yes   do it; without it this only counts them, and exits with 2

The JSON answer is { pro, sessions, ended }; pro is null with --everybody.
`;

/** Ends one pro's or all sessions; only counts them without `yes`. */
export const endSessions = async (operator: Operator, who: string | null, yes: boolean) => {
  const { sessions, proOf, record } = operator;
  const pro = who === null ? null : await proOf(who);
  const count = await sessions.count(pro);
  if (!yes || count === 0) return { pro, sessions: count, ended: false };
  await record({
    operation: 'end sessions',
    targets: pro === null ? [] : [pro],
    counts: { sessions: count },
  });
  await (pro === null ? sessions.endEverybodys() : sessions.endAll(pro));
  return { pro, sessions: count, ended: true };
};

export const runEndSessions = defineOperation({
  help: endSessionsHelp,
  options: { yes: { type: 'boolean', default: false }, everybody: { type: 'boolean', default: false } },
  run: ({ values: { yes, everybody }, positionals: [who, ...more] }, run) => {
    if (more.length > 0 || (who === undefined) !== everybody) throw new BadRequest(endSessionsHelp);
    return asOperator(run, async (operator) => {
      const answer = await endSessions(operator, who ?? null, yes);
      const { pro, sessions: count, ended } = answer;
      const outcome = ended ? 'ended' : count === 0 ? 'nothing to end' : 'add --yes to end them';
      return {
        answer,
        text: `${pro === null ? 'Everybody' : `Pro ${pro}`}: ${count} sessions, ${outcome}.`,
        code: yes || count === 0 ? 0 : 2,
      };
    });
  },
});
