import type { BrowserContext, Page } from '@playwright/test';
import { violationsOn } from './axe.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { mailedLink } from './mails.ts';
import { openPractice, password } from './practice.ts';
import { textsOf } from './texts.ts';

const account = textsOf('en', 'account');
const auth = textsOf('en', 'auth');
const common = textsOf('en', 'common');
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome', refusals: true };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

const logIn = async (window: BrowserContext, username: string): Promise<Page> => {
  const page = await window.newPage();
  await page.goto('/login');
  await field(page, common('fields.email')).fill(`${username}@example.com`);
  await field(page, common('fields.password')).fill(password);
  await button(page, auth('login.submit')).click();
  await page.waitForURL('**/dashboard/calendar');
  return page;
};

/** Ends the session on the server, as another device can. */
const endSession = (page: Page) =>
  page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('visita.session')}`;
    await fetch('/api/logout', { method: 'POST', headers: { authorization } });
  });

const openForm = async (page: Page, lastname: string) => {
  await page.goto('/dashboard/account-data');
  await button(page, account('personal.edit')).click();
  await field(page, common('fields.lastname')).fill(lastname);
  const panel = page.getByRole('dialog', { name: account('personal.panel') });
  return { panel, save: panel.getByRole('button', { name: account('personal.save') }) };
};

test('a session that expires during a form is renewed in place', async ({ stack, openWindow }) => {
  await openPractice(stack, 'lea_conti');
  const page = await logIn(await openWindow(browser), 'lea_conti');
  const { panel, save } = await openForm(page, 'Conti Marini');
  await endSession(page);
  // Dispatched directly, because the password dialog may open before the pointer reaches the button.
  await save.dispatchEvent('click');
  const dialog = page.getByRole('dialog', { name: auth('again.endedTitle') });
  const given = dialog.getByLabel(common('fields.password'), { exact: true });
  await given.fill('not-the-password');
  await button(page, auth('again.submit')).click();
  await expect(dialog.getByText(auth('again.wrong'))).toBeVisible();
  await expectAccessible(page);
  await given.fill(password);
  await button(page, auth('again.submit')).click();
  await panel.waitFor({ state: 'hidden' });
  await expect(page.getByText('Conti Marini')).toBeVisible();
});

test(
  'returning to a form with an expired session asks for the password, and shows nothing else',
  { tag: '@release' },
  async ({ stack, openWindow }) => {
    await openPractice(stack, 'mia_conti');
    const page = await logIn(await openWindow(browser), 'mia_conti');
    const { panel, save } = await openForm(page, 'Conti Marini');
    await endSession(page);
    const dialog = page.getByRole('dialog', { name: auth('again.endedTitle') });
    await expect(async () => {
      await page.evaluate('dispatchEvent(new Event("focus"))');
      await expect(dialog).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.keyboard.press('Escape');
    await dialog.getByLabel(common('fields.password'), { exact: true }).fill(password);
    await button(page, auth('again.submit')).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect(field(page, common('fields.lastname'))).toHaveValue('Conti Marini');
    await save.click();
    await panel.waitFor({ state: 'hidden' });
    await expect(page.getByText('Conti Marini')).toBeVisible();

    await endSession(page);
    await expect(async () => {
      await page.evaluate('dispatchEvent(new Event("focus"))');
      await page.waitForURL('**/login', { timeout: 500 });
    }, 'where nothing was typed the login follows').toPass();
  },
);

test('a login in another tab keeps the draft under its own account', async ({ stack, openWindow }) => {
  await openPractice(stack, 'lia_conti');
  await openPractice(stack, 'eva_conti');
  const window = await openWindow(browser);
  const page = await logIn(window, 'lia_conti');
  const lastname = field(page, common('fields.lastname'));
  const { panel, save } = await openForm(page, 'Conti Marini');
  const own = await page.evaluate("localStorage.getItem('visita.session')");

  const other = await window.newPage();
  await other.goto('/dashboard/account-data');
  await other.getByRole('heading', { level: 1, name: account('title') }).waitFor();
  await endSession(other);
  await other.reload();
  await other.waitForURL('**/login');
  const asked = page.getByRole('dialog', { name: auth('again.endedTitle') });
  await asked.waitFor();
  await other.close();
  const again = await logIn(window, 'lia_conti');
  await asked.waitFor({ state: 'hidden' });
  await expect(lastname, 'the same pro goes on').toHaveValue('Conti Marini');
  expect(await page.evaluate("localStorage.getItem('visita.session')")).not.toBe(own);
  await again.evaluate('localStorage.clear()');
  await asked.waitFor();
  await again.close();

  const evas = await logIn(window, 'eva_conti');
  const notice = page.getByRole('status').filter({ hasText: common('otherAccount.text') });
  await notice.waitFor();
  await expectAccessible(page);
  await asked.getByLabel(common('fields.password'), { exact: true }).fill(password);
  await button(page, auth('again.submit')).click();
  await asked.waitFor({ state: 'hidden' });
  await expect(notice, 'the browser is theirs again').toBeHidden();
  await expect(lastname).toHaveValue('Conti Marini');
  await save.click();
  await panel.waitFor({ state: 'hidden' });
  await expect(button(page, account('personal.edit')), 'the focus goes back').toBeFocused();
  await expect(page.getByText('Conti Marini')).toBeVisible();
  await expect(page.getByText('lia_conti@example.com').first()).toBeVisible();
  // Now the other tab shows another account.
  const toast = evas.getByRole('status').filter({ hasText: common('otherAccount.text') });
  await toast.waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await evas.emulateMedia({ colorScheme });
    await expect(evas.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    expect(await violationsOn(evas), colorScheme).toEqual([]);
  }
  await toast.getByRole('button', { name: common('otherAccount.action') }).press('Enter');
  await expect(evas.getByText('lia_conti@example.com').first(), 'by keyboard alone').toBeVisible();
});

test('an unknown dashboard address shows a message and leads to the calendar', async ({
  stack,
  openWindow,
}) => {
  await openPractice(stack, 'zoe_conti');
  const page = await logIn(await openWindow(browser), 'zoe_conti');
  await page.goto('/dashboard/nowhere');
  await expect(page.getByRole('heading', { level: 1, name: common('lost.title') })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: common('lost.action') }).click();
  await page.waitForURL('**/dashboard/calendar');
});

test('a used link is reported, and leads to a new one', async ({ stack, openWindow }) => {
  const { call } = await openPractice(stack, 'ida_conti');
  const page = await logIn(await openWindow(browser), 'ida_conti');
  await page.goto('/email-confirmation?token=none');
  await button(page, auth('emailConfirmation.mine')).click();
  await button(page, auth('emailConfirmation.another')).click();
  await expect(page.getByText(auth('emailConfirmation.sent'))).toBeVisible();

  const newEmail = 'ida.conti@example.com';
  await call('requestEmailChange', { body: { currentEmail: 'ida_conti@example.com', newEmail } });
  const link = await mailedLink(stack, newEmail, 'new-mail-setting');
  await page.goto(`${link}x`);
  await field(page, common('fields.password')).fill(password);
  await button(page, auth('newMail.submit')).click();
  await expect(page.getByText(auth('newMail.spent'))).toBeVisible();
  await expect(page.getByRole('link', { name: auth('toLogin') })).toBeVisible();
});
