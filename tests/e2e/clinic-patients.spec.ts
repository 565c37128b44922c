import { logIn } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { joinPractice, joinReception, openPractice } from './practice.ts';
import { textsOf } from './texts.ts';
import { tomorrow } from './week.ts';

const clinic = textsOf('en', 'clinic');
const patients = textsOf('en', 'patients');
const common = textsOf('en', 'common');
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome' };
const nora = { name: 'Nora Villa', email: 'nora.villa@example.com', prefix: '+39', phone: '3337654321' };

test('a reception finds a colleague’s patient and corrects the phone with at most five presses', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'olga_found');
  const bruno = await joinPractice(stack, practice, 'bruno_found', 'Bruno');
  const booking = { hubServiceId: bruno.hubServiceIds[0], date: `${tomorrow()}T10:00`, proNotes: 'Secret' };
  await bruno.call('placeBooking', { body: { booking, patient: nora } });
  const rita = await joinReception(stack, practice, 'rita_found');

  const page = await (await openWindow(browser)).newPage();
  await logIn(page, rita.email, 'en');
  // First press: the search. The typed name leads to the patient with Enter, the second press.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('combobox').fill('nora');
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('Bruno De Santis');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: nora.name })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: patients('edit.open') }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('textbox', { name: common('fields.phone') }).fill('3330009999');
  await panel.getByRole('button', { name: patients('edit.save') }).click();
  await expect(page.getByRole('link', { name: '+39 3330009999' })).toBeVisible();
  await expect(page.getByText('Secret')).toHaveCount(0);

  await page
    .getByRole('navigation')
    .getByRole('link', { name: common('nav.patients'), exact: true })
    .click();
  await page.getByLabel(patients('clinic.search')).fill('3330009999');
  const found = page.getByRole('region', { name: /Studio Aurora/ });
  await expect(found.getByRole('listitem')).toContainText(nora.name);
  await expect(found.getByRole('link')).toContainText('Bruno De Santis');
  await expectAccessible(page);
});

test('a reception corrects a patient in the search, also in the selected record of another professional', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'olga_both');
  const bruno = await joinPractice(stack, practice, 'bruno_both', 'Bruno');
  for (const { call, hubServiceIds } of [practice, bruno]) {
    const booking = { hubServiceId: hubServiceIds[0], date: `${tomorrow()}T10:00`, proNotes: '' };
    // oxlint-disable-next-line no-await-in-loop -- one test, two bookings
    await call('placeBooking', { body: { booking, patient: nora } });
  }
  const rita = await joinReception(stack, practice, 'rita_both');

  const page = await (await openWindow(browser)).newPage();
  await logIn(page, rita.email, 'en');
  await page
    .getByRole('navigation')
    .getByRole('link', { name: common('nav.patients'), exact: true })
    .click();
  const search = page.getByLabel(patients('clinic.search'));
  await search.fill('nora.villa');
  const person = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /De Santis/ }) });
  await person.getByRole('button', { name: patients('edit.of', { patient: nora.name }) }).click();
  const panel = page.getByRole('dialog');
  const other = panel.getByRole('group', { name: patients('others.title') }).getByRole('checkbox');
  const phone = panel.getByRole('textbox', { name: common('fields.phone') });
  const save = panel.getByRole('button', { name: patients('edit.save') });
  await expect(other).toHaveCount(1);
  await expect(other).not.toBeChecked();
  await expectAccessible(page);
  await phone.fill('3330001111');
  await save.click();
  await expect(panel).toHaveCount(0);
  // Only the selected record is corrected too.
  await search.fill('3330001111');
  await expect(person.getByRole('link')).toHaveCount(1);

  // The second correction begins with the list as it was before the first one, and clashes with nothing.
  const reread = Promise.withResolvers<void>();
  await page.route('**/api/clinics/*/patients?**', async (route) => {
    await reread.promise;
    await route.continue();
  });
  await search.fill('nora.villa');
  await expect(person.getByRole('link')).toHaveCount(2);
  await expect(person).toContainText('+39 3330001111');
  await person.getByRole('button').click();
  await other.check();
  await phone.fill('3330002222');
  reread.resolve();
  await save.click();
  await expect(panel).toHaveCount(0);
  await search.fill('3330002222');
  await expect(person.getByRole('link')).toHaveCount(2);
});

test('an owner is asked once whether to share patients, and then finds those of colleagues', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'olga_shares');
  const bruno = await joinPractice(stack, practice, 'bruno_shares', 'Bruno');
  const booking = { hubServiceId: bruno.hubServiceIds[0], date: `${tomorrow()}T10:00`, proNotes: '' };
  await bruno.call('placeBooking', { body: { booking, patient: nora } });
  const page = await (await openWindow(browser)).newPage();
  await logIn(page, practice.email, 'en');
  await page.getByRole('link', { name: common('nav.clinic'), exact: true }).click();
  await expect(page.getByText(clinic('sharedPatients.question'))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: clinic('sharedPatients.share') }).click();
  await expect(page.getByText(clinic('sharedPatients.question'))).toHaveCount(0);
  await expect(page.getByRole('switch', { name: clinic('sharedPatients.label') })).toBeChecked();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: common('nav.patients'), exact: true })
    .click();
  await page.getByLabel(patients('clinic.search')).fill('nora');
  await page.getByRole('link', { name: /Bruno De Santis/ }).click();
  await expect(page.getByRole('heading', { name: nora.name })).toBeVisible();
});
