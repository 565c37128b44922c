import { openBackstage } from '../support/backstage.ts';
import { logIn } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';

const person = (name: string) => ({ name, email: null, prefix: null, phone: null });

test('a professional sets the retention period, sees the records it affects, and keeps one', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'rita_keeps');
  const register = async (name: string) =>
    (await practice.call('registerPatient', { body: person(name) })).data.id;
  const [patientId] = [await register('Nadia Greco'), await register('Ugo Neri')];
  const due = new Date(Date.now() + 20 * 86_400_000).toISOString();
  const data = { patientId, proId: practice.id, due, years: 10 };
  await using backstage = await openBackstage(stack.place);
  await backstage.append(`patient-${patientId}`, { type: 'PatientErasureAnnounced', data });

  const page = await (await openWindow({ locale: 'en-GB', timezoneId: 'Europe/Rome' })).newPage();
  const [patients, common, settings] = [
    textsOf('en', 'patients'),
    textsOf('en', 'common'),
    textsOf('en', 'settings'),
  ];
  const menu = page.getByRole('navigation', { name: common('nav.main') });
  const open = (name: string) => menu.getByRole('link', { name, exact: true }).click();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await logIn(page, practice.email, 'en');

  await page.goto('/dashboard/setting');
  const years = page.getByRole('combobox', { name: settings('records.field') });
  await expect(years).toHaveValue(settings('records.keep'));
  await years.click();
  const saved = page.waitForResponse((response) => response.url().includes('/api/options/'));
  await page
    .getByRole('option', { name: settings('records.years_other', { count: '10' }), exact: true })
    .click();
  await saved;
  await page.reload();
  await expect(years).toHaveValue(settings('records.years_other', { count: '10' }));

  await open(common('nav.patients'));
  await expect(page.getByText(patients('leaving.text_one', { count: '1' }))).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ugo Neri' })).toBeVisible();
  await press(patients('leaving.show'));
  await expect(page.getByRole('link', { name: 'Ugo Neri' })).toBeHidden();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Ugo Neri' })).toBeHidden();
  await page.getByRole('link', { name: 'Nadia Greco' }).click();
  await expect(page.getByText(patients('leaving.why'))).toBeVisible();
  await expectAccessible(page);

  await press(patients('more', { patient: 'Nadia Greco' }));
  await press(patients('legalHold.set.open'));
  const panel = page.getByRole('dialog');
  await panel.getByLabel(patients('legalHold.reason')).fill('Claim of 12 March');
  await panel.getByRole('button', { name: patients('legalHold.set.open'), exact: true }).click();
  await expect(page.getByText(patients('leaving.why'))).toBeHidden();
  await page.reload();
  await expect(page.getByText('Claim of 12 March')).toBeVisible();
  await expect(page.getByText(patients('leaving.why'))).toBeHidden();
  await open(common('nav.patients'));
  await expect(page.getByRole('link', { name: 'Ugo Neri' })).toBeVisible();
  await expect(page.getByText(patients('leaving.text_one', { count: '1' }))).toBeHidden();
});
