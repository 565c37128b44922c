import type { Page } from '@playwright/test';
import { atRest } from './at-rest.ts';
import { untilLive } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { joinPractice, openPractice } from './practice.ts';
import { startOf, textsOf } from './texts.ts';
import { tomorrow } from './week.ts';

const common = textsOf('it', 'common');
const calendar = textsOf('it', 'calendar');
const appointment = textsOf('it', 'appointment');

const browser = { locale: 'it-IT', timezoneId: 'Europe/Rome' };
const person = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  prefix: '+39',
  phone: '3337654321',
});

const shown = (page: Page) => page.locator('.calendar-grid[data-shown="true"]').waitFor();

/** Selects of the page whose text is cut off. */
const cut = `[...document.querySelectorAll('main select')].filter((select) => {
  const { font, paddingLeft, paddingRight } = getComputedStyle(select);
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = font;
  const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return pen.measureText(select.selectedOptions[0].text).width > room;
}).map((select) => select.selectedOptions[0].text)`;

test(
  'a month shows part of a full day, and stays when the window becomes narrow',
  { tag: '@release' },
  async ({ stack, openWindow }) => {
    const practice = await openPractice(stack, 'vanna_views');
    for (const [index, name] of ['Ada', 'Bea', 'Cleo', 'Dina', 'Elia'].entries()) {
      const date = `${tomorrow()}T1${index}:00`;
      const booking = { hubServiceId: practice.hubServiceIds[0], date, proNotes: '' };
      await practice.call('placeBooking', { body: { booking, patient: person(name) } });
    }
    const page = await (await openWindow(browser)).newPage();
    await page.setViewportSize({ width: 800, height: 600 });
    await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
    await page.goto('/dashboard/calendar');
    await shown(page);
    await page.keyboard.press('m');
    const names = page.locator('.entry strong');
    await expect(names).toHaveText(['Ada', 'Bea', 'Cleo']);
    await expect(names.first()).toBeInViewport();

    await page.setViewportSize({ width: 600, height: 800 });
    await shown(page);
    await expect(names).toHaveText(['Ada', 'Bea', 'Cleo']);
    // The calendar goes back twice, because the previous month may show tomorrow too.
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    await expect(names).toHaveCount(0);
    await page.setViewportSize({ width: 1000, height: 800 });
    await shown(page);
    await expect(names, 'the same month, still').toHaveCount(0);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(names).toHaveText(['Ada', 'Bea', 'Cleo']);
  },
);

test('selected values are readable on a phone', { tag: '@release' }, async ({ stack, openWindow }) => {
  const { token } = await openPractice(stack, 'vera_views');
  for (const locale of ['it-IT', 'en-GB', 'es-ES']) {
    const page = await (await openWindow({ ...browser, locale, phone: true })).newPage();
    await page.addInitScript(`localStorage.setItem('visita.session', '${token}')`);
    await page.goto('/dashboard/calendar');
    await shown(page);
    expect(await page.evaluate(cut), locale).toEqual([]);
    await page.close();
  }
});

/** Returns layout faults of the calendar's toolbar, after it has adapted to the window. */
const faultsOfTools = `(async () => {
  for (let frame = 0; frame < 6; frame += 1) await new Promise(requestAnimationFrame);
  const title = document.querySelector('main h2');
  const row = title.parentElement;
  const boxes = [...row.children].map((tool) => tool.getBoundingClientRect()).filter(({ width }) => width > 0);
  const middles = boxes.map(({ top, bottom }) => (top + bottom) / 2);
  return [
    Math.max(...middles) - Math.min(...middles) > 8 && 'two rows',
    Math.max(...boxes.map(({ right }) => right)) > row.getBoundingClientRect().right + 1 && 'too wide',
    title.scrollWidth > title.clientWidth && 'a cut title',
  ].filter(Boolean);
})()`;

