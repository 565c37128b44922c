import { expect, it } from 'vitest';
import { useProduct } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { runOps } from '../support/ops.ts';

const product = useProduct({ SIGN_UP: 'invited' });

it('lets only invited people create an account', async () => {
  const { client, stack } = product();
  const body = {
    username: 'anna',
    email: 'anna@example.com',
    password: 'secret123',
    configStatus: 1,
    termsConditions: true,
    privacyPolicy: true,
    marketingConsent: false,
    comunicationsLanguage: 'it',
  } as const;
  const refused = await client.call('signUp', { body });
  expect([refused.status, refused.body.code]).toEqual([403, 'sign-up-closed']);
  expect(await (await fetch(`${stack.address}/signup`)).text()).toContain('name="sign-up" content="invited"');

  const invited = await runOps(stack.place, 'invite', body.email, '--json');
  const { link } = JSON.parse(invited.stdout) as { link: string };
  const invitation = new URL(link).searchParams.get('invitation')!;
  const other = await client.call('signUp', { body: { ...body, email: 'bea@example.com', invitation } });
  expect(other.body.code).toBe('sign-up-closed');
  await succeed(client.call('signUp', { body: { ...body, invitation } }));
}, 600_000);
