import { readFile } from 'node:fs/promises';
import { patientExport, proExport } from '@visita/contracts/personal-data/views';
import type { Page } from '@playwright/test';
import { logIn } from './dashboard.ts';
import { expect, expectAccessible, expectAlert, test } from './fixtures.ts';
import { openPractice, password } from './practice.ts';
import { textsOf } from './texts.ts';
import { inDays } from './week.ts';

const account = textsOf('en', 'account');
const patients = textsOf('en', 'patients');
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome', refusals: true };
const username = 'livia_serra';
const patientNamed = (name: string) => ({
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
  prefix: '+39',
  phone: '3330001111',
});
const carla = patientNamed('Carla Verdi');
const dora = patientNamed('Dora Blu');

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rows = (page: Page) => page.getByRole('main').getByRole('listitem');

/** Returns the file that a press downloads, with its name. */
const saved = async (page: Page, press: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const path = await download.path();
  return { name: download.suggestedFilename(), content: JSON.parse(await readFile(path, 'utf8')) as unknown };
};

test.beforeAll(async ({ stack }) => {
  const practice = await openPractice(stack, username);
  const day = inDays(5);
  for (const [index, patient] of [carla, dora].entries()) {
    const booking = { hubServiceId: practice.hubServiceIds[0], date: `${day}T1${index}:00` };
    await practice.call('placeBooking', { body: { booking, patient } });
  }
});

test('a patient’s data is exported, and the patient erased', async ({ openWindow }) => {
  const page = await (await openWindow(browser)).newPage();
  await logIn(page, `${username}@example.com`, 'en', password);
  await page.goto('/dashboard/patients');
  await rows(page).filter({ hasText: carla.name }).getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: carla.name }).waitFor();
  await expectAccessible(page);

  const menu = button(page, patients('more', { patient: carla.name }));
  await menu.click();
  await expectAccessible(page);
  const { name, content } = await saved(page, () => button(page, patients('export.open')).click());
  const document = patientExport.parse(content);
  expect(name).toBe(`visita-patient-${document.patient.id}.json`);
  expect(document).toMatchObject({ patient: carla, bookings: [{ patient: { email: carla.email } }] });

  const erase = button(page, patients('erase.open'));
  const open = async () => {
    await menu.click();
    await erase.click();
  };
  const modal = page.getByRole('dialog', { name: patients('erase.title', { patient: carla.name }) });
  const confirm = modal.getByRole('button', { name: patients('erase.confirm') });
  await open();
  await expect(modal.getByRole('paragraph')).toHaveCount(4);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'hidden' });
  await expect(menu, 'the focus is back at the menu').toBeFocused();

  // By keyboard: the menu opens and closes, and its last action is reached.
  await page.keyboard.press('Enter');
  await expect(erase).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(erase).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  const actions = page.locator('[popover]:popover-open').getByRole('button');
  for (const action of await actions.all()) {
    await page.keyboard.press('Tab');
    await expect(action).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(modal).toBeVisible();
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'hidden' });

  await page.route('**/api/patients/*', (route) =>
    route.fulfill({ status: 409, json: { code: 'hub-status', error: 'No' } }),
  );
  await open();
  await confirm.click();
  await expectAlert(page, patients('erase.errorMessage'));
  await page.unroute('**/api/patients/*');

  await open();
  await confirm.click();
  await page.waitForURL('**/dashboard/patients');
  await expect(page.getByRole('status').filter({ hasText: patients('erase.done') })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(dora.name);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
});

test('a professional exports all their data', async ({ openWindow }) => {
  const page = await (await openWindow(browser)).newPage();
  await logIn(page, `${username}@example.com`, 'en', password);
  await page.goto('/dashboard/account-data');
  const open = button(page, account('export.open'));
  const { name, content } = await saved(page, () => open.click());
  const document = proExport.parse(content);
  expect(name).toBe(`visita-pro-${document.pro.id}.json`);
  expect(document).toMatchObject({
    pro: { username },
    patients: [dora],
    clinics: [{ name: 'Studio Aurora' }],
  });
  expect(JSON.stringify(document)).not.toContain(carla.email);

  await page.route('**/api/pros/*/export', (route) =>
    route.fulfill({ status: 429, json: { code: 'rate-limited' } }),
  );
  await open.click();
  await expect(page.getByRole('alert')).toBeVisible();
});
