import { expect, expectAccessible, test } from './fixtures.ts';
import { cellOf, nine, openRows, visits } from './rows.ts';
import { openBooked, showTeam, type Team } from './team.ts';
import { textsOf } from './texts.ts';
import { inRome, tomorrow } from './week.ts';

const calendar = textsOf('it', 'calendar');
const appointment = textsOf('it', 'appointment');
const common = textsOf('it', 'common');
const details = textsOf('it', 'calendar');
const browser = { locale: 'it-IT', timezoneId: 'Europe/Rome' };

let token: string;
test.beforeAll(async ({ stack }) => {
  token = await openBooked(stack, 'rosa_rows');
});

test('the week has a row for each of more than three professionals, with every visit drawn to scale', async ({
  openWindow,
}) => {
  const page = await (await openWindow(browser)).newPage();
  await openRows(page, token);
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height });
    const rows = page.locator('.week-rows tbody tr');
    await expect(rows).toHaveCount(12);
    for (const row of await rows.all()) {
      const box = await row.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(24);
      expect((await row.locator('.row-count').first().boundingBox())?.height).toBeGreaterThanOrEqual(24);
    }
    await expect(page.locator('[data-bar^="team-"]')).toHaveCount(36);
    const cell = cellOf(page, 'Marco Bassi');
    await expect(cell).toContainText(calendar('grid.visits_other', { count: '3' }));
    // An hour and a half of nine hours are taken.
    await expect(cell).toContainText(calendar('rows.free', { share: '83' }));
    const boxes = await cell
      .locator('[data-bar]')
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().left));
    const [first = 0, second = 0, third = 0] = boxes.toSorted((one, other) => one - other);
    expect((third - first) / (second - first), 'to scale').toBeCloseTo(465 / 60, 0);
  }
  await page.reload();
  await expect(page.locator('.week-rows tbody tr'), 'the choice is kept').toHaveCount(12);
});

