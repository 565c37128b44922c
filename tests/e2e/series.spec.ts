import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice, type Practice } from './practice.ts';
import { textsOf } from './texts.ts';
import { inDays } from './week.ts';

const appointment = textsOf('en', 'appointment');
const calendar = textsOf('en', 'calendar');
const common = textsOf('en', 'common');
const notices = textsOf('en', 'notices');
const series = textsOf('en', 'series');
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome', viewport: { width: 1440, height: 900 } };
const patient = {
  name: 'Nadia Greco',
  email: 'nadia@series.example.com',
  prefix: '+39',
  phone: '3337654321',
};

const panelOf = (page: Page) => page.getByRole('dialog', { name: appointment('title') });
const written = (day: string) => day.split('-').toReversed().join('/');

/** Opens the form of a new booking, with patient, service and time. */
const fillForm = async (page: Page, practice: Practice, day: string) => {
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto(`/dashboard/calendar?view=week&date=${day}`);
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  await page
    .getByRole('button', { name: common('nav.newBooking') })
    .first()
    .click();
  const panel = panelOf(page);
  await panel.getByRole('searchbox').fill('nadia');
  await panel.getByRole('button', { name: /Nadia Greco/ }).click();
  await panel.getByRole('combobox', { name: appointment('service') }).click();
  await page.getByRole('option', { name: /Prima visita/ }).click();
  await panel.getByLabel(appointment('date'), { exact: true }).fill(written(day));
  const label = appointment('time');
  await panel.getByLabel(common('fields.hoursOf', { label }), { exact: true }).fill('10');
  await panel.getByLabel(common('fields.minutesOf', { label }), { exact: true }).fill('00');
  return panel;
};

test('a series of ten is booked with eight presses at most, and its progress survives a reload', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'ada_series');
  const booking = { hubServiceId: practice.hubServiceIds[0], proNotes: '' };
  await practice.call('placeBooking', {
    body: { booking: { ...booking, date: `${inDays(1)}T15:00` }, patient },
  });
  // The times of two visits are taken.
  for (const days of [9, 23]) {
    const other = { ...patient, name: 'Olga Riva', email: 'olga@series.example.com' };
    const taken = { ...booking, date: `${inDays(days)}T10:00` };
    // oxlint-disable-next-line no-await-in-loop -- bookings of one professional, one after the other
    await practice.call('placeBooking', { body: { booking: taken, patient: other } });
  }
  const page = await (await openWindow(browser)).newPage();
  const day = inDays(2);
  const panel = await fillForm(page, practice, day);
  let presses = 0;
  const press = async (name: string | RegExp, within = panel) => {
    presses += 1;
    await within.getByRole('button', { name, exact: true }).first().click();
  };
  await press(series('repeat'));
  await expect(panel.getByRole('status').filter({ hasText: '2 dates' })).toBeVisible();
  await expectAccessible(page);
  const group = (days: number) =>
    panel.getByRole('group', { name: new RegExp(`\\b${Number(inDays(days).slice(8))} `) }).first();
  presses += 1;
  await group(9).getByRole('button').first().click();
  presses += 1;
  await group(23)
    .getByRole('button', { name: series('leaveOut') })
    .click();
  await press(/^Book 9 visits$/);
  await expect(panel.getByText('9 of 9 visits booked')).toBeVisible({ timeout: 15_000 });
  await expectAccessible(page);
  expect(presses).toBeLessThanOrEqual(8);
  await page.reload();
  await expect(panelOf(page).getByText('9 of 9 visits booked')).toBeVisible({ timeout: 15_000 });
  await panelOf(page)
    .getByRole('button', { name: common('actions.close') })
    .last()
    .click();
  await expect(panelOf(page)).toHaveCount(0);
  await page.locator('.entry', { hasText: 'Nadia Greco' }).last().click();
  await expect(page.getByText(/Visit \d of 9/)).toBeVisible();
});

