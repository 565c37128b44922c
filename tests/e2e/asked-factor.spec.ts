import { setTimeout as delay } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { logIn } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { joinPractice, openPractice, password } from './practice.ts';
import { textsOf } from './texts.ts';

const account = textsOf('en', 'account');
const auth = textsOf('en', 'auth');
const clinic = textsOf('en', 'clinic');
const common = textsOf('en', 'common');
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome', refusals: true };

test('an owner requires a second factor of the team, and a colleague adds one before anything else', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'olga_asks');
  const guest = await joinPractice(stack, practice, 'gino_asked', 'Gino');
  const owners = await (await openWindow(browser)).newPage();
  await logIn(owners, practice.email, 'en');
  await owners.goto('/dashboard/clinic');
  const asked = owners.getByRole('switch', { name: clinic('secondFactor.label') });
  const saved = owners.waitForResponse((response) => response.request().method() === 'PUT');
  await asked.check();
  await saved;
  await owners.reload();
  await expect(asked).toBeChecked();
  await expectAccessible(owners);

  const page = await (await openWindow(browser)).newPage();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto('/login');
  await page.getByLabel(common('fields.email'), { exact: true }).fill(guest.email);
  await page.getByLabel(common('fields.password'), { exact: true }).fill(password);
  await button(auth('login.submit')).click();
  await page.getByRole('heading', { level: 1, name: account('factorGate.asked.title') }).waitFor();
  await expectAccessible(page);
  await page.goto('/dashboard/patients');
  await page.getByRole('heading', { level: 1, name: account('factorGate.asked.title') }).waitFor();
  await expect(button(account('factorGate.goOn'))).toBeDisabled();

  await page
    .getByRole('button', { name: account('factors.open'), exact: true })
    .last()
    .click();
  const dialog = page.getByRole('dialog', { name: account('factors.add') });
  const secret = await dialog.getByLabel(account('factors.secret')).inputValue();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await dialog.getByRole('textbox').last().fill(code);
  // On a slow connection the codes could be closed before the list is read again.
  await page.route('**/api/factors', async (route) => {
    await delay(500);
    await route.continue();
  });
  await dialog.getByRole('button', { name: account('factors.confirm') }).click();
  await button(account('factors.codes.done')).click();
  await page.getByRole('heading', { level: 1, name: account('factorGate.added.title') }).waitFor();
  await expectAccessible(page);
  await expect(button(account('factorGate.goOn')), 'what there is to do now has the focus').toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Patients' }).waitFor();
});
