import type { Page } from '@playwright/test';
import { logIn } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';
import { inDays } from './week.ts';

const common = textsOf('en', 'common');
const appointment = textsOf('en', 'appointment');
const patients = textsOf('en', 'patients');
const shortcuts = textsOf('en', 'shortcuts');
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome' };

const tomorrow = inDays(1);
const patient = { name: 'Nadia Greco', email: 'nadia@example.com', prefix: '+39', phone: '3337654321' };

let email: string;

test.beforeAll(async ({ stack }) => {
  const practice = await openPractice(stack, 'tina_keys');
  email = practice.email;
  const booking = { hubServiceId: practice.hubServiceIds[0], date: `${tomorrow}T10:00`, proNotes: '' };
  await practice.call('placeBooking', { body: { booking, patient } });
});

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const search = (page: Page) => page.getByRole('searchbox', { name: patients('search') });
/** Returns the visible days. */
const daysOn = (page: Page) =>
  page.evaluate(
    "[...new Set([...document.querySelectorAll('.calendar-grid [data-date]')].map((day) => day.dataset.date))].sort().join(' ')",
  ) as Promise<string>;

const close = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press('Escape');
  await expect(dialog(page, name)).toHaveCount(0);
};

test('single keys navigate the calendar, and open a booking and the patients', async ({ openWindow }) => {
  const page = await (await openWindow(browser)).newPage();
  await logIn(page, email, 'en');
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  const week = await daysOn(page);
  expect(week.split(' ')).toHaveLength(7);
  await page.keyboard.press('j');
  await expect.poll(() => daysOn(page)).not.toBe(week);
  const next = await daysOn(page);
  expect(next > week).toBe(true);
  await page.keyboard.press('k');
  await expect.poll(() => daysOn(page)).toBe(week);
  await page.keyboard.press('j');
  await page.keyboard.press('t');
  await expect.poll(() => daysOn(page)).toBe(week);
  await page.keyboard.press('d');
  await expect.poll(async () => (await daysOn(page)).split(' ').length).toBe(1);
  await page.keyboard.press('m');
  await expect.poll(async () => (await daysOn(page)).split(' ').length).toBeGreaterThan(27);
  await page.keyboard.press('w');
  await expect.poll(() => daysOn(page)).toBe(week);

  await page.keyboard.press('Control+j');
  await page.keyboard.press('Alt+n');
  await page.keyboard.press('n');
  await expect(dialog(page, appointment('title'))).toBeVisible();
  // In a dialog, shortcuts are disabled, inside and outside of fields.
  await page.keyboard.press('j');
  await page.getByLabel(appointment('proNotes')).fill('');
  await page.keyboard.type('jtd/?');
  await expect(page.getByLabel(appointment('proNotes'))).toHaveValue('jtd/?');
  await expect(dialog(page, shortcuts('title'))).toHaveCount(0);
  await close(page, appointment('title'));
  expect(await daysOn(page)).toBe(week);

  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: shortcuts('commands.title') }).fill('patients');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/patients');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('n?');
  await expect(search(page)).toHaveValue('n?');
  await search(page).blur();
  await page.keyboard.press('Shift+Slash');
  await expect(dialog(page, shortcuts('title')), 'which is the question mark of this keyboard').toBeVisible();
});

test(
  'shortcuts are listed, and can be turned off there and in the settings',
  { tag: '@release' },
  async ({ openWindow }) => {
    const page = await (await openWindow({ ...browser, colorScheme: 'dark' })).newPage();
    await logIn(page, email, 'en');
    await page.locator('.calendar-grid[data-shown="true"]').waitFor();
    await page.keyboard.press('?');
    const help = dialog(page, shortcuts('title'));
    await expect(help.getByText(shortcuts('keys.newBooking'), { exact: true })).toBeVisible();
    await expectAccessible(page);
    await help.getByRole('switch', { name: shortcuts('on') }).uncheck();
    await close(page, shortcuts('title'));
    await page.keyboard.press('n');
    await page.keyboard.press('?');
    await page.reload();
    await page.locator('.calendar-grid[data-shown="true"]').waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('/');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('link', { name: common('nav.setting'), exact: true }).click();
    const setting = page.getByRole('switch', { name: shortcuts('on') });
    await expect(setting).not.toBeChecked();
    await setting.check();
    await setting.blur();
    await page.keyboard.press('n');
    await expect(dialog(page, appointment('title'))).toBeVisible();
    await close(page, appointment('title'));
    await page.getByRole('button', { name: shortcuts('show') }).click();
    await expect(help).toBeVisible();
  },
);
