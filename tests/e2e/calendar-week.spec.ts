import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openBooked, showTeam, type TeamVisit } from './team.ts';
import { textsOf } from './texts.ts';
import { inDays, inRome, tomorrow } from './week.ts';

const calendar = textsOf('it', 'calendar');
const browser = { locale: 'it-IT', timezoneId: 'Europe/Rome' };
const nine = 9 * 60;

const shown = (page: Page) => page.locator('.calendar-grid[data-shown="true"]').waitFor();

/** Returns a day on which all twelve professionals have visits at the same times. */
const busyDay = (day: string): TeamVisit[] =>
  Array.from({ length: 12 * 14 }, (_, index) => ({
    pro: index % 12,
    day,
    start: nine + 30 * Math.floor(index / 12),
  }));

let token: string;
test.beforeAll(async ({ stack }) => {
  token = await openBooked(stack, 'wilma_week');
});

test('each day of a week is as wide as the others, although one is crowded', async ({ openWindow }) => {
  const page = await (await openWindow(browser)).newPage();
  await showTeam(page, token, { visits: () => busyDay(tomorrow()) });
  await page.goto(`/dashboard/calendar?view=week&date=${tomorrow()}`);
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await shown(page);
    await expect(page.locator('.entry')).toHaveCount(12 * 14);
    for (const part of ['.time-column', '.time-head-day']) {
      const widths = await page
        .locator(part)
        .evaluateAll((days) => days.map((day) => day.getBoundingClientRect().width));
      expect(widths).toHaveLength(7);
      expect(Math.max(...widths) - Math.min(...widths), `${part} at ${width}`).toBeLessThanOrEqual(1);
    }
  }
});

const hourHeight = (page: Page) =>
  page.locator('.time-body').evaluate((body) => body.getBoundingClientRect().height / 24);

test('the height of an hour follows the services, then the reader’s choice, and never the entries', async ({
  openWindow,
}) => {
  const page = await (await openWindow(browser)).newPage();
  let visits: TeamVisit[] = [];
  const quarterHour = { visits: () => visits };
  await showTeam(page, token, {
    ...quarterHour,
    clinic: (clinic) => ({
      ...clinic,
      hubs: clinic.hubs.map((hub) => ({
        ...hub,
        services: hub.services.map((service) => ({ ...service, duration: 15 })),
      })),
    }),
  });
  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow()}`);
  await shown(page);
  expect(await hourHeight(page)).toBe(108);
  for (const day of [2, 5, 9, 12, 17]) {
    visits = Array.from({ length: day }, (_, index) => ({
      pro: index % 12,
      day: inDays(day),
      start: nine + 20 * index,
      minutes: 5 + 5 * (index % 4),
      patient_name: 'Ada Bianchi',
    }));
    await page.goto(`/dashboard/calendar?view=day&date=${inDays(day)}`);
    await shown(page);
    await expect(page.locator('.entry')).toHaveCount(day);
    expect(await hourHeight(page), `in ${day} days`).toBe(108);
  }
  await page.getByRole('button', { name: calendar('heights.title') }).click();
  await page.getByRole('radio', { name: calendar('heights.108') }).focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => hourHeight(page)).toBe(74);
  await page.reload();
  await shown(page);
  expect(await hourHeight(page), 'kept after a reload').toBe(74);
  const low = page.locator('.entry[data-name]').first();
  const [bar, name] = [await low.boundingBox(), await low.locator('strong').boundingBox()];
  expect(bar?.height, 'true to its five minutes').toBeLessThan(8);
  expect(name?.width, 'its name beside it').toBeGreaterThan(40);
  await expect(low).toHaveAccessibleName(/Ada Bianchi/);
});

test('the calendar opens at the first visit if hours are of the whole day, and at the current time today', async ({
  openWindow,
}) => {
  const page = await (await openWindow(browser)).newPage();
  await showTeam(page, token, {
    professionals: 1,
    visits: () => [{ pro: 0, day: tomorrow(), start: 15 * 60 }],
    clinic: (clinic) => ({
      ...clinic,
      hubs: clinic.hubs.map((hub) => ({
        ...hub,
        availabilities: hub.availabilities.map((row) => ({
          ...row,
          starting_hour: '00:00',
          ending_hour: '24:00',
        })),
      })),
    }),
  });
  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow()}`);
  await shown(page);
  const grid = page.locator('.time-scroller');
  const entry = page.locator('.entry');
  await expect(entry).toBeInViewport();
  const [around, visit] = [await grid.boundingBox(), await entry.boundingBox()];
  expect((visit?.y ?? 0) - (around?.y ?? 0)).toBeLessThan(120);
  await page.goto(`/dashboard/calendar?view=day&date=${inDays(3)}`);
  await shown(page);
  expect(await grid.evaluate((element) => element.scrollTop), 'eight o’clock').toBeGreaterThan(400);
  await page.goto('/dashboard/calendar?view=day');
  await shown(page);
  await expect(page.locator('.time-now')).toBeInViewport();
});

test('a visit shorter than the shortest service has a target of 24 pixels in free space', async ({
  openWindow,
}) => {
  const page = await (await openWindow(browser)).newPage();
  await showTeam(page, token, {
    professionals: 1,
    visits: () => [{ pro: 0, day: tomorrow(), start: nine, minutes: 5 }],
  });
  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow()}`);
  const box = await page.locator('.entry').boundingBox();
  if (!box) throw new Error('the visit is out of sight');
  expect(box.height).toBeLessThan(24);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2 + 11);
  await expect(page.getByRole('dialog', { name: calendar('details.title') })).toBeVisible();
});

test('the line of the current time runs behind the texts of a day', async ({ openWindow }) => {
  const page = await (await openWindow(browser)).newPage();
  await page.clock.setFixedTime(inRome(tomorrow(), '12:15'));
  await showTeam(page, token, {
    professionals: 1,
    visits: () => [{ pro: 0, day: tomorrow(), start: 12 * 60, minutes: 60 }],
  });
  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow()}`);
  const line = page.locator('.entry .entry-now');
  await expect(line).toBeVisible();
  const layers = await page.evaluate(`(() => {
    const lines = document.querySelectorAll('.entry-now, .time-now');
    for (const one of lines) one.style.pointerEvents = 'auto';
    const { left, top } = document.querySelector('.entry-now').getBoundingClientRect();
    return document.elementsFromPoint(left + 20, top + 1).map(({ classList }) => classList[0]);
  })()`);
  const named = ['entry-content', 'entry-now', 'entry', 'time-now'];
  const seen = (layers as string[]).filter((name) => named.includes(name));
  expect(seen, 'from front to back').toEqual(named);
});
