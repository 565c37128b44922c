import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { textsOf } from './texts.ts';
import { columnOf, counting, openDay, openTwelve, placeOf, wide } from './twelve.ts';
import { inDays, showTomorrow, tomorrow } from './week.ts';

/**
 * Presses that reception needs for its frequent tasks in a clinic of twelve professionals, as the keystroke-level
 * model counts them: clicks, drags and keys. Typed text counts as nothing.
 */
const appointment = textsOf('en', 'appointment');
const calendar = textsOf('en', 'calendar');
const common = textsOf('en', 'common');
const series = textsOf('en', 'series');
const patient = { name: 'Nadia Greco', email: 'nadia@desk.example.com', prefix: '+39', phone: '3337654321' };
let twelve: Awaited<ReturnType<typeof openTwelve>>;

test.beforeAll(async ({ stack }) => {
  twelve = await openTwelve(stack, 'twelve');
  const { practice } = twelve;
  const book = (time: string, visitor: typeof patient) => {
    const booking = { hubServiceId: practice.hubServiceIds[0], date: `${tomorrow()}T${time}`, proNotes: '' };
    return practice.call('placeBooking', { body: { booking, patient: visitor } });
  };
  await book('10:00', patient);
  await book('12:00', { ...patient, name: 'Olga Riva', email: 'olga@desk.example.com' });
});

/** Matches the name of a date in a list of dates. */
const dayOf = (days: number) => new RegExp(`\\b${Number(inDays(days).slice(8))} `);

/** Returns a visit in a column, not the spot chosen for it, which may be drawn a moment longer. */
const visitIn = (page: Page, professional: string, name: string) =>
  columnOf(page, professional).getByRole('button').filter({ hasText: name });

const panelOf = (page: Page) => page.getByRole('dialog', { name: appointment('title') });
const saved = (page: Page) => page.getByText(appointment('done'));

test('a known patient who walks in is booked with any professional with four presses at most', async ({
  openWindow,
}) => {
  const page = await (await openWindow(wide)).newPage();
  await openDay(page, twelve.desk.token);
  const { x, y } = await placeOf(page, 'Hugo', 14);
  const presses = counting(page);
  await presses.press(page.mouse.click(x, y));
  await page.keyboard.type('greco');
  await panelOf(page).getByRole('button', { name: patient.name }).waitFor();
  await presses.key('Enter');
  await expect(panelOf(page).getByRole('button', { name: appointment('save') })).toBeFocused();
  await presses.key('Enter');
  await expect(saved(page)).toBeVisible();
  expect(presses.count()).toBeLessThanOrEqual(4);
  await expect(visitIn(page, 'Hugo', patient.name)).toBeVisible();
});

test('a known patient gets a series of ten with eight presses at most, from the calendar until it is saved', async ({
  openWindow,
}) => {
  // The times of two visits are taken.
  for (const days of [8, 22]) {
    const booking = {
      hubServiceId: twelve.colleagues['Gina']!.hubServiceIds[0],
      date: `${inDays(days)}T15:00`,
    };
    // oxlint-disable-next-line no-await-in-loop -- bookings of one professional, one after the other
    await twelve.practice.call('placeBooking', { body: { booking, patient } });
  }
  const page = await (await openWindow(wide)).newPage();
  await openDay(page, twelve.desk.token);
  const { x, y } = await placeOf(page, 'Gina', 15);
  const presses = counting(page);
  await presses.press(page.mouse.click(x, y));
  await page.keyboard.type('greco');
  await panelOf(page).getByRole('button', { name: patient.name }).waitFor();
  await presses.key('Enter');
  await presses.click(series('repeat'));
  const dates = panelOf(page).getByRole('group', { name: dayOf(8) });
  await presses.press(dates.getByRole('button').first().click());
  const others = panelOf(page).getByRole('group', { name: dayOf(22) });
  await presses.press(others.getByRole('button', { name: series('leaveOut') }).click());
  await presses.click('Book 9 visits');
  await expect(panelOf(page).getByText('9 of 9 visits booked')).toBeVisible({ timeout: 15_000 });
  expect(presses.count()).toBe(6);
});