test('a count opens its list, by press and by key, and the list opens visits', async ({ openWindow }) => {
  const page = await (await openWindow(browser)).newPage();
  await openRows(page, token);
  const cell = cellOf(page, 'Giulia Ferri');
  await cell.locator('.row-count').click();
  const list = page.locator('.cell-list');
  await expect(list.getByRole('listitem')).toHaveCount(3);
  for (const button of await list.getByRole('button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(cell.locator('.row-count')).toBeFocused();
  // The next row's cell of the same day, by keys alone.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(list).toHaveAttribute('aria-label', /^Anna Barbieri/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: details('details.title') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: details('details.title') })).toHaveCount(0);
  await expect(list.getByRole('button').first(), 'back in the list').toBeFocused();
});

test('an empty spot opens the form with its date, time and professional', async ({ openWindow }) => {
  const page = await (await openWindow(browser)).newPage();
  await openRows(page, token);
  const strip = cellOf(page, 'Marco Bassi').locator('.row-strip');
  const box = await strip.boundingBox();
  if (!box) throw new Error('the strip is out of sight');
  // The strips show eight to eight.
  const xOf = (minute: number) => box.x + ((minute - 8 * 60) / (12 * 60)) * box.width;
  await page.mouse.click(xOf(nine + 4 * 60 + 5), box.y + 8);
  const panel = page.getByRole('dialog', { name: appointment('title') });
  await panel.waitFor();
  const minutesOf = common('fields.minutesOf', { label: appointment('time') });
  const minutes = page.getByLabel(minutesOf);
  // A pixel is eleven minutes, and where a day begins between two of them depends on the weekday.
  expect(['45', '00', '15']).toContain(await minutes.inputValue());
  await expect(panel.getByRole('combobox', { name: calendar('filters.professional') })).toHaveValue(
    'Marco Bassi',
  );
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  // Between two visits that are near each other no spot is wide enough, so the press opens the list.
  await page.mouse.click(xOf(nine + 5), box.y + 8);
  await expect(page.locator('.cell-list')).toBeVisible();
});

test('the current time is marked in each row of today', async ({ openWindow }) => {
  const page = await (await openWindow(browser)).newPage();
  // A third of the way from eight to eight.
  await page.clock.setFixedTime(inRome(tomorrow(), '12:00'));
  await openRows(page, token);
  const marks = page.locator(`td[data-cell^="${tomorrow()}"] .row-now`);
  await expect(marks).toHaveCount(12);
  await expect(page.locator('.row-now')).toHaveCount(12);
  const strip = await cellOf(page, 'Giulia Ferri').locator('.row-strip').boundingBox();
  const mark = await marks.first().boundingBox();
  expect(((mark?.x ?? 0) - (strip?.x ?? 0)) / (strip?.width ?? 1)).toBeCloseTo(1 / 3, 1);
});

test('three professionals have no rows', async ({ openWindow }) => {
  const page = await (await openWindow(browser)).newPage();
  await showTeam(page, token, { professionals: 3, visits: () => [] });
  await page.goto(`/dashboard/calendar?view=week&date=${tomorrow()}`);
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  await expect(page.getByRole('button', { name: calendar('rows.professionals'), exact: true })).toHaveCount(
    0,
  );
});

test('in forced colours the bars keep the borders of their kinds', async ({ openWindow }) => {
  const page = await (await openWindow({ ...browser, forcedColors: 'active' })).newPage();
  await openRows(page, token);
  await expect(page.locator('.row-bar.entry-own').first()).toHaveCSS('border-top-style', 'solid');
  await expect(page.locator('.row-bar.entry-others').first()).toHaveCSS('border-top-style', 'dashed');
});

const closings: NonNullable<Team['more']> = ({ clinic_id }) => ({
  clinicInactivities: [
    {
      id: 'meeting',
      title: 'Riunione',
      clinic_id,
      clinic_name: '',
      starting_date: `${tomorrow()}T11:00`,
      ending_date: `${tomorrow()}T13:00`,
      type: 'closing',
    },
  ],
});

/** Lets professionals from a number on work on no day. */
const idleFrom =
  (number: number): NonNullable<Team['clinic']> =>
  (clinic) => ({
    ...clinic,
    hubs: clinic.hubs.map((hub, index) => ({
      ...hub,
      day_hours: index < number ? hub.day_hours : [{ date: tomorrow(), windows: [] }],
    })),
  });

test('a day hides who does not work behind a button, and draws a closing once over all columns', async ({
  openWindow,
}) => {
  const page = await (await openWindow(browser)).newPage();
  await showTeam(page, token, {
    visits: () => visits().filter(({ pro }) => pro < 8),
    clinic: idleFrom(7),
    more: closings,
  });
  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow()}`);
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  const columns = page.locator('.time-column');
  await expect(columns, 'seven who work, and one with visits').toHaveCount(8);
  const band = page.locator('.entry-background.entry-closing');
  await expect(band).toHaveCount(1);
  await expect(band).toHaveText('Riunione');
  const [over, first, last] = [
    await band.boundingBox(),
    await columns.first().boundingBox(),
    await columns.last().boundingBox(),
  ];
  expect(Math.abs((over?.x ?? 0) - (first?.x ?? 0))).toBeLessThanOrEqual(1);
  expect(over?.width).toBeCloseTo((last?.x ?? 0) + (last?.width ?? 0) - (first?.x ?? 0), 0);
  await expect(columns.first()).toHaveAccessibleName(
    new RegExp(calendar('grid.closedAt', { time: '11:00–13:00' })),
  );
  await page.getByRole('button', { name: calendar('rows.idle_other', { count: '4' }) }).click();
  await expect(columns).toHaveCount(12);
  await page.getByRole('button', { name: calendar('rows.hideIdle') }).click();
  await expect(columns).toHaveCount(8);
  const cutNames = await page
    .locator('.time-head-pro strong')
    .evaluateAll((names) => names.filter((name) => name.scrollWidth > name.clientWidth + 1).length);
  expect(cutNames, 'names are whole').toBe(0);
});

test('a month shows visits and free share of each day with more than three entries', async ({
  openWindow,
}) => {
  const page = await (await openWindow(browser)).newPage();
  await showTeam(page, token, { visits });
  await page.goto(`/dashboard/calendar?view=month&date=${tomorrow()}`);
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  const summary = page.locator('.month-summary');
  await expect(summary).toHaveCount(1);
  await expect(summary).toContainText(calendar('grid.visits_other', { count: '36' }));
  await expect(summary).toContainText(calendar('rows.free', { share: '83' }));
});

test('entries and the agenda say who arrived, was seen or missed it, and who was not mailed', async ({
  openWindow,
}) => {
  const page = await (await openWindow(browser)).newPage();
  const marks = ['arrived', 'attended', 'missed'] as const;
  await showTeam(page, token, {
    professionals: 1,
    visits: () => [
      ...marks.map((attendance, index) => ({
        pro: 0,
        day: tomorrow(),
        start: nine + 60 * index,
        attendance,
      })),
      { pro: 0, day: tomorrow(), start: nine + 240, not_mailed: true as const },
    ],
  });
  for (const view of ['day', 'month', 'agenda']) {
    await page.goto(`/dashboard/calendar?view=${view}&date=${tomorrow()}`);
    await page.locator('.calendar-grid[data-shown="true"]').waitFor();
    for (const mark of view === 'month' ? marks : ([...marks, 'notMailed'] as const)) {
      const entry = page.locator('.calendar-grid .entry', { has: page.locator(`[data-mark="${mark}"]`) });
      await expect(entry, `${mark} in a ${view}`).toHaveCount(1);
      if (view === 'day') await expect(entry).toHaveAccessibleName(new RegExp(calendar(`marks.${mark}`)));
      else await expect(entry).toContainText(calendar(`marks.${mark}`));
    }
  }
  const row = page.locator('.agenda-entry').first();
  await expect(row).toContainText(/Prima visita · \+39\s3337654321/);
});
