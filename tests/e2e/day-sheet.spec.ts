import type { Page } from '@playwright/test';
import { countPresses, presses } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openBooked, showTeam } from './team.ts';
import { textsOf } from './texts.ts';
import { inDays, inRome, tomorrow } from './week.ts';

const today = textsOf('en', 'today');
const calendar = textsOf('en', 'calendar');
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome' };
const nine = 9 * 60;

/** Twelve professionals with three visits each today, and one each tomorrow. */
const visits = () =>
  Array.from({ length: 48 }, (_, index) => ({
    pro: index % 12,
    day: index < 36 ? inDays(0) : tomorrow(),
    start: nine + 40 * Math.floor(index / 12),
    patient_name: index === 4 ? 'Zoe Zanetti' : `Patient ${index}`,
    patient_notes: 'allergic to latex',
  }));

let token: string;
test.beforeAll(async ({ stack }) => {
  token = await openBooked(stack, 'diana_day');
});

const openSheet = async (page: Page, search = '') => {
  await showTeam(page, token, { visits });
  await page.goto(`/dashboard/today${search}`);
  await page.getByRole('list').locator('[class*="visit"]').first().waitFor();
};

const rows = (page: Page) => page.locator('ol > li[data-attendance]');

test('the sheet shows any day, and returns to today', async ({ openWindow }) => {
  const page = await (await openWindow(browser)).newPage();
  await openSheet(page);
  await expect(rows(page)).toHaveCount(36);
  await page.getByRole('button', { name: today('day.after') }).click();
  await expect(page).toHaveURL(new RegExp(`date=${tomorrow()}`));
  await expect(rows(page)).toHaveCount(12);
  await page.reload();
  await expect(rows(page), 'the day is in the address').toHaveCount(12);
  await page.keyboard.press('j');
  await expect(page.getByText(today('emptyDay.title'))).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(rows(page)).toHaveCount(12);
  await page.getByRole('button', { name: today('title'), exact: true }).click();
  await expect(rows(page)).toHaveCount(36);
});

test('the search finds patients; a colleague’s visit opens beside the sheet', async ({ openWindow }) => {
  const page = await (await openWindow(browser)).newPage();
  await openSheet(page);
  await page.getByRole('searchbox', { name: today('search') }).fill('zan');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Zoe Zanetti', exact: true }).click();
  const details = page.getByRole('dialog', { name: calendar('details.title') });
  await expect(details).toContainText('Sara Moretti');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Zoe Zanetti', exact: true })).toBeFocused();
  await page.getByRole('searchbox', { name: today('search') }).fill('nobody of this name');
  await expect(page.getByText(today('notFound'))).toBeVisible();
});

test('on a phone a press anywhere in a row opens its visit, the keyboard too; its other controls act', async ({
  openWindow,
}) => {
  const page = await (await openWindow({ ...browser, viewport: { width: 390, height: 844 } })).newPage();
  await page.clock.setFixedTime(inRome(inDays(0), '10:45'));
  await openSheet(page, '?q=zan');
  const row = rows(page);
  const details = page.getByRole('dialog', { name: calendar('details.title') });
  const box = (await row.boundingBox())!;
  expect(box.height).toBeGreaterThanOrEqual(24);
  for (const position of [
    { x: 4, y: 4 },
    { x: box.width - 6, y: 4 },
    { x: box.width / 2, y: 44 },
  ]) {
    await row.click({ position });
    await expect(details).toContainText('Zoe Zanetti');
    await page.keyboard.press('Escape');
    await expect(details).toHaveCount(0);
  }
  await row
    .getByRole('button', { name: /Zoe Zanetti/ })
    .first()
    .press('Enter');
  await expect(details).toContainText('Zoe Zanetti');
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
  await row.getByRole('link', { name: today('call', { patient: 'Zoe Zanetti' }) }).click({ trial: true });
  for (const button of await row.getByRole('button').all()) await button.click({ trial: true });
});

test('rows are 36 pixels high, and stand by professional if wished', async ({ openWindow }) => {
  const page = await (await openWindow(browser)).newPage();
  // All steps can be recorded, so that the rows have all buttons.
  await page.clock.setFixedTime(inRome(inDays(0), '10:45'));
  await openSheet(page);
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    const heights = await rows(page).evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect().height),
    );
    expect(Math.max(...heights), `${width}`).toBeLessThanOrEqual(38);
    expect(Math.min(...heights), `${width}`).toBeGreaterThanOrEqual(36);
  }
  await page.getByRole('button', { name: today('byProfessional') }).click();
  await expect(page.locator('ol')).toHaveCount(12);
  await expect(page.getByRole('heading', { name: 'Anna Barbieri' })).toBeVisible();
  await expectAccessible(page);
  const links = page.getByRole('link', { name: textsOf('en', 'inactivity')('visits.workThrough') });
  await expect(links).toHaveCount(12);
  await expect(page.getByRole('link', { name: / · Anna Barbieri$/ })).toHaveAttribute(
    'href',
    `/dashboard/inactivity/visits?hub=hub-9&day=${inDays(0)}`,
  );
});

/** Keeps the page in print state, between the browser's two print events. */
const holdPrint = (page: Page) =>
  page.evaluate("window.print = () => void dispatchEvent(new Event('beforeprint'))");

test('tomorrow’s sheet is printed with one press, with the clinic’s name and without notes', async ({
  openWindow,
}) => {
  const page = await (await openWindow(browser)).newPage();
  await openSheet(page);
  await holdPrint(page);
  await countPresses(page);
  await page.getByRole('button', { name: today('printTomorrow') }).click();
  expect(await presses(page)).toBe(1);
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('.printed');
  await expect(sheet.getByRole('heading')).toHaveText('Studio Aurora');
  await expect(sheet.locator('tbody tr')).toHaveCount(12);
  await expect(sheet).not.toContainText('latex');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expectAccessible(page);
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  await page.emulateMedia({ media: 'screen' });
  await expect(rows(page), 'today is still shown').toHaveCount(36);

  await page.getByRole('button', { name: today('byProfessional') }).click();
  await page.getByRole('button', { name: today('print'), exact: true }).click();
  await page.emulateMedia({ media: 'print' });
  const pages = page.locator('.printed-page');
  await expect(pages).toHaveCount(12);
  await expect(pages.nth(1)).toHaveCSS('break-before', 'page');
  await expect(pages.first().getByRole('heading')).toHaveText('Anna Barbieri · Studio Aurora');
});
