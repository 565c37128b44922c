import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { mailedLink } from './mails.ts';
import { joinPractice, openPractice, type Practice } from './practice.ts';
import { textsOf } from './texts.ts';
import { inDays } from './week.ts';

const waiting = textsOf('en', 'waiting');
// Mails and their pages are in the practice's language.
const mailed = textsOf('it', 'waiting');
const appointment = textsOf('en', 'appointment');
const common = textsOf('en', 'common');
const today = textsOf('en', 'today');
const booking = textsOf('en', 'booking');
const manage = textsOf('it', 'booking');
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome', viewport: { width: 1440, height: 900 } };

let practice: Practice;
test.beforeAll(async ({ stack }) => {
  practice = await openPractice(stack, 'wanda_waits');
});

/** Counts the presses of a page as they are made. */
const counting = () => {
  let presses = 0;
  return {
    counted: async <Result>(press: Promise<Result>): Promise<Result> => {
      presses += 1;
      return press;
    },
    presses: () => presses,
  };
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('staff put a person on the list in 4 presses and offer a time in 2, which is taken on its page', async ({
  openWindow,
  stack,
}) => {
  const window = await openWindow(browser);
  const page = await window.newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto('/dashboard/today');
  const onto = counting();
  await onto.counted(page.getByRole('link', { name: today('waitingList'), exact: true }).click());
  await onto.counted(button(page, waiting('staff.add')).first().click());
  await page.getByRole('combobox', { name: waiting('staff.name') }).fill('Quinn Waits');
  await page.getByLabel(waiting('staff.email')).fill('quinn@waits.example.com');
  await onto.counted(button(page, waiting('staff.save')).click());
  const entry = page.getByRole('article', { name: 'Quinn Waits' });
  await expect(entry).toBeVisible();
  expect(onto.presses()).toBeLessThanOrEqual(4);

  const offer = counting();
  await offer.counted(button(page, waiting('staff.offer')).click());
  await offer.counted(button(page, waiting('staff.sendOffer')).click());
  await expect(entry).toContainText(waiting('staff.because.staff'));
  expect(offer.presses()).toBeLessThanOrEqual(2);

  const link = await mailedLink(stack, 'quinn@waits.example.com', 'offer/');
  const visitor = await (await openWindow(browser)).newPage();
  await visitor.goto(link);
  await button(visitor, mailed('offer.take')).waitFor();
  await button(visitor, mailed('offer.take')).click();
  await expect(visitor.getByRole('status').filter({ hasText: mailed('offer.taken') })).toBeVisible();
  await page.reload();
  await expect(entry).toBeHidden();
});

test('staff choose a registered patient by the first letters with 4 presses, and a typed email becomes one', async ({
  openWindow,
}) => {
  const { call, hubServiceIds, clinicId } = practice;
  const petra = { name: 'Petra Known', email: 'petra@waits.example.com', prefix: '+39', phone: '3331234569' };
  const booking = { hubServiceId: hubServiceIds[0], date: `${inDays(5)}T12:00` };
  const { data } = await call('placeBooking', { body: { booking, patient: petra } });
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto('/dashboard/today');
  const onto = counting();
  await onto.counted(page.getByRole('link', { name: today('waitingList'), exact: true }).click());
  await onto.counted(button(page, waiting('staff.add')).first().click());
  const name = page.getByRole('combobox', { name: waiting('staff.name') });
  await name.fill('New@Waits.example.com');
  await name.press('Tab');
  await expect(name).toHaveValue('');
  await expect(page.getByLabel(waiting('staff.email'))).toHaveValue('new@waits.example.com');
  await page.getByLabel(waiting('staff.email')).fill('');
  await name.fill('petr');
  await page.getByRole('option', { name: /Petra Known/ }).waitFor();
  await onto.counted(page.getByRole('option', { name: /Petra Known/ }).click());
  await expect(page.getByRole('group', { name: 'Petra Known' })).toContainText('petra@waits.example.com');
  await expect(name).toBeHidden();
  await onto.counted(button(page, waiting('staff.save')).click());
  await expect(page.getByRole('article', { name: 'Petra Known' })).toBeVisible();
  expect(onto.presses()).toBeLessThanOrEqual(4);
  const { data: list } = await call('getWaitingList', { params: { clinicId } });
  expect(list.find((one) => one.name === 'Petra Known')?.patient_id).toBe(data.patient_id);
  const { id } = list.find((one) => one.name === 'Petra Known') ?? { id: '' };
  await call('leaveWaitingList', { params: { id } });
});

const openForm = async (page: Page) => {
  await page.goto('/booking/wanda_waits');
  await page.getByRole('combobox').selectOption({ index: 1 });
  await button(page, booking('waiting.open')).click();
  const form = page.getByRole('dialog');
  await form.getByLabel(booking('form.name')).waitFor();
  return form;
};

const fillForm = async (form: Locator, name: string, email: string): Promise<void> => {
  await form.getByLabel(booking('form.name')).fill(name);
  await form.getByLabel(booking('form.email')).fill(email);
  await form.getByLabel(booking('form.phone'), { exact: true }).fill('3331234567');
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: waiting('join.send'), exact: true }).click();
  await expect(form.getByRole('status')).toHaveText(waiting('join.sent'));
};