test('the bell names dates that were not booked, and opens them with free times near them', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'ada_bell');
  const booking = { hubServiceId: practice.hubServiceIds[0], proNotes: '' };
  const first = `${inDays(2)}T10:00`;
  const taken = inDays(7 * 51 + 2);
  const repeat = { first, unit: 'week', every: 1, count: 52 } as const;
  await practice.call('planSeries', { body: { booking, patient, repeat } });
  // The last time is taken before its turn.
  const other = { ...patient, name: 'Olga Riva', email: 'olga@bell.example.com' };
  await practice.call('placeBooking', {
    body: { booking: { ...booking, date: `${taken}T10:00` }, patient: other },
  });
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto('/dashboard/calendar');
  await page
    .getByRole('button', { name: common('nav.newBooking') })
    .first()
    .click();
  await panelOf(page).getByRole('searchbox').fill('typed before');
  await page.getByRole('button', { name: new RegExp(`^${common('notices.title')}`) }).click();
  const list = page.getByRole('dialog', { name: common('notices.title') });
  const row = list.getByRole('button').filter({
    hasText: notices('kinds.not-placed', { patient: 'Nadia Greco' }),
  });
  await expect(row).toContainText(notices('seeDates'), { timeout: 60_000 });
  await expectAccessible(page);
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(panelOf(page).getByText('51 of 52 visits booked')).toBeVisible();
  await expect(
    panelOf(page)
      .getByRole('listitem')
      .filter({ hasText: series('notPlaced.taken') }),
  ).toContainText(series('freeNear', { times: '' }));
  await expectAccessible(page);
});

/** Plans three weekly visits, and opens the details of the first one. */
const openFirstOfThree = async (page: Page, practice: Practice) => {
  const day = inDays(2);
  const repeat = { first: `${day}T10:00`, unit: 'week', every: 1, count: 3 } as const;
  const booking = { hubServiceId: practice.hubServiceIds[0], proNotes: '' };
  const { data } = await practice.call('planSeries', { body: { booking, patient, repeat } });
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto(`/dashboard/calendar?view=week&date=${day}`);
  await page.locator('.entry', { hasText: 'Nadia Greco' }).first().click();
  return data.id ?? '';
};

const placesOf = async (practice: Practice, id: string) =>
  (await practice.call('getSeries', { params: { id } })).data.visits.map(({ date, state }) => [date, state]);

test('a visit and those after it are moved with one confirmation, then cancelled with another', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'ada_following');
  const page = await (await openWindow(browser)).newPage();
  const id = await openFirstOfThree(page, practice);
  const details = page.getByRole('dialog', { name: calendar('details.title') });
  await details.getByRole('button', { name: calendar('edit.open') }).click();
  const form = page.getByRole('dialog', { name: calendar('edit.title') });
  const label = appointment('time');
  await form.getByLabel(common('fields.hoursOf', { label }), { exact: true }).fill('11');
  await form.getByRole('button', { name: calendar('edit.save') }).click();
  const move = page.getByRole('dialog', { name: calendar('edit.confirmTitle') });
  await move.getByRole('radio', { name: series('scope.following') }).check();
  await expect(move.getByText('3 visits will be moved.')).toBeVisible();
  await expectAccessible(page);
  await move.getByRole('button', { name: calendar('edit.confirm') }).click();
  const days = [2, 9, 16].map((ahead) => inDays(ahead));
  const at11 = days.map((day) => [`${day}T11:00`, 'placed']);
  await expect.poll(() => placesOf(practice, id), { timeout: 15_000 }).toEqual(at11);
  await expect(page.locator('.entry', { hasText: 'Nadia Greco' })).toContainText('11:00');
  await details.getByRole('button', { name: calendar('remove.open') }).click();
  const remove = page.getByRole('dialog', { name: calendar('remove.confirmTitle') });
  await remove.getByRole('radio', { name: series('scope.following') }).check();
  await expectAccessible(page);
  await remove.getByRole('button', { name: calendar('remove.confirm') }).click();
  const cancelled = days.map((day) => [`${day}T11:00`, 'cancelled']);
  await expect.poll(() => placesOf(practice, id), { timeout: 15_000 }).toEqual(cancelled);
  await expect(page.locator('.entry', { hasText: 'Nadia Greco' })).toHaveCount(0);
});
