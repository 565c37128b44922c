import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectAccessible, expectAlert, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';

const account = textsOf('en', 'account');
const auth = textsOf('en', 'auth');
const common = textsOf('en', 'common');
const username = 'nadia_villa';
const password = 'lungomare24';
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome', refusals: true };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

const openAccount = async (window: BrowserContext): Promise<Page> => {
  const page = await window.newPage();
  await page.goto('/login');
  await field(page, common('fields.email')).fill(`${username}@example.com`);
  await field(page, common('fields.password')).fill(password);
  await button(page, auth('login.submit')).click();
  await page.waitForURL('**/dashboard/calendar');
  await page.goto('/dashboard/account-data');
  await page.getByRole('heading', { level: 1, name: account('title') }).waitFor();
  return page;
};

test.beforeAll(async ({ stack }) => {
  await openPractice(stack, username);
});

test('the account page requires a login', async ({ openWindow }) => {
  const page = await (await openWindow(browser)).newPage();
  await page.goto('/dashboard/account-data');
  await page.waitForURL('**/login');
});

test('a professional sees and changes their own data', async ({ openWindow }) => {
  const page = await openAccount(await openWindow(browser));
  await expectAccessible(page);
  await button(page, account('personal.edit')).click();
  const panel = page.getByRole('dialog', { name: account('personal.panel') });
  await field(page, common('fields.lastname')).fill('');
  await expect(panel.getByRole('button', { name: account('personal.save') })).toBeDisabled();
  await field(page, common('fields.lastname')).fill('Villa Conti');
  await expectAccessible(page);
  await panel.getByRole('button', { name: account('personal.save') }).click();
  await panel.waitFor({ state: 'hidden' });
  await expect(page.getByText('Villa Conti')).toBeVisible();
  const marketing = page.getByRole('switch', { name: common('consent.marketingConsent') });
  await expect(marketing).not.toBeChecked();
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'PUT'),
    marketing.check(),
  ]);
  await page.reload();
  await expect(marketing).toBeChecked();
  await expect(page.getByText('Villa Conti')).toBeVisible();
  for (const consent of ['termsConditions', 'privacyPolicy']) {
    const box = page.getByRole('checkbox', { name: common(`consent.${consent}`) });
    await expect(box).toBeChecked();
    await expect(box).toBeDisabled();
  }
  await page.getByRole('link', { name: account('access.changePassword') }).click();
  await page.waitForURL('**/password-request/');
});

test(
  'deleting an account warns first, reports a failure, and ends at the sign-up',
  { tag: '@release' },
  async ({ openWindow }) => {
    const page = await openAccount(await openWindow(browser));
    let status = 409;
    await page.route('**/api/pros/*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status, json: { message: 'answered by the test', data: null } })
        : route.fallback(),
    );
    const remove = async () => {
      await button(page, account('delete.open')).click();
      const modal = page.getByRole('dialog', { name: account('delete.panel') });
      await expect(modal.getByRole('paragraph')).toHaveCount(4);
      await expectAccessible(page);
      await modal.getByRole('button', { name: account('delete.confirm') }).click();
    };
    await remove();
    await expectAlert(page, account('delete.errorMessage'));
    status = 200;
    await remove();
    await page.waitForURL('**/signup');
    expect(await page.evaluate("localStorage.getItem('visita.session')")).toBeNull();
    await page.goto('/dashboard/account-data');
    await page.waitForURL('**/login');
  },
);