test('the toolbar is one row, with the full name of the visible days', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'rita_row');
  await joinPractice(stack, practice, 'remo_row', 'Massimiliano');
  for (const locale of ['it-IT', 'en-GB', 'es-ES']) {
    const page = await (await openWindow({ ...browser, locale })).newPage();
    await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
    // The week at the turn of the year has the longest name.
    await page.goto('/dashboard/calendar?view=week&date=2026-12-28');
    await shown(page);
    for (const width of [1000, 1024, 1279, 1280, 1500, 1599, 1600]) {
      await page.setViewportSize({ width, height: 768 });
      const faults = await atRest(() => page.evaluate<string[]>(faultsOfTools));
      expect(faults, `${locale} ${width}`).toEqual([]);
    }
    await page.close();
  }
});

test('the collapsed toolbar shows the number of active filters', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'fosca_folded');
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('/dashboard/calendar');
  await shown(page);
  await page.getByRole('button', { name: calendar('filters.title'), exact: true }).click();
  // In the panel, an icon alone would be unclear.
  await expect(page.getByText(calendar('print.open'), { exact: true })).toBeVisible();
  await page.getByLabel(calendar('filters.clinic'), { exact: true }).selectOption(practice.clinicId);
  await expect(
    page.locator('main').getByRole('button', { name: `${calendar('filters.title')} (1)` }),
  ).toBeVisible();
});

test('the address holds the visible days and filters: Back, a reload and returning keep them', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'ada_address');
  const booking = { hubServiceId: practice.hubServiceIds[0], date: `${tomorrow()}T10:00`, proNotes: '' };
  await practice.call('placeBooking', { body: { booking, patient: person('Ada') } });
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow()}`);
  await shown(page);
  const entry = page.locator('.entry', { hasText: 'Ada' });
  await expect(entry, 'the first entry or opening hour is at the top').toBeInViewport();
  await entry.click();
  const details = page.getByRole('dialog');
  await details.waitFor();
  expect(new URL(page.url()).searchParams.has('booking')).toBe(true);
  await page.reload();
  await details.waitFor();
  await page.goBack();
  await expect(details).toHaveCount(0);
  await page.keyboard.press('w');
  await page.getByRole('link', { name: common('nav.patients'), exact: true }).click();
  await page.waitForURL('**/dashboard/patients');
  await page.getByRole('link', { name: common('nav.calendar'), exact: true }).click();
  await expect(entry).toBeVisible();
  const asked = new URL(page.url()).searchParams;
  expect([asked.get('view'), asked.get('date')]).toEqual(['week', tomorrow()]);
});

test('the calendar is prefetched before its script loads, and read again after changes', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'uno_once');
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  const reads: (string | undefined)[] = [];
  const asked = Promise.withResolvers<void>();
  page.on('request', (request) => {
    if (!request.url().includes('/api/pro_calendar/')) return;
    reads.push(request.headers()['if-none-match']);
    asked.resolve();
  });
  await page.route(/\/assets\/start-[\w-]+\.js/, async (route) => {
    await asked.promise;
    await route.continue();
  });
  await page.goto('/dashboard/calendar', { waitUntil: 'networkidle' });
  await shown(page);
  await untilLive(page);
  expect(reads).toEqual([undefined, expect.any(String)]);
});

test('pages attempt nothing that their CSP forbids', async ({ openWindow }) => {
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(
    "window.refused = []; addEventListener('securitypolicyviolation', ({ blockedURI }) => refused.push(blockedURI))",
  );
  for (const path of ['/login', '/signup', '/privacy-policy']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(await page.evaluate('refused'), path).toEqual([]);
  }
});

test('a click starts a booking at the quarter hour, and the draft is offered after Escape', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'quinta_quarter');
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow()}`);
  await shown(page);
  const grid = await page.getByRole('region', { name: calendar('grid.hours') }).boundingBox();
  if (!grid) throw new Error('the grid is out of sight');
  await page.mouse.click(grid.x + grid.width / 2, grid.y + 217);
  const panel = page.getByRole('dialog', { name: appointment('title') });
  await panel.waitFor();
  const minutes = page.getByLabel(common('fields.minutesOf', { label: appointment('time') }));
  expect(['00', '15', '30', '45']).toContain(await minutes.inputValue());
  await panel.getByLabel(appointment('proNotes')).fill('Bring the pictures');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await page.keyboard.press('n');
  await panel.getByRole('button', { name: startOf(appointment('goOn', { draft: '{{' })) }).click();
  await expect(panel.getByLabel(appointment('proNotes'))).toHaveValue('Bring the pictures');
});
