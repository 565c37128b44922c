import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openPractice, password } from './practice.ts';
import { textsOf } from './texts.ts';

const slug = 'elena_budget';
const timezoneId = 'Europe/Rome';
/** Maximum bytes after gzip. */
const budgets = {
  script: 80_000,
  scripts: 6,
  stylesheet: 5_000,
  entrance: 90_000,
  calendar: 250_000,
  /** On a slow connection each request costs more than its bytes. */
  calendarScripts: 10,
  overview: 40_000,
  desk: 90_000,
  /** API responses of the first calendar, as transferred. */
  answers: 120_000,
};

/** Sums the gzipped size of what a page loads from here on. */
const weigh = (page: Page) => {
  const sizes = { script: 0, scripts: 0, stylesheet: 0 };
  const reading: Promise<void>[] = [];
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    if (kind === 'script') sizes.scripts += 1;
    if (kind === 'script' || kind === 'stylesheet')
      reading.push(
        response.body().then((body) => {
          sizes[kind] += gzipSync(body).length;
        }),
      );
  });
  return async () => {
    await Promise.all(reading);
    test.info().annotations.push({ type: 'gzip', description: JSON.stringify(sizes) });
    expect(sizes.script, 'it was measured at all').toBeGreaterThan(10_000);
    return sizes;
  };
};

test('the booking page and the calendar stay within their budgets', async ({ stack, openWindow }) => {
  const { email } = await openPractice(stack, slug);
  const patients = await openWindow({ locale: 'it-IT', timezoneId, phone: true });
  const page = await patients.newPage();
  const bookingSizes = weigh(page);
  await page.goto(`/booking/${slug}`);
  await page.getByRole('combobox').waitFor();
  const { script, scripts, stylesheet } = await bookingSizes();
  expect(script).toBeLessThanOrEqual(budgets.script);
  expect(scripts).toBeLessThanOrEqual(budgets.scripts);
  expect(stylesheet).toBeLessThanOrEqual(budgets.stylesheet);

  const auth = textsOf('it', 'auth');
  const common = textsOf('it', 'common');
  const pros = await openWindow({ locale: 'it-IT', timezoneId });
  const first = await pros.newPage();
  const entranceSizes = weigh(first);
  const prefetched = first.waitForResponse(/\/assets\/calendar\.screen-.+\.js$/);
  await first.goto('/login');
  await first.getByRole('heading', { level: 1 }).waitFor();
  const entrance = await entranceSizes();
  expect(entrance.script).toBeLessThanOrEqual(budgets.entrance);
  expect(entrance.stylesheet).toBeLessThanOrEqual(budgets.stylesheet);
  await prefetched;
  await first.getByLabel(common('fields.email'), { exact: true }).fill(email);
  await first.getByLabel(common('fields.password'), { exact: true }).fill(password);
  await first.getByRole('button', { name: auth('login.submit'), exact: true }).click();
  await first.waitForURL('**/dashboard/calendar');
  // A new page loads only the calendar, without the login.
  const calendar = await pros.newPage();
  const calendarSizes = weigh(calendar);
  await calendar.goto('/dashboard/calendar', { waitUntil: 'networkidle' });
  await calendar.locator('.calendar-grid[data-shown="true"]').waitFor();
  const whole = await calendarSizes();
  expect(whole.script).toBeLessThanOrEqual(budgets.calendar);
  expect(whole.scripts).toBeLessThanOrEqual(budgets.calendarScripts);
  // Charts are loaded only by pages that show them.
  const chartSizes = weigh(calendar);
  await calendar.getByRole('link', { name: common('nav.overview'), exact: true }).click();
  await calendar.getByRole('heading', { level: 1, name: textsOf('it', 'overview')('title') }).waitFor();
  expect((await chartSizes()).script).toBeLessThanOrEqual(budgets.overview);
});

/** Sums the API responses to a page from here on, as transferred. */
const weighAnswers = (page: Page) => {
  const reading: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/'))
      reading.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return async () => (await Promise.all(reading)).reduce((sum, size) => sum + size, 0);
};

test('the first calendar of a busy practice loads few bytes', async ({ demo, openWindow }) => {
  const page = await (await openWindow({ locale: 'it-IT', timezoneId })).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${demo.tokens.pro}')`);
  const answers = weighAnswers(page);
  await page.goto('/dashboard/calendar', { waitUntil: 'networkidle' });
  await page.locator('.calendar-grid[data-shown="true"] .entry').first().waitFor();
  const bytes = await answers();
  test.info().annotations.push({ type: 'answers', description: String(bytes) });
  expect(bytes, 'it was measured at all').toBeGreaterThan(5_000);
  expect(bytes).toBeLessThanOrEqual(budgets.answers);
});

test('the operators’ desk stays small', async ({ openWindow }) => {
  const page = await (await openWindow({ locale: 'en-GB', timezoneId })).newPage();
  const sizes = weigh(page);
  await page.goto('/operator');
  await page.getByLabel('Token').waitFor();
  expect((await sizes()).script).toBeLessThanOrEqual(budgets.desk);
});
