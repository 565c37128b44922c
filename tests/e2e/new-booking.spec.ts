import type { Page } from '@playwright/test';
import { logIn, writeDay } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { joinPractice, openPractice } from './practice.ts';
import { textsOf } from './texts.ts';
import { inDays, tomorrow } from './week.ts';

const appointment = textsOf('en', 'appointment');
const common = textsOf('en', 'common');
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome', viewport: { width: 1440, height: 900 } };

const panelOf = (page: Page) => page.getByRole('dialog', { name: appointment('title') });
const timeOf = (page: Page) => ({
  hours: page.getByLabel(common('fields.hoursOf', { label: appointment('time') }), { exact: true }),
  date: panelOf(page).getByLabel(appointment('date'), { exact: true }),
  professional: panelOf(page).getByRole('combobox', { name: appointment('professional') }),
});
const written = (day: string) => day.split('-').toReversed().join('/');

const openDay = async (page: Page, day = tomorrow()): Promise<void> => {
  await page.goto(`/dashboard/calendar?view=day&date=${day}`);
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
};

/** Presses an hour of a column, which must be in view. */
const pressHour = async (page: Page, hour: number, column = 0): Promise<void> => {
  const there = page.locator('.time-column').nth(column);
  await there.evaluate(
    (element, share) => element.closest('.time-scroller')?.scrollTo(0, element.clientHeight * share),
    (hour - 1) / 24,
  );
  const box = (await there.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + (box.height * hour) / 24 + 4);
};

test('a wide window shows the form beside the calendar, whose slots move its time', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'bea_beside');
  await joinPractice(stack, practice, 'ugo_beside', 'Ugo');
  const page = await (await openWindow(browser)).newPage();
  await logIn(page, practice.email, 'en');
  await openDay(page);
  const grid = page.locator('.calendar-grid');
  const before = (await grid.boundingBox())!.width;
  await pressHour(page, 10);
  const panel = panelOf(page);
  await expect(panel.getByRole('searchbox')).toBeFocused();
  const [beside, narrowed] = [(await panel.boundingBox())!, (await grid.boundingBox())!];
  expect(beside.width).toBeGreaterThanOrEqual(360);
  expect(beside.width).toBeLessThanOrEqual(420);
  expect(narrowed.width).toBeLessThan(before);
  expect(narrowed.x + narrowed.width).toBeLessThanOrEqual(beside.x);
  await expect(page.locator('.mantine-Drawer-overlay')).toHaveCount(0);
  const ghost = page.locator('.time-chosen');
  await expect(ghost).toHaveText('10:00–10:30');

  await page.keyboard.type('anna verdi');
  await page.keyboard.press('Enter');
  const name = panel.getByLabel(appointment('patient.name'), { exact: true });
  await expect(name).toHaveValue('Anna Verdi');
  await expect(ghost).toHaveText('10:00 Anna Verdi');
  await expectAccessible(page);
  await pressHour(page, 12, 1);
  const { hours, professional } = timeOf(page);
  await expect(hours).toHaveValue('12');
  await expect(professional).toHaveValue('Ugo De Santis');
  await expect(name).toHaveValue('Anna Verdi');
  await expect(page.locator('.time-column').nth(1).locator(ghost)).toHaveText('12:00 Anna Verdi');

  await panel.getByLabel(common('fields.phone'), { exact: true }).fill('333 765 4321');
  await panel.getByRole('combobox', { name: appointment('service') }).click();
  await page.getByRole('option', { name: /Controllo nei/ }).click();
  await panel.getByLabel(appointment('patient.noEmail'), { exact: true }).check();
  await pressHour(page, 15);
  await expect(hours).toHaveValue('15');
  await expect(panel.getByRole('combobox', { name: appointment('service') })).toHaveValue(/Controllo nei/);
  await expect(panel.getByRole('button', { name: appointment('save') })).toBeFocused();
  const [sent] = await Promise.all([
    page.waitForRequest('**/api/new_pro_booking'),
    page.keyboard.press('Enter'),
  ]);
  expect(sent.postDataJSON()).toMatchObject({
    booking: { hubServiceId: practice.hubServiceIds[1], date: `${tomorrow()}T15:00` },
    patient: { name: 'Anna Verdi', email: null, prefix: '+39', phone: '3337654321' },
  });
  await expect(panel).toHaveCount(0);
  await expect(ghost).toHaveCount(0);
  await expect.poll(async () => (await grid.boundingBox())!.width).toBe(before);
  const toast = page.getByRole('status').filter({ hasText: appointment('doneUnmailed') });
  await expect(toast).toContainText(/Anna Verdi, .* 15:00, Marco De Santis/);
  await expect(toast.getByRole('button', { name: common('actions.showDay') })).toHaveCount(0);
});

