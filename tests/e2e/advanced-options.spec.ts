import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';

const auth = textsOf('en', 'auth');
const common = textsOf('en', 'common');
const settings = textsOf('en', 'settings');
const username = 'sara_monti';
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome', refusals: true };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

type Options = Record<string, unknown>;
type Answer = { message: string; data: { subscription: object[]; options: Options } };

/**
 * Simulates the premium plan and the external calendar in the page, because both are set up outside the
 * product.
 */
const pretendPlan = async (window: BrowserContext): Promise<{ asked: string[] }> => {
  let changed: Options = {};
  let options: Options = {};
  const asked: string[] = [];
  await window.route('**/api/authentication', async (route) => {
    const response = await route.fetch();
    const { message, data } = (await response.json()) as Answer;
    options = { ...data.options, ...changed };
    const subscription = [{ ...data.subscription[0], onlinePaymentFunction: true }];
    await route.fulfill({ response, json: { message, data: { ...data, subscription, options } } });
  });
  await window.route('**/api/options/*', async (route) => {
    const body = route.request().postDataJSON() as Options;
    asked.push(`options ${JSON.stringify(body)}`);
    options = { ...options, ...body };
    await route.fulfill({ json: { message: '', data: options } });
  });
  await window.route(/\/api\/google(token|logout)\//, async (route) => {
    const call = new URL(route.request().url()).pathname.split('/')[2];
    const body = route.request().postData() ?? '';
    asked.push(`${call} ${body}`.trim());
    if (body.includes('wrong')) {
      await route.fulfill({ status: 409, json: { code: 'calendar-refused' } });
      return;
    }
    changed = { googleAccessToken: call === 'googletoken' ? 'connected' : null };
    await route.fulfill({ json: { message: '', data: null } });
  });
  return { asked };
};

const logIn = async (window: BrowserContext): Promise<Page> => {
  const page = await window.newPage();
  await page.goto('/login');
  await field(page, common('fields.email')).fill(`${username}@example.com`);
  await field(page, common('fields.password')).fill('lungomare24');
  await button(page, auth('login.submit')).click();
  await page.waitForURL('**/dashboard/calendar');
  return page;
};

test.beforeAll(async ({ stack }) => {
  await openPractice(stack, username);
});

test(
  'the external calendar is connected by the OAuth redirect, and disconnected',
  { tag: '@release' },
  async ({ openWindow }) => {
    const window = await openWindow(browser);
    const { asked } = await pretendPlan(window);
    const page = await logIn(window);
    await page.goto('/dashboard/setting?code=wrong&state=one');
    const failed = 'Google authentication faild. Try later or contact support.';
    await expect(page.getByRole('alert')).toHaveText(failed);
    await expect.poll(() => new URL(page.url()).search, 'the code leaves the address bar').toBe('');
    await expectAccessible(page);
    await page.goto('/dashboard/setting?error=access_denied');
    await expect(page.getByRole('alert')).toHaveText(failed);
    await page.goto('/dashboard/setting?code=right&state=two');
    const connected = page.getByText(settings('calendar.connected'), { exact: true });
    await expect(connected).toBeVisible();
    await expectAccessible(page);
    await button(page, settings('calendar.disconnect')).click();
    await expect(connected).toHaveCount(0);
    expect(asked).toEqual([
      'googletoken {"code":"wrong","state":"one"}',
      'googletoken {"code":"right","state":"two"}',
      'googlelogout',
    ]);
  },
);

test('the thank-you page is set and removed; online payment is announced', async ({ openWindow }) => {
  const window = await openWindow(browser);
  const { asked } = await pretendPlan(window);
  const page = await logIn(window);
  await page.goto('/dashboard/setting');
  const address = field(page, settings('thankYou.field'));
  const form = page.locator('form', { has: address });
  const connect = form.getByRole('button', { name: settings('thankYou.connect') });
  await expect(connect).toBeDisabled();
  await address.fill('javascript:alert(1)');
  await connect.click();
  await expect(page.getByText(settings('thankYou.invalid'))).toBeVisible();
  await expectAccessible(page);
  await address.fill('www.example.com/thanks/');
  await connect.click();
  await expect(page.getByRole('link', { name: 'www.example.com/thanks/' })).toHaveAttribute(
    'href',
    'http://www.example.com/thanks',
  );
  await button(page, settings('thankYou.disconnect')).click();
  await expect(connect).toBeDisabled();
  expect(asked).toEqual([
    'options {"thankYouPageUrl":"www.example.com/thanks/"}',
    'options {"thankYouPageUrl":null}',
  ]);
  await expect(page.getByRole('switch', { name: settings('payment.title') })).toBeDisabled();
  await expect(page.getByText(settings('payment.comingSoon'), { exact: true })).toBeVisible();
});
