import { type PlanName, planNames } from '@visita/contracts/reference/plans';
import { BadRequest, defineOperation } from './frame.ts';
import { asOperator, type Operator } from './operator.ts';

const planHelp = `Usage: npm run --silent ops -- plan <pro id or email> <${planNames.join(' | ')}>

Assigns a plan to a pro: the app itself only offers the free plan. It takes effect at once, also in a running product. A
lower plan stops active collaborators above its limit, the last invited first.

The JSON answer is { pro, before, plan }.
`;

const isPlan = (name: string | undefined): name is PlanName => planNames.some((known) => known === name);

/** Assigns a plan; returns the former one. */
export const assignPlan = async (
  { domain, proOf, cause, record }: Operator,
  who: string,
  plan: string | undefined,
) => {
  if (!isPlan(plan)) throw new BadRequest(`Give a plan: ${planNames.join(', ')}.`);
  const pro = await proOf(who);
  const { state } = await domain.pros.load(pro);
  if (state.status !== 'registered') throw new BadRequest('The account of this pro was deleted.');
  await domain.pros.execute(pro, { type: 'assign-plan', plan }, cause());
  await record({ operation: 'plan', targets: [pro, plan] });
  return { pro, before: state.plan, plan };
};

export const runPlan = defineOperation({
  help: planHelp,
  options: {},
  run: ({ positionals: [who, plan, ...more] }, run) => {
    if (who === undefined || more.length > 0) throw new BadRequest(planHelp);
    return asOperator(run, async (operator) => {
      const answer = await assignPlan(operator, who, plan);
      return { answer, text: `Pro ${answer.pro}: ${answer.plan} (before: ${answer.before ?? 'none'}).` };
    });
  },
});
