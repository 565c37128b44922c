import type { Page } from '@playwright/test';
import { createClient, type Send, succeed } from '../support/http.ts';
import { dayAhead, requestOf } from '../support/http-practice.ts';
import { solve } from '../support/proof.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { mailedLink, mailsTo } from './mails.ts';
import { chooseTime, fillContact } from './patient.ts';
import { openProven } from './practice.ts';
import { textsOf } from './texts.ts';

const booking = textsOf('it', 'booking');

/** Default limits: of one network's holds, three need nothing and six need no code. */
/** Local clients have higher limits, so all requests come through a proxy, from one network. */
const from = (last: number) => ({ 'x-forwarded-for': `203.0.113.${last}` });

let strict: Stack;
test.beforeAll(async () => {
  strict = await startStack({ TRUST: 'strict', TRUST_PROXY: 'loopback', RATE_LIMIT_FACTOR: '1' });
});
test.afterAll(() => strict?.stop());

/** Holds times of the professional from the browser's network, each for a different person. */
const holdTimes = async (
  { clinicId, offers }: Awaited<ReturnType<typeof openProven>>,
  first: number,
  names: string[],
) => {
  for (const [index, name] of names.entries()) {
    const request = requestOf(clinicId, offers[0], `${dayAhead(20)}T${first + index}:00`, name);
    const contactInfo = { ...request.contactInfo, phone: `33300${first}${index}111` };
    const body = { ...request, contactInfo };
    const send: Send = (url, sent) =>
      fetch(url, { ...sent, headers: { ...sent.headers, ...from(first + index) } });
    const { call } = createClient(strict.address, send);
    const asked = await call('requestBooking', { body });
    const { challenge } = asked.body;
    if (challenge) await succeed(call('requestBooking', { body: { ...body, proof: solve(challenge) } }));
    else expect(asked.status).toBe(200);
  }
};

const ask = async (page: Page, name: string) => {
  await page.goto('/booking/ines_crowded');
  await chooseTime(page, 'it', 'Prima visita');
  await fillContact(page, 'it', {
    name,
    email: `${name.toLowerCase()}@example.com`,
    phone: `333${name.length}112233`,
  });
  await page.getByRole('button', { name: booking('form.submit') }).click();
};

test('a patient can book while strangers hold many times: with a proof of work, and with a code', async ({
  openWindow,
}) => {
  const clinic = await openProven(strict, 'ines_crowded');
  await holdTimes(clinic, 10, ['uno', 'due', 'tre']);
  const window = await openWindow({
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    baseURL: strict.address,
    extraHTTPHeaders: from(9),
    phone: true,
    refusals: true,
  });
  const page = await window.newPage();
  const answers: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/new_booking')) answers.push(response.status());
  });
  const success = page.getByRole('dialog', { name: booking('success.title') });

  await ask(page, 'Tea');
  await expect(success).toBeVisible();
  expect(answers, 'asked for a proof, and solved it').toHaveLength(2);
  await page.goto(await mailedLink(strict, 'tea@example.com', 'confirmation/'));
  await expect(page.getByRole('heading', { name: booking('confirmation.done') })).toBeVisible();

  await holdTimes(clinic, 14, ['quattro', 'cinque', 'sei']);
  await ask(page, 'Ugo');
  const code = page.getByLabel(booking('form.code'), { exact: true });
  await expect(code).toBeVisible();
  await expect(page.getByText(booking('form.codeSent'))).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => mailsTo(strict, 'ugo@example.com')).toHaveLength(1);
  const [mail = ''] = await mailsTo(strict, 'ugo@example.com');
  await code.fill(/\b\d{8}\b/.exec(mail)?.[0] ?? '');
  await page.getByRole('button', { name: booking('form.submit') }).click();
  await expect(success).toBeVisible();
});