test('the message about a booking on a day out of sight leads there with one press', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'tea_leads');
  const page = await (await openWindow(browser)).newPage();
  await logIn(page, practice.email, 'en');
  await openDay(page);
  await pressHour(page, 10);
  const panel = panelOf(page);
  await expect(panel.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('anna verdi');
  await page.keyboard.press('Enter');
  await panel.getByLabel(common('fields.phone'), { exact: true }).fill('333 765 4321');
  await panel.getByLabel(appointment('patient.noEmail'), { exact: true }).check();
  await panel.getByRole('combobox', { name: appointment('service') }).click();
  await page.getByRole('option', { name: /Prima visita/ }).click();
  await writeDay(page, appointment('date'), inDays(9));
  await panel.getByRole('button', { name: appointment('save') }).click();
  const toast = page.getByRole('status').filter({ hasText: appointment('doneUnmailed') });
  await expect(toast).toContainText(/Anna Verdi, .* 10:00/);
  await expect(page, 'the calendar stays').toHaveURL(new RegExp(`date=${tomorrow()}`));
  await expectAccessible(page);
  await toast.getByRole('button', { name: common('actions.showDay') }).click();
  await expect(page).toHaveURL(new RegExp(`date=${inDays(9)}`));
  await expect(page.locator('.entry', { hasText: 'Anna Verdi' })).toBeVisible();
  await expect(toast).toHaveCount(0);
});

test('below 1280 px the form covers the page, at most 650 px wide', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'lia_covers');
  const page = await (await openWindow({ ...browser, viewport: { width: 1270, height: 800 } })).newPage();
  await logIn(page, practice.email, 'en');
  await openDay(page);
  await pressHour(page, 10);
  await expect(page.locator('.mantine-Drawer-overlay')).toBeVisible();
  expect((await panelOf(page).boundingBox())!.width).toBe(650);
  await page.setViewportSize({ width: 1920, height: 1000 });
  await expect(page.locator('.mantine-Drawer-overlay')).toHaveCount(0);
  expect((await panelOf(page).boundingBox())!.width).toBe(650);
});

test('another form begins empty and offers what was left, Back closes it, and a reload keeps it', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'cleo_left');
  const page = await (await openWindow(browser)).newPage();
  await logIn(page, practice.email, 'en');
  await openDay(page, inDays(2));
  await openDay(page);
  await pressHour(page, 10);
  const panel = panelOf(page);
  const search = panel.getByRole('searchbox');
  const name = panel.getByLabel(appointment('patient.name'), { exact: true });
  const { hours, date } = timeOf(page);
  await search.fill('Anna Verdi');
  await panel.getByRole('button', { name: appointment('patient.addTyped', { typed: 'Anna Verdi' }) }).click();
  await expect(name).toHaveValue('Anna Verdi');
  await page.goBack();
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`date=${tomorrow()}`));

  await pressHour(page, 11);
  await expect(search).toHaveValue('');
  await expect(hours).toHaveValue('11');
  const offer = panel.getByRole('button', { name: /^Go on with Anna Verdi, .*10:00$/ });
  await expectAccessible(page);
  await search.fill('bruno neri');
  await page.reload();
  await expect(search).toHaveValue('bruno neri');
  await expect(hours).toHaveValue('11');
  await expect(date).toHaveValue(written(tomorrow()));
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  // The history entry of the form goes after the form.
  await expect.poll(() => page.evaluate(`history.state['visita.dialog']`)).toBeFalsy();
  await page.reload();
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  await expect(panel).toHaveCount(0);

  await pressHour(page, 12);
  await panel.getByRole('button', { name: /^Go on with bruno neri/ }).waitFor();
  await panel.getByRole('button', { name: appointment('dropDraft') }).click();
  await offer.click();
  await expect(name).toHaveValue('Anna Verdi');
  await expect(hours).toHaveValue('10');
  await expect(panel.getByText(common('draft.kept'))).toBeVisible();
});

for (const [typed, field, value] of [
  ['Rosa@Example.com', 'email', 'rosa@example.com'],
  ['+33 6 12 34 56 78', 'phone', '612345678'],
  ['rosa dell’orto', 'name', 'Rosa Dell’Orto'],
] as const)
  test(`what was typed in the search becomes the new patient’s ${field}`, async ({ stack, openWindow }) => {
    const practice = await openPractice(stack, `typed_${field}`);
    const page = await (await openWindow(browser)).newPage();
    await logIn(page, practice.email, 'en');
    await openDay(page);
    await page.keyboard.press('n');
    const panel = panelOf(page);
    await panel.getByRole('searchbox').fill(typed);
    await page.keyboard.press('Enter');
    const labels = { name: appointment('patient.name'), phone: common('fields.phone') };
    if (field === 'email') await expect(panel.getByText(value, { exact: true })).toBeVisible();
    else await expect(panel.getByLabel(labels[field], { exact: true })).toHaveValue(value);
    // The first empty field has the focus.
    const next = field === 'name' ? labels.phone : labels.name;
    await expect(panel.getByLabel(next, { exact: true })).toBeFocused();
  });
