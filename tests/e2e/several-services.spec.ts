import type { Page } from '@playwright/test';
import { logIn } from './dashboard.ts';
import { countEffort } from './effort.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { mailedLink } from './mails.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';
import { dayIn, inDays, showMonthOf } from './week.ts';

const appointment = textsOf('en', 'appointment');
const bookingPage = textsOf('it', 'booking');
const calendar = textsOf('en', 'calendar');
const common = textsOf('en', 'common');
const tomorrow = inDays(1);
const patient = {
  name: 'Nadia Greco',
  email: 'nadia@several.example.com',
  prefix: '+39',
  phone: '3337654321',
};
const both = 'Prima visita + Controllo nei';

const panelOf = (page: Page) => page.getByRole('dialog', { name: appointment('title') });
const freeTimes = (page: Page) => page.getByRole('group', { name: appointment('free') });
const entry = (page: Page) => page.locator('button.entry', { hasText: patient.name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const openDay = async (page: Page, email: string) => {
  await logIn(page, email, 'en');
  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow}`);
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
};

test('two services are booked as one visit with eight presses, two of them for the second service', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'silva_several');
  const [first, second] = practice.hubServiceIds;
  const other = { ...patient, name: 'Olga Riva', email: 'olga@several.example.com' };
  const book = (time: string, visitor: typeof patient) =>
    practice.call('placeBooking', {
      body: { booking: { hubServiceId: first, date: `${tomorrow}T${time}` }, patient: visitor },
    });
  // Half an hour is free at nine, which is long enough for one service only.
  await book('09:30', other);
  const window = await openWindow({ locale: 'en-GB', timezoneId: 'Europe/Rome' });
  const effort = await countEffort(window);
  const page = await window.newPage();
  await openDay(page, practice.email);

  const before = effort.clicks;
  await button(page, common('nav.newBooking')).first().click();
  const panel = panelOf(page);
  await panel.getByRole('searchbox').fill('olga');
  await panel.getByRole('button', { name: other.name }).click();
  await panel.getByRole('combobox', { name: appointment('service') }).click();
  await page.getByRole('option', { name: /Prima visita/ }).click();
  await expect(freeTimes(page).getByRole('button').first()).toHaveText('09:00');
  const atFirst = effort.clicks;
  await button(page, appointment('further.add')).click();
  await page.getByRole('option', { name: /Controllo nei/ }).click();
  await expect.poll(() => effort.clicks - atFirst).toBe(2);
  await expect(panel.getByText(/60 min/)).toBeVisible();
  await expect(freeTimes(page).getByRole('button').first()).toHaveText('10:00');
  await expectAccessible(page);
  await freeTimes(page).getByRole('button', { name: '10:00' }).first().click();
  await expect(page.locator('.time-chosen')).toHaveText(`10:00 ${other.name}`);
  const [sent] = await Promise.all([
    page.waitForRequest('**/api/new_pro_booking'),
    button(page, appointment('save')).click(),
  ]);
  expect(sent.postDataJSON()).toMatchObject({ booking: { hubServiceIds: [first, second] } });
  await expect.poll(() => effort.clicks - before).toBe(8);
  await expect(page.locator('button.entry', { hasText: both })).toBeVisible();
});

test('further services are added and removed by keyboard', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'tina_several');
  const page = await (await openWindow({ locale: 'en-GB', timezoneId: 'Europe/Rome' })).newPage();
  await openDay(page, practice.email);
  await button(page, common('nav.newBooking')).first().click();
  await panelOf(page)
    .getByRole('combobox', { name: appointment('service') })
    .click();
  await page.getByRole('option', { name: /Prima visita/ }).click();
  const add = button(page, appointment('further.add'));
  await add.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: /Controllo nei/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const remove = button(page, appointment('further.remove', { service: 'Controllo nei' }));
  await remove.focus();
  await page.keyboard.press('Enter');
  await expect(remove).toHaveCount(0);
  await expect(add).toBeFocused();
});

test('an edit that drops a service says so, and undo restores both', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'uma_several');
  const [first, second] = practice.hubServiceIds;
  const booking = { hubServiceId: first, hubServiceIds: [first, second], date: `${tomorrow}T10:00` };
  await practice.call('placeBooking', { body: { booking, patient } });
  const page = await (await openWindow({ locale: 'en-GB', timezoneId: 'Europe/Rome' })).newPage();
  await openDay(page, practice.email);
  await entry(page).click();
  const details = page.getByRole('dialog', { name: calendar('details.title') });
  await expect(details.getByRole('heading', { name: both })).toBeVisible();
  await button(page, calendar('edit.open')).click();
  await expect(page.getByText(/60 min/)).toBeVisible();
  await expect(button(page, calendar('edit.save'))).toBeDisabled();
  await button(page, appointment('further.remove', { service: 'Controllo nei' })).click();
  await button(page, calendar('edit.save')).click();
  const confirm = page.getByRole('dialog', { name: calendar('edit.confirmTitle') });
  await expect(confirm).toContainText(calendar('edit.services', { before: both, after: 'Prima visita' }));
  await expectAccessible(page);
  await button(page, calendar('edit.confirm')).click();
  await expect(details.getByRole('heading', { name: 'Prima visita', exact: true })).toBeVisible();
  await button(page, common('actions.undo')).click();
  await expect(details.getByRole('heading', { name: both })).toBeVisible();

  await button(page, calendar('remove.open')).click();
  const deletion = page.getByRole('dialog', { name: calendar('remove.confirmTitle') });
  await deletion.getByRole('button', { name: calendar('remove.confirm') }).click();
  await expect(entry(page)).toHaveCount(0);
  await button(page, common('actions.restore')).click();
  await expect(entry(page)).toContainText(both);
});

test('a service is booked twice in one visit, with the reasons for refused times, and the visit is booked again', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'vera_several');
  const [first] = practice.hubServiceIds;
  await practice.call('placeBooking', {
    body: { booking: { hubServiceId: first, date: `${tomorrow}T09:30` }, patient },
  });
  const page = await (await openWindow({ locale: 'en-GB', timezoneId: 'Europe/Rome' })).newPage();
  await openDay(page, practice.email);
  await button(page, common('nav.newBooking')).first().click();
  const panel = panelOf(page);
  await panel.getByRole('searchbox').fill('nadia');
  await panel.getByRole('button', { name: patient.name }).click();
  await panel.getByRole('combobox', { name: appointment('service') }).click();
  await page.getByRole('option', { name: /Prima visita/ }).click();
  await button(page, appointment('why.title')).click();
  const reasons = page.getByRole('list', { name: appointment('why.title') });
  await expect(reasons).toContainText('09:30');
  await expect(reasons.getByText('09:00', { exact: false }).first()).toContainText(
    appointment('why.offered'),
  );
  await button(page, appointment('further.add')).click();
  await page.getByRole('option', { name: /Prima visita/ }).click();
  await expect(panel.getByText(/60 min/)).toBeVisible();
  // An hour does not fit before the visit at half past nine.
  await expect(reasons.getByRole('listitem').filter({ hasText: '09:00' })).not.toContainText(
    appointment('why.offered'),
  );
  await freeTimes(page).getByRole('button', { name: '10:00' }).first().click();
  await button(page, appointment('save')).click();
  const twice = entry(page).filter({ hasText: 'Prima visita + Prima visita' });
  await expect(twice).toBeVisible();

  await twice.hover();
  await button(page, calendar('peek.again')).click();
  await expect(panel.getByText(/60 min/)).toBeVisible();
  await expect(panel.getByText(patient.name).first()).toBeVisible();
  // The times begin with today's.
  const ofTomorrow = freeTimes(page).getByRole('group', {
    name: new RegExp(`\\b${Number(tomorrow.slice(8))}\\b`),
  });
  await ofTomorrow.first().getByRole('button', { name: '11:00' }).click();
  const [again] = await Promise.all([
    page.waitForRequest('**/api/new_pro_booking'),
    button(page, appointment('save')).click(),
  ]);
  expect(again.postDataJSON()).toMatchObject({ booking: { hubServiceIds: [first, first] } });
  await expect(twice).toHaveCount(2);
});

test('a patient moves a visit with two services to a time that is free for both', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'zoe_several');
  const [first, second] = practice.hubServiceIds;
  const visitor = { ...patient, email: 'nadia@own-move.example.com' };
  const [before, other] = [inDays(3), inDays(4)];
  const both = { hubServiceId: first, hubServiceIds: [first, second], date: `${before}T10:00` };
  await practice.call('placeBooking', { body: { booking: both, patient: visitor } });
  // Half an hour is left at nine and an hour at ten.
  for (const time of ['09:30', '11:00']) {
    const booking = { hubServiceId: first, date: `${other}T${time}` };
    // oxlint-disable-next-line no-await-in-loop -- bookings of one professional, one after the other
    await practice.call('placeBooking', { body: { booking, patient } });
  }
  const page = await (await openWindow({ locale: 'en-GB', timezoneId: 'Europe/Rome' })).newPage();
  await page.goto(await mailedLink(stack, visitor.email, 'manage/'));
  await expect(page.getByText('Prima visita + Controllo nei')).toBeVisible();
  await page.getByRole('button', { name: bookingPage('manage.move') }).click();
  const day = dayIn(page, other, 'it');
  await showMonthOf(page.getByRole('button', { name: bookingPage('day.next') }), day);
  await day.click();
  const time = (text: string) => page.getByRole('button', { name: text, exact: true });
  await expect(time('10:00')).toBeVisible();
  await expect(time('09:00')).toHaveCount(0);
  await expect(time('10:30')).toHaveCount(0);
  await time('10:00').click();
  await page.getByRole('button', { name: bookingPage('manage.moveHere') }).click();
  await expect(page.getByText(bookingPage('manage.moved'))).toBeVisible();
  const { data } = await practice.call('getProCalendar', { params: { proId: practice.id } });
  const moved = data.bookings.find(({ patient_email: email }) => email === visitor.email);
  expect([moved?.date.slice(0, 16), moved?.ending_date.slice(11, 16)]).toEqual([`${other}T10:00`, '11:00']);
});
