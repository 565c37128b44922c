import type { Page } from '@playwright/test';
import type { ProCalendar } from '@visita/contracts/booking/views';
import { fillColumns, proOf, staffed } from '../support/full-calendar.ts';
import { busyDay } from '../support/measure-web.ts';
import { expect, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { fetchWhole } from '../support/fetch-whole.ts';
import { tomorrow } from './week.ts';

const windows = [
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [768, 1024],
  [390, 844],
] as const;

const firstNames = ['Marta', 'Elena', 'Giovanni', 'Anna', 'Paolo', 'Silvia', 'Alessandra'];
const lastNames = ['Bianchi', 'Greco', 'Rinaldi', 'Costa', 'Villa', 'Fontana', 'Marino', 'Testa'];

/** Replaces patients by full names, whose family name a receptionist looks for. */
const named = (calendar: ProCalendar): ProCalendar => ({
  ...calendar,
  bookings: calendar.bookings.map((booking, index) => ({
    ...booking,
    patient_name: `${firstNames[index % firstNames.length]} ${lastNames[index % lastNames.length]}`,
  })),
});

/** Returns entries with a cut time (if it stands alone), initial or family name. */
const unread = `(() => {
  const faults = [];
  const seen = (entry, text, from, to) => {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, to);
    const [box, around] = [range.getBoundingClientRect(), entry.getBoundingClientRect()];
    return box.width > 0 && box.right <= around.right + 0.5 && box.left >= around.left && box.bottom <= around.bottom + 1;
  };
  for (const entry of document.querySelectorAll('button.entry')) {
    const time = entry.querySelector('.entry-time').firstChild;
    const name = entry.querySelector('strong');
    const family = name.lastChild;
    const said = name.textContent;
    if (!entry.dataset.beside && !seen(entry, time, 0, 5)) faults.push(said + ': the time');
    if (!seen(entry, name.firstChild, 0, 1)) faults.push(said + ': the first name');
    const words = family.data.trim();
    if (!seen(entry, family, family.data.length - words.length, family.data.length)) faults.push(said + ': the family name');
  }
  for (const head of document.querySelectorAll('.time-head-pro'))
    for (const part of head.querySelectorAll('small span')) {
      const [box, around] = [part.getBoundingClientRect(), head.getBoundingClientRect()];
      if (box.width === 0 || box.right > around.right || box.bottom > around.bottom) faults.push(head.textContent);
    }
  return [...new Set(faults)];
})()`;

/** Returns days that are largely visible without their name, at any scroll position. */
const nameless = `(() => {
  const scroller = document.querySelector('.time-scroller');
  const faults = [];
  for (let left = 0; left < scroller.scrollWidth - scroller.clientWidth; left += 40) {
    scroller.scrollTo({ left, behavior: 'instant' });
    const from = document.querySelector('.time-hours').getBoundingClientRect().right;
    const to = scroller.getBoundingClientRect().left + scroller.clientWidth;
    for (const day of document.querySelectorAll('.time-head-day')) {
      const [around, ...parts] = [day, ...day.querySelectorAll('span, strong')].map((one) => one.getBoundingClientRect());
      const seen = Math.min(around.right, to) - Math.max(around.left, from);
      if (seen > 100 && parts.some((part) => part.left < from || part.right > to)) faults.push(day.textContent + ' at ' + left);
    }
  }
  return faults;
})()`;

type Busy = { professionals: number; visits: number; view: 'day' | 'week'; chosen?: readonly string[] };

const openBusy = async (page: Page, token: string, { view, chosen = [], ...busy }: Busy): Promise<void> => {
  await page.addInitScript(`localStorage.setItem('visita.session', '${token}')`);
  await page.route('**/api/pros/*/clinics', async (route) => {
    const response = await fetchWhole(route);
    const answer = (await response.json()) as { data: Parameters<typeof staffed>[0][] };
    const data = answer.data.map((clinic) => staffed(clinic, busy.professionals));
    await route.fulfill({ response, json: { ...answer, data } });
  });
  await page.route('**/api/pro_calendar/**', async (route) => {
    const range = Object.fromEntries(new URL(route.request().url()).searchParams);
    const response = await fetchWhole(route);
    const answer = (await response.json()) as { data: ProCalendar };
    const data = named(fillColumns(answer.data, busy, range as { from: string; to: string }));
    await route.fulfill({ response, json: { ...answer, data } });
  });
  await page.goto(`/dashboard/calendar?view=${view}&date=${tomorrow()}&pro=${chosen.join(',')}`);
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
};

/** Returns the token of a new practice with one visit, the template of all others. */
const openBooked = async (stack: Parameters<typeof openPractice>[0], username: string): Promise<string> => {
  const { call, hubServiceIds, token } = await openPractice(stack, username);
  const booking = { hubServiceId: hubServiceIds[0], date: `${tomorrow()}T10:00`, proNotes: '' };
  const patient = { name: 'Ada', email: 'ada@example.com', prefix: '+39', phone: '3337654321' };
  await call('placeBooking', { body: { booking, patient } });
  return token;
};

test(
  'with twelve professionals and thirty visits each, every entry shows time and patient, and every column head shows the professional',
  { tag: '@release' },
  async ({ stack, openWindow }) => {
    const token = await openBooked(stack, 'nora_narrow');
    const page = await (await openWindow({ locale: 'it-IT', timezoneId: 'Europe/Rome' })).newPage();
    await openBusy(page, token, { ...busyDay, view: 'day' });
    for (const [width, height] of windows) {
      await page.setViewportSize({ width, height });
      await page.locator('.calendar-grid[data-shown="true"]').waitFor();
      await expect(page.locator('button.entry')).toHaveCount(busyDay.professionals * busyDay.visits);
      await expect.poll(() => page.evaluate<string[]>(unread), `${width}x${height}`).toEqual([]);
      // The accessible name is complete.
      await expect(page.getByRole('button', { name: /^\d\d:\d\d Giovanni Rinaldi/ }).first()).toBeVisible();
    }
  },
);

test(
  'a week of five professionals without a filter shows the patient of every entry',
  { tag: '@release' },
  async ({ stack, openWindow }) => {
    const token = await openBooked(stack, 'wanda_week');
    const page = await (await openWindow({ locale: 'it-IT', timezoneId: 'Europe/Rome' })).newPage();
    await openBusy(page, token, { professionals: 5, visits: 12, view: 'week' });
    for (const [width, height] of windows.slice(0, 4)) {
      await page.setViewportSize({ width, height });
      await page.locator('.calendar-grid[data-shown="true"]').waitFor();
      await expect(page.locator('button.entry')).toHaveCount(7 * 5 * 12);
      await expect.poll(() => page.evaluate<string[]>(unread), `${width}x${height}`).toEqual([]);
    }
  },
);

test('days wider than the window show their name at any scroll position', async ({ stack, openWindow }) => {
  const token = await openBooked(stack, 'sita_sticky');
  const page = await (await openWindow({ locale: 'it-IT', timezoneId: 'Europe/Rome' })).newPage();
  const chosen = Array.from({ length: 9 }, (_, index) => proOf(index));
  await openBusy(page, token, { professionals: 12, visits: 2, view: 'week', chosen });
  await expect(page.locator('.time-head-pro')).toHaveCount(7 * chosen.length);
  expect(await page.evaluate(nameless)).toEqual([]);
});
