import { api } from '@visita/contracts/api/table';
import { createClient } from '../support/http.ts';
import { registerPro } from '../support/http-practice.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { setUp } from './dashboard.ts';
import { countEffort, secondsOf } from './effort.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { mailedLink } from './mails.ts';
import { textsOf } from './texts.ts';

const auth = textsOf('it', 'auth');
const booking = textsOf('it', 'booking');
const common = textsOf('it', 'common');
const onboarding = textsOf('it', 'onboarding');
const welcome = textsOf('it', 'welcome');
const account = { username: 'nina_strict', email: 'nina@example.com', password: 'lungomare-24' };
const browser = { locale: 'it-IT', timezoneId: 'Europe/Rome' };

let strict: Stack;
test.beforeAll(async () => {
  strict = await startStack({ TRUST: 'strict' });
});
test.afterAll(() => strict?.stop());

test.describe.configure({ mode: 'serial' });

test('from the sign-up to a shareable link in under two minutes, including the email confirmation', async ({
  openWindow,
}) => {
  const context = await openWindow({ ...browser, baseURL: strict.address, refusals: true });
  const effort = await countEffort(context);
  const page = await context.newPage();
  await setUp(page, account);
  const steps = page.getByRole('region', { name: welcome('title') });
  await expect(steps.locator('[aria-current="step"]')).toContainText(welcome('steps.proof'));
  await expectAccessible(page);

  // The page is not public yet; its professional sees a preview without booking.
  const visitor = await (await openWindow({ ...browser, baseURL: strict.address, refusals: true })).newPage();
  await visitor.goto(`/booking/${account.username}`);
  await expect(visitor.getByText(booking('notFound.title'))).toBeVisible();
  await visitor.goto('/preview');
  await visitor.waitForURL('**/login');

  await mailedLink(strict, account.email, 'email-confirmation/');
  await steps.getByRole('link', { name: welcome('proof.mails') }).click();
  await page.getByRole('link').filter({ hasText: account.email }).first().click();
  await page.locator('a[href*="/email-confirmation/"]').first().click();
  await expect(page.getByText(auth('emailConfirmation.done'))).toBeVisible();
  await page.getByRole('link', { name: auth('emailConfirmation.goOn') }).click();
  await page.getByRole('button', { name: welcome('actions.share'), exact: true }).click();
  const link = page
    .getByRole('dialog', { name: welcome('share.title') })
    .getByLabel(welcome('share.address'));
  await expect(link).toHaveValue(`${strict.address}/booking/${account.username}`);

  await page.evaluate("counted('clicks', 0)");
  const { screens, ...counts } = effort;
  const seconds = secondsOf(effort);
  const description = JSON.stringify({ screens: [...screens], ...counts, seconds });
  test.info().annotations.push({ type: 'effort', description });
  expect(seconds, 'it was counted at all').toBeGreaterThan(60);
  expect(seconds, description).toBeLessThan(120);

  await visitor.goto(`/booking/${account.username}`);
  await expect(visitor.getByRole('gridcell').getByRole('button', { disabled: false }).first()).toBeVisible();
});

test('opening the confirmation link alone confirms nothing', async ({ openWindow }) => {
  const client = createClient(strict.address);
  const { email } = await registerPro(client, 'bianchi_strict', { password: 'lungomare-24' });
  const page = await (await openWindow({ ...browser, baseURL: strict.address, refusals: true })).newPage();
  const proofs: string[] = [];
  page.on(
    'request',
    (request) => request.url().endsWith(api.confirmEmail.path) && proofs.push(request.url()),
  );
  await page.goto(await mailedLink(strict, email, 'email-confirmation/'), {
    waitUntil: 'networkidle',
  });
  const mine = page.getByRole('button', { name: auth('emailConfirmation.mine') });
  await expect(mine).toBeVisible();
  await expectAccessible(page);
  expect(proofs).toEqual([]);

  await mine.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(auth('emailConfirmation.done'))).toBeVisible();
  expect(proofs).toHaveLength(1);
});

test('a professional previews their page, and cannot book from it', async ({ openWindow }) => {
  const context = await openWindow({ ...browser, baseURL: strict.address, phone: true });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel(common('fields.email'), { exact: true }).fill(account.email);
  await page.getByLabel(common('fields.password'), { exact: true }).fill(account.password);
  await page.getByRole('button', { name: auth('login.submit'), exact: true }).click();
  await page.waitForURL('**/dashboard/**');
  await page.goto('/preview');
  await expect(page.getByRole('complementary', { name: booking('preview.title') })).toBeVisible();
  await page.getByRole('gridcell').getByRole('button', { disabled: false }).first().click();
  await page
    .getByRole('region', { name: booking('time.step') })
    .getByRole('button')
    .first()
    .click();
  const form = page.getByRole('dialog', { name: booking('form.title') });
  await expect(form).toContainText(booking('preview.end'));
  await expect(form.getByRole('button', { name: booking('form.submit') })).toHaveCount(0);
  await expectAccessible(page);
});

test(
  'an owner who regains an address by a reset can delete the data of the false sign-up',
  { tag: '@release' },
  async ({ openWindow }) => {
    const thief = { username: 'rossi_strict', email: 'rossi@example.com', password: 'lungomare-24' };
    const context = await openWindow({ ...browser, baseURL: strict.address, refusals: true });
    const theirs = await context.newPage();
    await setUp(theirs, thief);

    const page = await (await openWindow({ ...browser, baseURL: strict.address, refusals: true })).newPage();
    await page.goto('/password-request');
    await page.getByLabel(common('fields.email'), { exact: true }).fill(thief.email);
    await page.getByRole('button', { name: auth('passwordRequest.submit'), exact: true }).click();
    await page.goto(await mailedLink(strict, thief.email, 'password-setting'));
    const password = 'collina-verde';
    await page.getByLabel(auth('passwordSetting.field'), { exact: true }).fill(password);
    await page.getByRole('button', { name: auth('passwordSetting.submit'), exact: true }).click();
    await page.waitForURL('**/login');
    await page.getByLabel(common('fields.email'), { exact: true }).fill(thief.email);
    await page.getByLabel(common('fields.password'), { exact: true }).fill(password);
    await page.getByRole('button', { name: auth('login.submit'), exact: true }).click();
    await page.waitForURL('**/account-review');
    await expect(page.getByText('Studio Levante')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: onboarding('review.holdings.delete') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: onboarding('review.holdings.delete') })
      .click();
    await page.waitForURL('**/dashboard/clinic');
    await expect(page.getByText('Studio Levante')).toHaveCount(0);
  },
);
