import { BadRequest, defineOperation } from './frame.ts';
import { asOperator, type Operator } from './operator.ts';

const factorsHelp = `Usage: npm run --silent ops -- factors <pro id or email> [--yes]

Removes all second factors of a pro who lost them (authenticators, passkeys and recovery codes) and ends their sessions: the
next login needs the password alone. The pro is mailed. First verify the identity of the person who asks, in a way agreed
on before: afterwards anyone with the password can log in.

  --yes   do it; without it this only counts them, and exits with 2

The JSON answer is { pro, factors, removed }.
`;

export const removeFactors = async (operator: Operator, who: string, yes: boolean) => {
  const { domain, factors, sessions, proOf, cause, record } = operator;
  const pro = await proOf(who);
  const [apps, passkeys] = [await factors.list(pro), await factors.passkeys.list(pro)];
  const count = apps.length + passkeys.length;
  if (!yes || count === 0) return { pro, factors: count, removed: false };
  await record({ operation: 'remove factors', targets: [pro], counts: { factors: count } });
  await factors.removeAll(pro);
  await sessions.endAll(pro);
  const note = (what: 'FactorRemoved' | 'PasskeyRemoved') =>
    domain.pros.execute(pro, { type: 'note-security', what }, cause());
  if (apps.length > 0) await note('FactorRemoved');
  if (passkeys.length > 0) await note('PasskeyRemoved');
  return { pro, factors: count, removed: true };
};

export const runFactors = defineOperation({
  help: factorsHelp,
  options: { yes: { type: 'boolean', default: false } },
  run: ({ values: { yes }, positionals: [who, ...more] }, run) => {
    if (who === undefined || more.length > 0) throw new BadRequest(factorsHelp);
    return asOperator(run, async (operator) => {
      const answer = await removeFactors(operator, who, yes);
      const { pro, factors: count, removed } = answer;
      const outcome = removed ? 'removed' : count === 0 ? 'nothing to remove' : 'add --yes to remove them';
      return {
        answer,
        text: `Pro ${pro}: ${count} second factors, ${outcome}.`,
        code: yes || count === 0 ? 0 : 2,
      };
    });
  },
});
