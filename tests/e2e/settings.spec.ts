import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';

const auth = textsOf('en', 'auth');
const common = textsOf('en', 'common');
const settings = textsOf('en', 'settings');
const username = 'carlo_riva';
const password = 'lungomare24';
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome', refusals: true };
const limitSwitch = settings('options.patientBookingLimit.label');

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

const openSettings = async (window: BrowserContext, who = username): Promise<Page> => {
  const page = await window.newPage();
  await page.goto('/login');
  await field(page, common('fields.email')).fill(`${who}@example.com`);
  await field(page, common('fields.password')).fill(password);
  await button(page, auth('login.submit')).click();
  await page.waitForURL('**/dashboard/calendar');
  await page.goto('/dashboard/setting');
  await page.getByRole('heading', { level: 1, name: settings('title') }).waitFor();
  return page;
};

/** Performs an action and waits until the options are saved. */
const saved = (page: Page, work: Promise<void>) =>
  Promise.all([page.waitForResponse((response) => response.url().includes('/api/options/')), work]);

test.beforeAll(async ({ stack }) => {
  await openPractice(stack, username);
  await openPractice(stack, 'elena_bruno');
});

test('the booking slug is normalised, changed, and refused under its field', async ({ openWindow }) => {
  const page = await openSettings(await openWindow(browser));
  await expectAccessible(page);
  const slug = field(page, settings('slug.field'));
  const change = button(page, settings('slug.submit'));
  await expect(change).toBeDisabled();
  await slug.fill('');
  await expect(change).toBeDisabled();
  await slug.fill('Elena Bruno!');
  await expect(slug).toHaveValue('elenabruno');
  await slug.fill('elena_bruno');
  await change.click();
  await expect(page.getByText(settings('slug.errorMessage'))).toBeVisible();
  await expect(slug).toHaveAccessibleDescription(new RegExp(settings('slug.errorMessage')));
  await expectAccessible(page);
  await slug.fill('studio_riva');
  await expect(page.getByText(settings('slug.errorMessage'))).toHaveCount(0);
  await saved(page, change.click());
  await expect(page.getByRole('link', { name: /\/booking\/studio_riva$/ })).toBeVisible();
  await expect(change).toBeDisabled();
});

test('an existing calendar feed can be revoked', async ({ openWindow }) => {
  const page = await openSettings(await openWindow(browser));
  const withdraw = button(page, settings('feed.remove'));
  await expect(button(page, settings('feed.create'))).toBeEnabled();
  await page.waitForLoadState('networkidle');
  await expect(withdraw).toHaveCount(0);
  await button(page, settings('feed.create')).click();
  await expect(field(page, settings('feed.address'))).toHaveValue(/\.ics$/);
  await page.reload();
  await expect(button(page, settings('feed.renew'))).toBeEnabled();
  await withdraw.click();
  await expect(page.getByText(settings('feed.removed'))).toBeVisible();
  await expect(withdraw).toHaveCount(0);
  await expect(button(page, settings('feed.create'))).toBeFocused();
});

test('the limit stays within 20 and 60, in steps of one', { tag: '@release' }, async ({ openWindow }) => {
  const page = await openSettings(await openWindow(browser));
  const days = field(page, settings('numbers.calendarAvailabilityLimit.field'));
  await expect(days).toHaveValue('30');
  await saved(page, button(page, settings('numbers.calendarAvailabilityLimit.more')).click());
  await page.reload();
  await expect(days).toHaveValue('31');
  await days.fill('75');
  await saved(page, days.blur());
  await expect(days).toHaveValue('60');
  await expect(button(page, settings('numbers.calendarAvailabilityLimit.more'))).toBeDisabled();
  await days.fill('2');
  await saved(page, days.blur());
  await expect(days).toHaveValue('20');
  await expect(button(page, settings('numbers.calendarAvailabilityLimit.less'))).toBeDisabled();
});

