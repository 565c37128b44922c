import type { Page } from '@playwright/test';
import type { CallAs } from '../support/http.ts';
import type { Stack } from '../support/stack.ts';
import { logIn } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { joinPractice, openPractice } from './practice.ts';
import { startOf, textsOf } from './texts.ts';
import { inDays } from './week.ts';

const overview = textsOf('en', 'overview');
const common = textsOf('en', 'common');
const window = { locale: 'en-GB', timezoneId: 'Europe/Rome', refusals: true };

/** Books any time, also in the past and out of hours, so that the tests work on every weekday. */
const book = async (call: CallAs, hubServiceId: string, date: string, patient: string): Promise<string> => {
  const contact = { name: patient, email: `${patient}@example.com`, prefix: '+39', phone: '3330001111' };
  const booking = { hubServiceId, date, proNotes: '' };
  const { data } = await call('placeBooking', { body: { booking, patient: contact } });
  return data.id;
};

/**
 * Creates two bookings this week by one patient, one last week by another, and a colleague's booking this
 * week.
 */
const openBooked = async (stack: Stack, name: string) => {
  const practice = await openPractice(stack, `${name}_overview`);
  const guest = await joinPractice(stack, practice, `${name}_overview_guest`, 'Bruno');
  const [own, guests] = [practice.hubServiceIds[0], guest.hubServiceIds[0]];
  await book(practice.call, own, `${inDays(0)}T07:00`, `${name}.carla`);
  await book(practice.call, own, `${inDays(0)}T20:00`, `${name}.carla`);
  await book(practice.call, own, `${inDays(-7)}T07:00`, `${name}.dora`);
  await book(practice.call, guests, `${inDays(0)}T07:00`, `${name}.enzo`);
  return { practice, guest, own };
};

const open = async (page: Page, email: string, language: 'it' | 'en' = 'en'): Promise<void> => {
  await logIn(page, email, language);
  await page.goto('/dashboard/overview');
};

const figure = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByText(overview(`figures.${name}`), { exact: true }) })
    .first()
    .locator('dd')
    .first();
const section = (page: Page, title: string) => page.getByRole('region', { name: overview(title) });

test('an owner sees the practice’s figures as they change', async ({ stack, openWindow }) => {
  const { practice, own } = await openBooked(stack, 'nora');
  const page = await (await openWindow(window)).newPage();
  await logIn(page, practice.email, 'en');
  await page.getByRole('link', { name: common('nav.overview'), exact: true }).click();
  await page.getByText(common('live.live'), { exact: true }).waitFor();
  await expect(figure(page, 'bookings')).toHaveText('4');
  await expect(figure(page, 'newPatients')).toHaveText('3');
  await expect(figure(page, 'cancelled')).toHaveText('0');
  const bookings = section(page, 'bookings.title');
  await expect(bookings).toContainText('3 bookings this week, 2 more than last week.');
  await expect(bookings.getByRole('img')).toHaveAccessibleName(/Bookings per week.*3 bookings this week/);
  await expectAccessible(page);

  // The chart's data is also a table, opened by keyboard.
  await bookings.getByRole('button', { name: startOf(overview('chart.showAs.table')) }).focus();
  await page.keyboard.press('Enter');
  const rows = bookings.getByRole('row');
  await expect(rows.nth(1).getByRole('cell')).toHaveText('3');
  await expect(rows.nth(2).getByRole('cell')).toHaveText('1');
  await expect(rows).toHaveCount(13);
  await expectAccessible(page);

  const cancelled = await book(practice.call, own, `${inDays(0)}T21:00`, 'nora.fabio');
  await expect(bookings).toContainText('4 bookings this week, 3 more than last week.');
  await practice.call('deleteBooking', { params: { id: cancelled } });
  await expect(figure(page, 'cancelled')).toHaveText('1');
  await expect(bookings).toContainText('3 bookings this week');

  // The booking is out of hours, which is marked by a symbol and in words.
  const hours = section(page, 'occupancy.title').getByRole('table');
  await expect(hours.getByText(startOf(overview('occupancy.outside'))).first()).toBeAttached();
  await expect(hours.getByRole('columnheader')).toHaveCount(8);

  await page.getByRole('radio', { name: '12 weeks' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: '4 weeks', exact: true })).toBeChecked();
  await expect(rows).toHaveCount(5);
  await page
    .getByRole('combobox', { name: overview('filters.professional') })
    .selectOption('Bruno De Santis');
  await expect(figure(page, 'bookings')).toHaveText('1');
  await expect(bookings).toContainText('1 booking this week, 1 more than last week.');
});

test('a guest sees only their own figures', { tag: '@release' }, async ({ stack, openWindow }) => {
  const { guest } = await openBooked(stack, 'olga');
  const page = await (await openWindow(window)).newPage();
  await open(page, guest.email);
  await expect(figure(page, 'bookings')).toHaveText('1');
  await expect(page.getByRole('combobox', { name: overview('filters.professional') })).toHaveCount(0);
  await expect(page.getByText(overview('professionals.title'), { exact: true })).toHaveCount(0);
});

test('fits a small dark screen, in Italian', { tag: '@release' }, async ({ stack, openWindow }) => {
  const { practice } = await openBooked(stack, 'pia');
  const context = await openWindow({ ...window, locale: 'it-IT', colorScheme: 'dark', phone: true });
  const page = await context.newPage();
  await page.setViewportSize({ width: 320, height: 640 });
  await logIn(page, practice.email, 'it');
  await page.getByRole('button', { name: textsOf('it', 'common')('nav.more'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: textsOf('it', 'common')('nav.overview'), exact: true })
    .click();
  await expect(page.getByText('3 prenotazioni questa settimana, 2 in più della scorsa.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await expectAccessible(page);
});

test(
  'without data or after a failure, shows what to do',
  { tag: '@release' },
  async ({ stack, openWindow }) => {
    const { email } = await openPractice(stack, 'rita_overview');
    const page = await (await openWindow(window)).newPage();
    await page.route('**/api/pro_overview/**', (route) =>
      route.fulfill({ status: 409, json: { code: 'conflict', error: 'No' } }),
    );
    await open(page, email);
    await expect(page.getByRole('alert').filter({ hasText: overview('loadFailed') })).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/pro_overview/**');
    await page.getByRole('button', { name: common('actions.retry') }).click();
    await expect(page.getByRole('heading', { name: overview('empty.title') })).toBeVisible();
    await expectAccessible(page);
    await page
      .getByRole('main')
      .getByRole('button', { name: overview('empty.action') })
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
);
