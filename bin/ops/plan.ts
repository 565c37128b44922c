import { parseArgs } from 'node:util';
import { type PlanName, planNames } from '@visita/contracts/reference/plans';
import { asOperator, BadRequest, type Operator } from './operator.ts';

const planHelp = `Usage: npm run --silent ops -- plan <pro id or email> <${planNames.join(' | ')}> [--json]

Assigns a plan to a pro: the app itself lets nobody choose another one than free. It counts at once, for a running
product too. Active collaborators beyond what a lower plan includes are stopped, those invited last first.

  --json  answer with { pro, before, plan }
`;

const isPlan = (name: string | undefined): name is PlanName => planNames.some((known) => known === name);

/** Assigns a plan; answers with the one before. */
export const assignPlan = async (
  { domain, proOf, cause }: Operator,
  who: string,
  plan: string | undefined,
) => {
  if (!isPlan(plan)) throw new BadRequest(`Say which plan: ${planNames.join(', ')}.`);
  const pro = await proOf(who);
  const { state } = await domain.pros.load(pro);
  if (state.status !== 'registered') throw new BadRequest('The account of this pro was deleted.');
  await domain.pros.execute(pro, { type: 'assign-plan', plan }, cause());
  return { pro, before: state.plan, plan };
};

/** `ops plan`: the exit code. */
export const runPlan = async (args: string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
  });
  const [who, plan, ...more] = positionals;
  if (values.help || who === undefined || more.length > 0) {
    (values.help ? process.stdout : process.stderr).write(planHelp);
    return values.help ? 0 : 2;
  }
  return asOperator(async (operator) => {
    const assigned = await assignPlan(operator, who, plan);
    const text = `Pro ${assigned.pro}: ${assigned.plan} (before: ${assigned.before ?? 'none'}).`;
    process.stdout.write(`${values.json ? JSON.stringify(assigned) : text}\n`);
    return 0;
  });
};
