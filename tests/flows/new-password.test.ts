import { expect, it, vi } from 'vitest';
import { succeed } from '../support/http.ts';
import { usePractice } from '../support/hooks.ts';
import { sentMails, tokenIn } from '../support/inside.ts';

const practice = usePractice();
const soon = 15_000;

it('a new password invalidates the calendar feed and sessions, and a mail says so', async () => {
  const { client, anna, stack } = practice();
  const { call } = client;
  const { email, token, proId } = anna;
  const params = { id: proId };
  const mails = async (page: string) =>
    (await sentMails(stack.varDirectory)).filter(
      (mail) => mail.includes(`To: ${email}`) && mail.includes(`/${page}`),
    );
  const address = async (bearer: string) => {
    const { data } = await succeed(call('createCalendarFeed', { params, token: bearer }));
    return new URL(new URL(data.url).pathname, stack.address);
  };
  const statusOf = async (url: URL) => (await fetch(url)).status;

  const before = await address(token);
  expect(await statusOf(before)).toBe(200);
  await succeed(call('requestPasswordReset', { body: { email } }));
  const [link] = await vi.waitUntil(async () => {
    const found = await mails('password-setting?');
    return found.length > 0 && found;
  }, soon);
  const body = { email, password: 'another1' };
  await succeed(call('setPassword', { body, token: tokenIn(link!, 'password-setting') }));
  expect((await call('authenticate', { token })).status).toBe(401);
  expect(await statusOf(before)).toBe(404);

  const { access_token } = await succeed(call('logIn', { body }));
  const after = await address(access_token);
  const changed = await vi.waitUntil(async () => {
    const found = await mails('password-request');
    return found.length > 0 && found;
  }, soon);
  expect(changed).toHaveLength(1);
  expect(changed[0]!.replaceAll(/=\r?\n/g, '')).toContain('calendario');
  expect(await statusOf(after)).toBe(200);
}, 600_000);
