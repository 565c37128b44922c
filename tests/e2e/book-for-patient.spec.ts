import { logIn } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';
import { inDays } from './week.ts';

const appointment = textsOf('en', 'appointment');
const common = textsOf('en', 'common');
const tomorrow = inDays(1);
const patient = { name: 'Nadia Greco', email: 'nadia@example.com', prefix: '+39', phone: '3337654321' };

test('a patient’s page leads to a booking for them', { tag: '@release' }, async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'pina_books');
  const booking = { hubServiceId: practice.hubServiceIds[0], date: `${tomorrow}T10:00`, proNotes: '' };
  await practice.call('placeBooking', { body: { booking, patient } });
  const page = await (await openWindow({ locale: 'en-GB', timezoneId: 'Europe/Rome' })).newPage();
  await logIn(page, practice.email, 'en');
  await page.getByRole('link', { name: common('nav.patients'), exact: true }).click();
  await page.getByRole('link', { name: patient.name }).click();
  const main = page.getByRole('main');
  await main.getByRole('button', { name: common('nav.newBooking') }).click();
  const panel = page.getByRole('dialog', { name: appointment('title') });
  await expect(panel.getByText(patient.email)).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('combobox', { name: appointment('service') }).click();
  await page.getByRole('option', { name: /Controllo nei/ }).click();
  await panel
    .getByLabel(appointment('date'), { exact: true })
    .fill(tomorrow.split('-').toReversed().join('/'));
  await panel
    .getByLabel(common('fields.hoursOf', { label: appointment('time') }), { exact: true })
    .fill('11');
  await panel
    .getByLabel(common('fields.minutesOf', { label: appointment('time') }), { exact: true })
    .fill('30');
  const [sent] = await Promise.all([
    page.waitForRequest('**/api/new_pro_booking'),
    panel.getByRole('button', { name: appointment('save'), exact: true }).click(),
  ]);
  expect(sent.postDataJSON()).toMatchObject({ patient, booking: { date: `${tomorrow}T11:30` } });
  await expect(panel).toHaveCount(0);
});