test('a new patient who calls is booked with six presses at most, and nothing is typed twice', async ({
  openWindow,
}) => {
  const page = await (await openWindow(wide)).newPage();
  await openDay(page, twelve.desk.token);
  const { x, y } = await placeOf(page, 'Mina', 11);
  const presses = counting(page);
  await presses.press(page.mouse.click(x, y));
  await page.keyboard.type('ugo ferri');
  await panelOf(page).getByText(appointment('patient.noneFound')).waitFor();
  await presses.key('Enter');
  await expect(panelOf(page).getByLabel(common('fields.phone'), { exact: true })).toBeFocused();
  await page.keyboard.type('333 111 2222');
  await presses.click(appointment('patient.noEmail'), 'checkbox');
  await presses.click(appointment('service'), 'combobox');
  await presses.click(/Prima visita/, 'option');
  const [sent] = await Promise.all([
    page.waitForRequest('**/api/new_pro_booking'),
    presses.click(appointment('save')),
  ]);
  expect(sent.postDataJSON()).toMatchObject({
    booking: { date: `${tomorrow()}T11:00` },
    patient: { name: 'Ugo Ferri', email: null, prefix: '+39', phone: '3331112222' },
  });
  await expect(visitIn(page, 'Mina', 'Ugo Ferri')).toBeVisible();
  expect(presses.count()).toBeLessThanOrEqual(6);
});

test('a visit moves to the next week with four presses at most', async ({ openWindow }) => {
  const page = await (await openWindow(wide)).newPage();
  await openDay(page, twelve.desk.token, `view=week&date=${tomorrow()}`);
  await page.getByRole('button', { name: calendar('rows.hours'), exact: true }).click();
  await showTomorrow(page, 'en');
  await page
    .locator(`[data-date="${tomorrow()}"] button.entry`, { hasText: '10:00' })
    .filter({ hasText: patient.name })
    .focus();
  const presses = counting(page);
  await presses.key('Control+x');
  await page.getByText(calendar('cut.paste')).waitFor();
  await presses.key('j');
  await page
    .locator(`[data-date="${inDays(8)}"]`)
    .first()
    .waitFor();
  await presses.key('Control+v');
  await expect(page.getByRole('dialog', { name: calendar('edit.confirmTitle') })).toContainText('10:00');
  await presses.key('Enter');
  await expect(page.getByText(calendar('edit.done'))).toBeVisible();
  expect(presses.count()).toBeLessThanOrEqual(4);
});

test('two hours of a colleague are blocked with four presses at most', async ({ openWindow }) => {
  const page = await (await openWindow(wide)).newPage();
  await openDay(page, twelve.desk.token);
  const [from, to] = [await placeOf(page, 'Elisa', 10), await placeOf(page, 'Elisa', 12)];
  const presses = counting(page);
  const draw = async () => {
    await page.mouse.move(from.x, from.y - 4);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 40, { steps: 3 });
    await page.mouse.move(to.x, to.y - 5, { steps: 3 });
    await page.mouse.up();
  };
  await presses.press(draw());
  const [sent] = await Promise.all([
    page.waitForRequest('**/api/blocks'),
    presses.click(calendar('grid.block')),
  ]);
  expect(sent.postDataJSON()).toMatchObject({
    starting_date: `${tomorrow()}T10:00`,
    ending_date: `${tomorrow()}T12:00`,
  });
  await expect(columnOf(page, 'Elisa').locator('.entry-block')).toBeVisible();
  expect(presses.count()).toBeLessThanOrEqual(4);
});

test('three presses at most show who is free first', async ({ openWindow }) => {
  const page = await (await openWindow(wide)).newPage();
  await openDay(page, twelve.desk.token);
  const presses = counting(page);
  await presses.click(common('nav.newBooking'));
  await presses.click(appointment('professional'), 'combobox');
  await presses.click(appointment('firstAvailable'), 'option');
  const free = panelOf(page).getByRole('group', { name: appointment('free') });
  await expect(free.getByRole('button', { name: /^09:00 .* De Santis$/ }).first()).toBeVisible();
  expect(presses.count()).toBeLessThanOrEqual(3);
});

test('a visit goes to another professional with two presses at most', async ({ openWindow }) => {
  const page = await (await openWindow(wide)).newPage();
  await openDay(page, twelve.desk.token);
  await placeOf(page, 'Luca', 12);
  const entry = columnOf(page, 'Marco').locator('button.entry', { hasText: '12:00' });
  const from = (await entry.boundingBox())!;
  const to = (await columnOf(page, 'Luca').boundingBox())!;
  const presses = counting(page);
  const drag = async () => {
    const y = from.y + from.height / 2;
    await page.mouse.move(from.x + from.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2 - 20, y, { steps: 3 });
    await page.mouse.move(to.x + to.width / 2, y, { steps: 5 });
    await page.mouse.up();
  };
  await presses.press(drag());
  await expect(page.getByRole('dialog', { name: calendar('edit.confirmTitle') })).toContainText(
    'Luca De Santis',
  );
  await presses.click(calendar('edit.confirm'));
  await expect(columnOf(page, 'Luca').locator('button.entry', { hasText: '12:00' })).toBeVisible();
  expect(presses.count()).toBeLessThanOrEqual(2);
});
