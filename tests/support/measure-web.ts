import type { BrowserContext, Page } from 'playwright-core';
import { fetchWhole } from './fetch-whole.ts';
import { fill, fillColumns, staffed } from './full-calendar.ts';
import { observe, slowDown, slowness, slowProcessor, vitalsOf, type Vitals } from './vitals.ts';

/** Metrics with the machine's slowness, so that those of a busy machine can be told apart. */
export type Measured = Vitals & { readonly slowness: number };

export const manyBookings = 2_000;

/** Opens a booking page on a slow phone with an empty cache, and chooses a service. */
export const openOnSlowPhone = async (context: BrowserContext, path: string): Promise<Measured> => {
  const page = await context.newPage();
  const before = await slowness(page);
  await observe(page);
  await slowDown(page);
  await page.goto(path, { waitUntil: 'networkidle' });
  const services = page.getByRole('combobox');
  await services.waitFor();
  const { lcp } = await vitalsOf(page);
  // A real key press, so that the browser measures the interaction.
  await services.press('ArrowDown');
  await page.getByRole('gridcell').getByRole('button', { disabled: false }).first().waitFor();
  const vitals = { ...(await vitalsOf(page)), lcp };
  // The loop is throttled by four, like the page.
  const after = (await slowness(page)) / 4;
  await page.close();
  return { ...vitals, slowness: Math.max(before, after) };
};

/** Opens the login on a slow phone with an empty cache. */
export const openLoginOnSlowPhone = async (context: BrowserContext): Promise<Measured> => {
  const page = await context.newPage();
  const before = await slowness(page);
  await observe(page);
  await slowDown(page);
  await page.goto('/login', { waitUntil: 'networkidle' });
  const vitals = await vitalsOf(page);
  await page.close();
  return { ...vitals, slowness: before };
};

const entry = '.calendar-grid[data-shown="true"] .entry';

/** Records in the page when the first entry was painted, in milliseconds since navigation. */
const watchEntries = `
  const look = () => document.querySelector('${entry}')
    ? requestAnimationFrame(() => { document.documentElement.dataset.entriesAt = performance.now(); })
    : requestAnimationFrame(look);
  look();`;

/** Opens a calendar on a slow phone with an empty cache; returns the time until its entries are painted. */
export const openCalendarOnSlowPhone = async (context: BrowserContext, token: string, day: string) => {
  const page = await context.newPage();
  const before = await slowness(page);
  await page.addInitScript(`localStorage.setItem('visita.session', '${token}');${watchEntries}`);
  await slowDown(page);
  await page.goto(`/dashboard/calendar?date=${day}`);
  const painted = page.locator('html[data-entries-at]');
  await painted.waitFor({ state: 'attached', timeout: 60_000 });
  const shown = Number(await painted.getAttribute('data-entries-at'));
  await page.close();
  return { shown, slowness: before };
};

/** Opens a calendar with one booking, filled with copies of it. */
export const openFullCalendar = async (context: BrowserContext, token: string): Promise<Page> => {
  const page = await context.newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${token}')`);
  await page.route('**/api/pro_calendar/**', async (route) => {
    const range = Object.fromEntries(new URL(route.request().url()).searchParams);
    const response = await fetchWhole(route);
    const answer = (await response.json()) as { data: Parameters<typeof fill>[0] };
    const data = fill(answer.data, manyBookings, range as { from: string; to: string });
    await route.fulfill({ response, json: { ...answer, data } });
  });
  await observe(page);
  await page.goto('/dashboard/calendar', { waitUntil: 'networkidle' });
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  await page.locator('.entry').nth(100).waitFor({ state: 'attached' });
  return page;
};

/** A busy day of a large clinic. */
export const busyDay = { professionals: 12, visits: 30 };

/** Opens the day of a clinic with twelve professionals and thirty visits each. */
export const openBusyDay = async (context: BrowserContext, token: string): Promise<Page> => {
  const page = await context.newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${token}')`);
  await page.route('**/api/pros/*/clinics', async (route) => {
    const response = await fetchWhole(route);
    const answer = (await response.json()) as { data: Parameters<typeof staffed>[0][] };
    const data = answer.data.map((clinic) => staffed(clinic, busyDay.professionals));
    await route.fulfill({ response, json: { ...answer, data } });
  });
  await page.route('**/api/pro_calendar/**', async (route) => {
    const range = Object.fromEntries(new URL(route.request().url()).searchParams);
    const response = await fetchWhole(route);
    const answer = (await response.json()) as { data: Parameters<typeof fill>[0] };
    const data = fillColumns(answer.data, busyDay, range as { from: string; to: string });
    await route.fulfill({ response, json: { ...answer, data } });
  });
  await observe(page);
  await page.goto('/dashboard/calendar?view=day', { waitUntil: 'networkidle' });
  await page
    .locator('.entry')
    .nth(busyDay.professionals * busyDay.visits - 1)
    .waitFor({ state: 'attached' });
  return page;
};

/** Number of page turns, and whether the CPU is throttled by four. */
type Turns = { times: number; slow?: boolean };

/** Turns to the next week some times, each after the previous one is rendered, within the loaded months. */
export const turnWeeks = async (
  page: Page,
  next: RegExp,
  { times, slow = false }: Turns,
): Promise<Measured> => {
  const before = await slowness(page);
  if (slow) await slowProcessor(page);
  const button = page.getByRole('button', { name: next });
  for (let turn = 0; turn < times; turn += 1) {
    await button.click();
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 2000 })))',
    );
  }
  const vitals = await vitalsOf(page);
  // The loop is throttled by four, like the page.
  const after = (await slowness(page)) / (slow ? 4 : 1);
  return { ...vitals, slowness: Math.max(before, after) };
};
