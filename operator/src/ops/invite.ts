import { proEmail } from '@visita/contracts/fields';
import { BadRequest, defineOperation } from './frame.ts';
import { asOperator, type Operator } from './operator.ts';

const inviteHelp = `Usage: npm run --silent ops -- invite <email>

Prints a link with which this address can create an account within seven days, if accounts need an invitation
(SIGN_UP=invited). The link is neither mailed nor stored: send it in a way that you trust.

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
