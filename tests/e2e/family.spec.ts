import { logIn } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { chooseTime, fillContact } from './patient.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';
import { inDays } from './week.ts';

const slug = 'pina_cares';
const timezoneId = 'Europe/Rome';
const mother = { name: 'Nadia Greco', email: 'nadia@example.com', prefix: '+39', phone: '3337654321' };

test('a visitor books for a person in their care', async ({ stack, openWindow }) => {
  await openPractice(stack, slug);
  const page = await (await openWindow({ locale: 'it-IT', timezoneId, phone: true })).newPage();
  await page.goto(`/booking/${slug}`);
  await chooseTime(page, 'it', 'Controllo nei');
  const booking = textsOf('it', 'booking');
  await page.getByLabel(booking('form.forOther'), { exact: true }).check();
  await fillContact(page, 'it', mother);
  await expect(page.locator('#missing')).toContainText(booking('form.attendee').toLowerCase());
  await page.getByLabel(booking('form.attendee'), { exact: true }).fill('Luca Greco');
  await page.getByLabel(booking('form.birthDate')).fill('2018-03-01');
  await expectAccessible(page);
  const [sent] = await Promise.all([
    page.waitForRequest('**/api/new_booking'),
    page.getByRole('button', { name: booking('form.submit'), exact: true }).click(),
  ]);
  expect(sent.postDataJSON()).toMatchObject({
    contactInfo: { name: mother.name, attendee: { name: 'Luca Greco', birthDate: '2018-03-01' } },
  });
  await expect(page.getByRole('dialog', { name: booking('success.title') })).toBeVisible();
});

test(
  'a professional adds a child to a patient, and is asked before erasing the parent',
  { tag: '@release' },
  async ({ stack, openWindow }) => {
    const practice = await openPractice(stack, 'pina_family');
    const booking = { hubServiceId: practice.hubServiceIds[0], date: `${inDays(1)}T10:00`, proNotes: '' };
    await practice.call('placeBooking', { body: { booking, patient: mother } });
    const page = await (await openWindow({ locale: 'en-GB', timezoneId })).newPage();
    const [patients, common] = [textsOf('en', 'patients'), textsOf('en', 'common')];
    await logIn(page, practice.email, 'en');
    await page.getByRole('link', { name: common('nav.patients'), exact: true }).click();
    await page.getByRole('link', { name: mother.name }).click();
    await page.getByRole('button', { name: patients('family.add') }).click();
    await page.getByLabel(patients('edit.name'), { exact: true }).fill('Luca Greco');
    await expectAccessible(page);
    await page.getByRole('button', { name: patients('edit.save'), exact: true }).click();
    const child = page.getByRole('link', { name: 'Luca Greco' });
    await expect(child).toBeVisible();
    await page.getByRole('button', { name: patients('more', { patient: mother.name }) }).click();
    await page.getByRole('button', { name: patients('erase.open') }).click();
    await expect(page.getByRole('radio', { name: patients('erase.dependants.keep') })).toBeChecked();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await child.click();
    await expect(page.getByRole('button', { name: patients('family.own') })).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('button', { name: common('nav.newBooking') })
      .click();
    const panel = page.getByRole('dialog', { name: textsOf('en', 'appointment')('title') });
    await expect(panel.getByText(mother.email)).toBeVisible();
  },
);
