import { proEmail } from '@visita/contracts/fields';
import { BadRequest, defineOperation } from './frame.ts';
import { asOperator, type Operator } from './operator.ts';

const inviteHelp = `Usage: npm run --silent ops -- invite <email>

Prints a link by which this address can make an account within seven days, where accounts are made by invitation
(SIGN_UP=invited). Nothing is mailed and nothing is kept of it: hand the link over by a way that you trust.

The JSON answer is { link, until }.
`;

const lifetime = 7 * 86_400_000;

export const inviteBy = async ({ config, signUps, now, record }: Operator, typed: string) => {
  const email = proEmail.safeParse(typed);
  if (!email.success) throw new BadRequest(`${typed} is no email.`);
  const until = new Date(now().getTime() + lifetime);
  await record({ operation: 'invite' });
  const invitation = signUps.invite(email.data, until);
  return { link: `${config.publicOrigin}/signup?invitation=${invitation}`, until: until.toISOString() };
};

export const runInvite = defineOperation({
  help: inviteHelp,
  options: {},
  run: ({ positionals: [email, ...more] }, run) => {
    if (email === undefined || more.length > 0) throw new BadRequest(inviteHelp);
    return asOperator(run, async (operator) => {
      const answer = await inviteBy(operator, email);
      return { answer, text: `${answer.link}\nuntil ${answer.until}` };
    });
  },
});
