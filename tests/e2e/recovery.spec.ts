import type { Page } from '@playwright/test';
import { invite } from '../support/http-practice.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { mailedLink } from './mails.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';

const auth = textsOf('en', 'auth');
const account = textsOf('en', 'account');
const common = textsOf('en', 'common');
const oldPassword = 'lungomare24';
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome', refusals: true };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

const logIn = async (page: Page, email: string, password: string): Promise<void> => {
  await field(page, common('fields.email')).fill(email);
  await field(page, common('fields.password')).fill(password);
  await button(page, auth('login.submit')).click();
};

/** Expects a message and the redirect to the login. */
const untilLogin = async (page: Page, message: string): Promise<void> => {
  await expect(page.getByRole('status').filter({ hasText: message })).toBeVisible();
  await page.waitForURL('**/login');
};

test('an invited collaborator sets a password and continues to the onboarding', async ({
  stack,
  openWindow,
}) => {
  const { client, clinicId, serviceIds: services, ...owner } = await openPractice(stack, 'olga_testa');
  const email = 'ivo.gatti@example.com';
  await invite(client, { owner, clinicId, services }, email);
  const window = await openWindow({ ...browser, phone: true, colorScheme: 'dark' });
  const page = await window.newPage();
  await page.goto(await mailedLink(stack, email, 'password-setting-collaborator'));
  await page.getByRole('heading', { name: auth('passwordSetting.collaborator.title') }).waitFor();
  await field(page, auth('passwordSetting.field')).fill('scogliera31');
  await expectAccessible(page);
  await button(page, auth('passwordSetting.submit')).click();
  await untilLogin(page, auth('passwordSetting.done', { seconds: '5' }));
  await logIn(page, email, 'scogliera31');
  await page.waitForURL('**/onboarding/collaborator');
});

test('a forgotten password is replaced by the mailed link, once', async ({ stack, openWindow }) => {
  await openPractice(stack, 'piero_nava');
  const email = 'piero_nava@example.com';
  const window = await openWindow(browser);
  const page = await window.newPage();
  await page.goto('/login');
  await page.getByRole('link', { name: auth('login.forgot') }).click();
  await expect(button(page, auth('passwordRequest.submit'))).toBeDisabled();
  await field(page, common('fields.email')).fill(' PIERO_nava@example.com!');
  await expect(field(page, common('fields.email'))).toHaveValue(email);
  await expectAccessible(page);
  await button(page, auth('passwordRequest.submit')).click();
  await expect(page.getByText(auth('passwordRequest.done'))).toBeVisible();
  await expectAccessible(page);

  const link = await mailedLink(stack, email, 'password-setting');
  await page.goto(link);
  await expect(field(page, common('fields.email'))).toHaveValue(email);
  await expect.poll(() => new URL(page.url()).search, 'the token leaves the address bar').toBe('');
  await page.reload();
  const password = field(page, auth('passwordSetting.field'));
  await expect(button(page, auth('passwordSetting.submit'))).toBeDisabled();
  await password.fill('a b c');
  await expect(password).toHaveValue('abc');
  await expect(page.getByText(auth('signup.passwordShort'))).toBeVisible();
  await expectAccessible(page);
  await password.fill('scogliera31');
  await button(page, auth('passwordSetting.submit')).click();
  await untilLogin(page, auth('passwordSetting.done', { seconds: '5' }));

  await logIn(page, email, oldPassword);
  await expect(page.getByRole('alert')).toContainText(auth('login.errorMessage'));
  await logIn(page, email, 'scogliera31');
  await page.waitForURL('**/dashboard/calendar');

  const other = await (await openWindow(browser)).newPage();
  await other.goto(link);
  await other.waitForURL('**/password-request');
  await expect(other.getByRole('alert')).toContainText(auth('tokenExpired'));
  await expectAccessible(other);
});

test(
  'a new email is confirmed by its link and the password',
  { tag: '@release' },
  async ({ stack, openWindow }) => {
    await openPractice(stack, 'rita_sala');
    const newEmail = 'rita.sala@example.com';
    const window = await openWindow(browser);
    const page = await window.newPage();
    await page.goto('/login');
    await logIn(page, 'rita_sala@example.com', oldPassword);
    await page.waitForURL('**/dashboard/calendar');
    await page.getByRole('link', { name: common('nav.accountData') }).click();
    const wanted = field(page, account('email.field'));
    await wanted.fill('rita_sala@example.com');
    await expect(button(page, account('email.submit'))).toBeDisabled();
    await wanted.fill(newEmail);
    await button(page, account('email.submit')).click();
    await expect(wanted).toHaveValue(account('email.sent'));
    await expect(wanted).toBeDisabled();
    await expectAccessible(page);

    await page.goto(await mailedLink(stack, newEmail, 'new-mail-setting'));
    const password = field(page, common('fields.password'));
    await expect(button(page, auth('newMail.submit'))).toBeDisabled();
    await expect.poll(() => new URL(page.url()).search, 'the token leaves the address bar').toBe('');
    await password.fill('not-the-password');
    await button(page, auth('newMail.submit')).click();
    await expect(page.getByRole('alert')).toContainText(auth('newMail.errorMessage'));
    await expectAccessible(page);
    await password.fill(oldPassword);
    await button(page, auth('newMail.submit')).click();
    await untilLogin(page, auth('newMail.done'));

    await logIn(page, newEmail, oldPassword);
    await page.waitForURL('**/dashboard/calendar');
  },
);