test('a visitor joins from the booking page and leaves by the mailed link', async ({ openWindow, stack }) => {
  const window = await openWindow({ ...browser, phone: true });
  const page = await window.newPage();
  const form = await openForm(page);
  // With a single professional there is nothing to choose.
  await expect(form.getByRole('radio')).toHaveCount(0);
  await fillForm(form, 'Rex Later', 'rex@waits.example.com');

  const link = await mailedLink(stack, 'rex@waits.example.com', 'waiting/');
  await page.goto(link);
  await button(page, waiting('own.confirm')).click();
  await button(page, waiting('own.leave')).click();
  await expect(page.getByText(waiting('own.left'))).toBeVisible();
  await page.goto(link);
  await button(page, waiting('own.confirm')).click();
  const told = { clinic: 'Studio Aurora', service: 'Prima visita' };
  await expect(page.getByText(waiting('own.ended.left', told))).toBeVisible();
  await page.getByRole('link', { name: waiting('own.book'), exact: true }).click();
  await expect(page).toHaveURL(/\/booking\/wanda_waits/);
});

test('a patient asks for an earlier time, takes it, and finds the list on the page of messages', async ({
  openWindow,
  stack,
}) => {
  const { call, hubServiceIds } = practice;
  const patient = { name: 'Edna Early', email: 'edna@waits.example.com', prefix: '+39', phone: '3331234567' };
  const at = (time: string, who = patient) => {
    const date = `${inDays(3)}T${time}`;
    const booking = { hubServiceId: hubServiceIds[0], date };
    return call('placeBooking', { body: { booking, patient: who } });
  };
  await at('16:00');
  const other = { name: 'Otto Other', email: 'otto@waits.example.com', prefix: '+39', phone: '3331234568' };
  const before = await at('10:00', other);
  const window = await openWindow({ ...browser, phone: true });
  const page = await window.newPage();
  await page.goto(await mailedLink(stack, patient.email, 'manage/'));
  await button(page, manage('waiting.earlier')).click();
  await expect(page.getByRole('status').filter({ hasText: manage('waiting.joined') })).toBeVisible();

  await call('deleteBooking', { params: { id: before.data.id } });
  const offer = await mailedLink(stack, patient.email, 'offer/');
  const messages = await window.newPage();
  await messages.goto((await mailedLink(stack, patient.email, 'manage/')).replace('manage/', 'messages/'));
  const listed = messages.getByRole('region', { name: manage('messages.waiting.title') });
  await expect(listed.getByRole('link')).toContainText('10:00');
  await page.goto(offer);
  await button(page, mailed('offer.take')).click();
  await expect(page.getByRole('status').filter({ hasText: mailed('offer.taken') })).toBeVisible();
});

test('a visitor waits for the professional of the page unless they choose any professional', async ({
  openWindow,
  stack,
}) => {
  await joinPractice(stack, practice, 'luca_waits', 'Luca');
  const page = await (await openWindow({ ...browser, phone: true })).newPage();
  const only = waiting('join.only', { name: 'Marco De Santis' });
  const form = await openForm(page);
  await expect(form.getByRole('radio', { name: only })).toBeChecked();
  await fillForm(form, 'Ona Only', 'ona@waits.example.com');
  const again = await openForm(page);
  await again.getByRole('radio', { name: waiting('join.any') }).check();
  await fillForm(again, 'Ada Any', 'ada@waits.example.com');
  for (const email of ['ona@waits.example.com', 'ada@waits.example.com']) {
    await page.goto(await mailedLink(stack, email, 'waiting/'));
    await button(page, waiting('own.confirm')).click();
    await button(page, waiting('own.leave')).waitFor();
  }
  const { data } = await practice.call('getWaitingList', { params: { clinicId: practice.clinicId } });
  const named = data.filter(({ name }) => /^Ona|^Ada/.test(name)).map((one) => [one.name, one.pro_ids]);
  expect(named).toEqual([
    ['Ona Only', [practice.id]],
    ['Ada Any', []],
  ]);
});

test('a declined time is shown to staff until it is booked, and opens a new booking', async ({
  openWindow,
  stack,
}) => {
  // A declined time would be offered to others who wait.
  const own = await openPractice(stack, 'dora_declined');
  const { call, clinicId, serviceIds, hubServiceIds, token } = own;
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${token}')`);
  await page.goto('/dashboard/waiting_list');
  await button(page, waiting('staff.add')).first().waitFor();
  const left = page.getByRole('region', { name: waiting('staff.left') });

  const patient = {
    name: 'Dina Declines',
    email: 'dina@waits.example.com',
    prefix: '+39',
    phone: '3331234560',
  };
  const body = { clinicId, clinicServiceId: serviceIds[0]!, patient };
  const { data: entry } = await call('joinWaitingList', { body });
  const date = `${inDays(6)}T15:00`;
  const offered = { hubServiceId: hubServiceIds[0], date };
  await call('offerTime', { params: { id: entry.id! }, body: offered });
  const visitor = await (await openWindow(browser)).newPage();
  await visitor.goto(await mailedLink(stack, patient.email, 'offer/'));
  await button(visitor, mailed('offer.decline')).click();

  const press = left.getByRole('button', { name: /15:00$/ });
  await press.waitFor();
  await expect(left).toContainText('Marco De Santis');
  await expectAccessible(page);
  await press.click();
  const form = page.getByRole('dialog', { name: appointment('title') });
  const hours = form.getByLabel(common('fields.hoursOf', { label: appointment('time') }), { exact: true });
  await expect(hours).toHaveValue('15');
  await page.keyboard.press('Escape');
  const other = { name: 'Phil Phone', email: null, prefix: '+39', phone: '3331234561' };
  await call('placeBooking', { body: { booking: offered, patient: other } });
  await expect(left).toBeHidden({ timeout: 15_000 });
});
