import { BadRequest, defineOperation } from './frame.ts';
import { asOperator, type Operator } from './operator.ts';
import { type Naming, patientOf } from './people.ts';

const liftHoldHelp = `Usage: npm run --silent ops -- lift-hold <patient id> --reason <text> [--yes]
       npm run --silent ops -- lift-hold --pro <pro id or email> --email <email> --reason <text> [--yes]

Lifts the legal hold of a patient's record if its pro cannot, usually because the account is deleted; the operator is
responsible for it. The reason is kept in the record's history. This erases nothing; ops erase does.

  --yes   do it; without it this only reports whether there is a hold, and exits with 2

The JSON answer is { patient, held, lifted }.
`;

/** Lifts a record's legal hold; only shows it without `yes`. */
export const liftHold = async (operator: Operator, naming: Naming, how: { yes: boolean; reason: string }) => {
  const { domain, cause, record } = operator;
  const { patientId: patient } = await patientOf(operator, naming);
  const { state } = await domain.patients.load(patient);
  const held = state.status === 'registered' && state.held;
  if (!held || !how.yes) return { patient, held, lifted: false };
  await domain.patients.execute(patient, { type: 'lift-hold', reason: how.reason }, cause());
  await record({ operation: 'lift hold', targets: [patient] });
  return { patient, held, lifted: true };
};

export const runLiftHold = defineOperation({
  help: liftHoldHelp,
  options: {
    yes: { type: 'boolean', default: false },
    pro: { type: 'string' },
    email: { type: 'string' },
  },
  run: ({ values: { yes, pro, email }, positionals: [id, ...more] }, run) => {
    const { reason } = run;
    if (reason === null || more.length > 0) throw new BadRequest(liftHoldHelp);
    return asOperator(run, async (operator) => {
      const answer = await liftHold(operator, { id, pro, email }, { yes, reason });
      const { patient, held, lifted } = answer;
      const outcome = lifted ? 'lifted' : held ? 'add --yes to lift it' : 'there is none';
      return { answer, text: `Legal hold of patient ${patient}: ${outcome}.`, code: yes || !held ? 0 : 2 };
    });
  },
});
