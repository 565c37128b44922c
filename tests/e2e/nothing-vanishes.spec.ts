import type { Page } from '@playwright/test';
import type { ProCalendar } from '@visita/contracts/booking/views';
import type { ClinicView } from '@visita/contracts/clinic/views';
import * as fc from 'fast-check';
import { daysInSight, views, type CalendarView } from '../../web/src/lib/time/calendar-address.ts';
import {
  calendarOf,
  clinicsOf,
  daysIn,
  drawing,
  type Drawing,
} from '../../web/src/testing/random-calendar.ts';
import { fetchWhole } from '../support/fetch-whole.ts';
import { expect, test } from './fixtures.ts';

const widths = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const;

/** The same random calendars in every run, seen by an owner without filters. */
const calendars = fc
  .sample(drawing, { seed: 20_261_127, numRuns: 3 })
  .map((drawn): Drawing => ({ ...drawn, owner: true }));

/** Mocks responses with the random hubs and entries. */
const answer = async (page: Page, drawn: Drawing): Promise<void> => {
  let own = '';
  const asOwn = <Data>(data: Data): Data =>
    JSON.parse(JSON.stringify(data).replaceAll('"anna"', JSON.stringify(own))) as Data;
  await page.route('**/api/pros/*/clinics', async (route) => {
    const response = await fetchWhole(route);
    const real = (await response.json()) as { data: ClinicView[] };
    const [clinic] = real.data;
    const [hub] = clinic?.hubs ?? [];
    own = clinic?.owner_id ?? '';
    const data = clinicsOf(drawn).map(({ id, hubs }) => ({
      ...clinic,
      id,
      name: id,
      hubs: hubs.map((one) => ({ ...hub, ...one, pro: { ...hub?.pro, ...one.pro } })),
    }));
    await route.fulfill({ response, json: { ...real, data: asOwn(data) } });
  });
  await page.route('**/api/pro_calendar/**', async (route) => {
    const response = await fetchWhole(route);
    const real = (await response.json()) as { data: ProCalendar };
    own = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    await route.fulfill({ response, json: { ...real, data: asOwn(calendarOf(drawn)) } });
  });
};

/** Returns the text expected for each entry: patient, note, title or end of the hold. */
const expectedIn = (drawn: Drawing, view: CalendarView): string[] => {
  const visible = daysInSight(view, drawn.change[1]);
  const calendar = calendarOf(drawn);
  const timed = <One extends Parameters<typeof daysIn>[0]>(all: readonly One[], say: (one: One) => string) =>
    all.filter((one) => daysIn(one, visible).length > 0).map(say);
  const lasting = [...calendar.clinicInactivities, ...calendar.hubInactivities];
  return [
    ...timed(calendar.bookings, ({ patient_name: name }) => name || 'Persona cancellata'),
    ...timed(calendar.blocks, ({ note }) => note),
    ...timed(calendar.held, ({ until }) => until.slice(11, 16)),
    ...lasting
      .filter(
        ({ starting_date: start, ending_date: end }) => start < visible.to && end > `${visible.from}T00:00`,
      )
      .map(({ title }) => title),
  ];
};

/** Returns the texts of all visible entries. */
const drawnOn = (page: Page): Promise<string[]> =>
  page
    .locator('.calendar-grid :is(.entry, .entry-background, .agenda-behind)')
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.clientWidth > 0 && element.clientHeight > 0)
        .map((element) => element.textContent),
    );

/** Returns the texts of a month, including those behind "more". */
const drawnInMonth = async (page: Page): Promise<string[]> => {
  const texts = await drawnOn(page);
  for (const more of await page.locator('.month-grid [aria-haspopup="dialog"]').all()) {
    await more.click();
    await page.locator('.month-grid [role="dialog"]').waitFor();
    texts.push(...(await drawnOn(page)));
    await page.keyboard.press('Escape');
    await expect(page.locator('.month-grid [role="dialog"]')).toHaveCount(0);
  }
  return texts;
};

for (const [number, drawn] of calendars.entries())
  test(`every entry of calendar ${number + 1} is drawn in every view and window`, async ({
    openWindow,
    world,
  }) => {
    const page = await (await openWindow({ locale: 'it-IT', timezoneId: 'Europe/Rome' })).newPage();
    await page.addInitScript(`localStorage.setItem('visita.session', '${world.tokens.pro}')`);
    await answer(page, drawn);
    for (const view of views) {
      await page.goto(`/dashboard/calendar?view=${view}&date=${drawn.change[1]}`);
      for (const [width, height] of widths) {
        await page.setViewportSize({ width, height });
        await page.locator('.calendar-grid[data-shown="true"]').waitFor();
        const expected = expectedIn(drawn, view);
        const missing = async () => {
          const texts = await (view === 'month' ? drawnInMonth(page) : drawnOn(page));
          return expected.filter((said) => !texts.some((text) => text.includes(said)));
        };
        await expect.poll(missing, `${view} at ${width}`).toEqual([]);
      }
    }
  });

test('an owner whose only clinic was archived can still open its visits', async ({ openWindow, world }) => {
  const page = await (await openWindow({ locale: 'it-IT', timezoneId: 'Europe/Rome' })).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${world.tokens.pro}')`);
  let entries: ProCalendar['bookings'] = [];
  await page.route('**/api/pros/*/clinics', (route) => route.fulfill({ json: { data: [] } }));
  await page.route('**/api/pro_calendar/**', async (route) => {
    const response = await fetchWhole(route);
    const real = (await response.json()) as { data: ProCalendar };
    const none = { blocks: [], held: [], hubInactivities: [], clinicInactivities: [] };
    await route.fulfill({ response, json: { ...real, data: { ...none, bookings: entries } } });
  });
  await page.goto('/dashboard/calendar');
  await page.waitForURL('**/dashboard/clinic');
  const [drawn] = calendars;
  if (!drawn) throw new Error('there is no calendar');
  entries = calendarOf({
    ...drawn,
    bookings: [
      {
        occupied: { pro_id: 'gone', clinic_id: 'archived', when: { from: 36 * 60, minutes: 30 } },
        status: 'orfan',
        erased: false,
      },
    ],
  }).bookings;
  await page.goto(`/dashboard/calendar?view=week&date=${drawn.change[1]}`);
  await expect(page.locator('.calendar-grid .entry-orphan')).toContainText('Paziente 0');
});