test(
  'the lead time of changes is typed or stepped, from 0 to 168 hours',
  { tag: '@release' },
  async ({ openWindow }) => {
    const page = await openSettings(await openWindow(browser));
    const hours = field(page, settings('numbers.manageNoticeHours.field'));
    await expect(hours).toHaveValue('24');
    await saved(page, button(page, settings('numbers.manageNoticeHours.more')).click());
    await hours.fill('170');
    await saved(page, hours.blur());
    await page.reload();
    await expect(hours).toHaveValue('168');
    await saved(page, hours.fill('0'));
    await expect(button(page, settings('numbers.manageNoticeHours.less'))).toBeDisabled();
  },
);

test('options change at once, persist, and revert if saving fails', async ({ openWindow }) => {
  const page = await openSettings(await openWindow(browser));
  const option = page.getByRole('switch', { name: limitSwitch });
  await saved(page, option.check());
  await page.reload();
  await expect(option).toBeChecked();
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/options/*', async (route) => {
    await asked;
    await route.fulfill({ status: 409, json: { code: 'conflict', error: 'refused by the test' } });
  });
  await option.click();
  await expect(option).not.toBeChecked();
  answer();
  await expect(option).toBeChecked();
});

test('spoken languages are chosen, and the booking page names them in its own language', async ({
  openWindow,
}) => {
  const slug = 'elena_bruno';
  const page = await openSettings(await openWindow(browser), slug);
  const spoken = page.getByRole('combobox', { name: settings('spoken.field') });
  for (const name of ['Italian', 'German']) {
    await spoken.click();
    await spoken.fill(name);
    await saved(page, page.getByRole('option', { name, exact: true }).click());
  }
  await spoken.fill('Klingon');
  await expect(page.getByText(settings('spoken.none'))).toBeVisible();
  await expectAccessible(page);
  await spoken.fill('');
  await expectAccessible(page);
  const read = { en: 'Italian and German', it: 'italiano e tedesco', es: 'italiano y alemán' };
  const buttons = { en: 'EN – English', it: 'IT – Italiano', es: 'ES – Español' };
  const visitor = await (await openWindow(browser)).newPage();
  await visitor.goto(`/booking/${slug}`);
  for (const language of ['en', 'it', 'es'] as const) {
    await button(visitor, buttons[language]).click();
    const text = textsOf(language, 'booking')('spoken', { languages: read[language] });
    await expect(visitor.getByText(text, { exact: true })).toBeVisible();
  }
  await page.reload();
  await saved(page, spoken.press('Backspace'));
  const left = visitor.getByText(textsOf('es', 'booking')('spoken', { languages: 'italiano' }), {
    exact: true,
  });
  await expect(async () => {
    await visitor.reload();
    await expect(left).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test('languages change at once; app installation is offered if the browser supports it', async ({
  openWindow,
}) => {
  const page = await openSettings(await openWindow(browser));
  await expect(button(page, settings('general.install'))).toHaveCount(0);
  await page.evaluate(
    "dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => { window.prompted = true; } }))",
  );
  await button(page, settings('general.install')).click();
  expect(await page.evaluate('window.prompted')).toBe(true);
  await expect(button(page, settings('general.install'))).toHaveCount(0);
  const choose = async (label: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('listbox', { name: label }).getByRole('option', { name: 'Español' }).click();
  };
  await saved(page, choose(settings('general.communicationLanguage')));
  await choose(settings('general.platformLanguage'));
  const es = textsOf('es', 'settings');
  await expect(page.getByRole('heading', { level: 1, name: es('title') })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('combobox', { name: es('general.communicationLanguage') })).toHaveValue(
    'Español',
  );
  await expectAccessible(page);
});

test('without the plan, the advanced options show an upgrade', async ({ openWindow }) => {
  const page = await openSettings(await openWindow({ ...browser, phone: true, colorScheme: 'dark' }));
  await expect(page.getByRole('heading', { name: settings('upgrade.title') })).toBeVisible();
  await expect(page.getByText(settings('calendar.title'), { exact: true })).toHaveCount(0);
  await expectAccessible(page);
});
