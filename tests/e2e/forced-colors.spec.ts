import type { Page } from '@playwright/test';
import { succeed } from '../support/http.ts';
import { violationsOn } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openPractice, type Practice } from './practice.ts';
import { screens } from './screens.ts';
import { deskOpenings } from './screens/desk-openings.ts';
import { looksAt } from './screens/openings.ts';
import { show } from './screens/show.ts';
import { textsOf } from './texts.ts';
import { tomorrow } from './week.ts';

const forced = { locale: 'it-IT', timezoneId: 'Europe/Rome', forcedColors: 'active' } as const;
const booking = textsOf('it', 'booking');
const kinds = 'own guest others orphan held block closing vacation vacationOthers'.split(' ');

let practice: Practice;
test.beforeAll(async ({ stack }) => {
  practice = await openPractice(stack, 'forced_colours');
  const booking = { hubServiceId: practice.hubServiceIds[0], date: `${tomorrow()}T10:00` };
  const patient = { name: 'Lea Conti', email: 'lea@example.com', prefix: '+39', phone: '3337654321' };
  const { client, token } = practice;
  await succeed(client.call('placeBooking', { body: { booking, patient }, token }));
});

/** Returns the computed style of the first matching element in forced-colors mode. */
const lookOf = async (page: Page, selector: string, pseudo = ''): Promise<string> => {
  await page.locator(selector).first().waitFor({ state: 'attached' });
  const look = `getComputedStyle(document.querySelector(${JSON.stringify(selector)}), '${pseudo}' || null)`;
  return page.evaluate(`(({ borderTopStyle, borderTopWidth, outlineStyle, outlineWidth, backgroundColor, color }) =>
    [borderTopStyle, borderTopWidth, outlineStyle, outlineWidth, backgroundColor, color].join(' '))(${look})`);
};

test('in forced colours the calendar distinguishes entry kinds, today and selections', async ({
  openWindow,
}) => {
  const page = await (await openWindow(forced)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto('/dashboard/calendar?view=week');
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  const looks = new Map<string, string>();
  for (const kind of kinds) looks.set(await lookOf(page, `li[data-kind=${kind}]`, '::before'), kind);
  expect([...looks.values()], 'each kind by another border').toEqual(kinds);
  const head = (day: string) => lookOf(page, `.time-head-day${day} strong`);
  expect(await head('[data-today]')).not.toBe(await head(':not([data-today])'));
  expect(await lookOf(page, '[aria-pressed=true], [aria-selected=true], a[aria-current]')).not.toBe(
    await lookOf(page, '[aria-pressed=false], [aria-selected=false], nav a:not([aria-current])'),
  );
  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow()}`);
  const own = page.locator('.calendar-grid .entry-own').first();
  await own.waitFor();
  expect(await lookOf(page, '.calendar-grid .entry-own')).toMatch(/^solid 2px/);
});

test('in forced colours the booking page distinguishes the chosen day and today', async ({ openWindow }) => {
  const page = await (await openWindow(forced)).newPage();
  const button = (key: 'day.next' | 'day.previous') => page.getByRole('button', { name: booking(key) });
  await page.goto('/booking/forced_colours');
  await page.getByRole('combobox').selectOption({ index: 1 });
  const free = page.locator('[role=gridcell] [aria-disabled=false]');
  await free.first().waitFor();
  // At its end, a month has one free day or none, and the next one may be shown first.
  if ((await free.count()) < 2) await button('day.next').click();
  await free.nth(1).click();
  await page.locator('[role=gridcell][aria-selected=true]').waitFor();
  const chosen = await lookOf(page, '[role=gridcell][aria-selected=true] > button');
  const other = await lookOf(page, '[role=gridcell][aria-selected=false] > [aria-disabled=false]');
  expect(chosen).not.toBe(other);
  const today = page.locator('[aria-current=date]').first();
  if ((await today.count()) === 0) await button('day.previous').click();
  await expect(today).toHaveCSS('text-decoration-line', 'underline');
});

/** Openings checked in forced colours; other screens are checked with all of theirs. */
const only: Readonly<Record<string, string>> = {
  '/dashboard/calendar': 'notices',
  '/dashboard/patients/:patientId': 'who looked',
};
const routes = ['/messages', ...Object.keys(deskOpenings), ...Object.keys(only)];

for (const screen of screens.filter(({ route }) => routes.includes(route)))
  test(
    `in forced colours ${screen.route} has no accessibility violations`,
    { tag: '@release' },
    async ({ openWindow, demo }) => {
      const page = await (await openWindow(forced)).newPage();
      const states = looksAt(screen, ['desktop']);
      const wanted = only[screen.route];
      for (const state of wanted ? states.filter(({ name }) => name === wanted) : states)
        await test.step(state.name, async () => {
          await show(page, { screen, state, world: demo, language: 'it' });
          expect(await violationsOn(page), state.name).toEqual([]);
        });
    },
  );
