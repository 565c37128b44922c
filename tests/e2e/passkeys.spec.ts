import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';

const account = textsOf('en', 'account');
const auth = textsOf('en', 'auth');
const common = textsOf('en', 'common');

/** Adds a virtual authenticator with user verification. */
const giveDevice = async (page: Page) => {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

/** Simulates passkeys in the browser's autofill. */
const setOffers = `
  if (localStorage.getItem('test.offers') !== 'yes')
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;`;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a professional adds a passkey, renames it, logs in with it alone, and removes it', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'pia_passkey');
  // Passkeys need a domain; an IP address has none.
  const baseURL = stack.address.replace('127.0.0.1', 'localhost');
  const context = await openWindow({ locale: 'en-GB', timezoneId: 'Europe/Rome', baseURL, refusals: true });
  const page = await context.newPage();
  await giveDevice(page);
  await page.addInitScript(setOffers);
  // This page has no session check, so it does not redirect.
  const setStorage = async (script: string) => {
    await page.goto('/cookie-policy');
    await page.evaluate(script);
  };
  await setStorage(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto('/dashboard/account-data');
  const adding = button(page, account('factors.passkey.open'));
  await adding.click();
  const making = page.getByRole('dialog', { name: account('factors.passkey.add') });
  await making.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(adding, 'the focus goes back to where it was').toBeFocused();
  await adding.click();
  await making.getByLabel(account('factors.passkey.name')).fill('Phone');
  await button(page, account('factors.passkey.create')).click();
  await button(page, account('factors.codes.done')).click();
  await expect(adding, 'after the recovery codes, too').toBeFocused();
  await expect(page.getByText(account('factors.passkey.unused'))).toBeVisible();
  const renaming = button(page, account('factors.passkey.renameOf', { name: 'Phone' }));
  await renaming.click();
  const naming = page.getByRole('dialog', { name: account('factors.passkey.renameTitle') });
  const name = naming.getByLabel(account('factors.passkey.name'));
  await expect(name).toHaveValue('Phone');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(renaming).toBeFocused();
  await renaming.press('Enter');
  await name.fill(' Laptop ');
  await name.press('Enter');
  await expect(page.getByText('Laptop', { exact: true })).toBeVisible();
  await expect(button(page, account('factors.passkey.renameOf', { name: 'Laptop' }))).toBeFocused();

  await setStorage('localStorage.clear()');
  await page.goto('/login');
  await expect(page.getByLabel(common('fields.email'))).toHaveAttribute('autocomplete', 'username webauthn');
  await expectAccessible(page);
  await button(page, auth('login.passkey')).click();
  await page.waitForURL('**/dashboard/calendar');

  // With autofill, nothing is pressed; the virtual authenticator accepts each request.
  await setStorage("localStorage.clear(); localStorage.setItem('test.offers', 'yes')");
  await page.goto('/login');
  await page.waitForURL('**/dashboard/calendar');

  await page.goto('/dashboard/account-data');
  await button(page, account('factors.removeOf', { name: 'Laptop' })).click();
  const question = page.getByRole('dialog', {
    name: account('factors.passkey.removeTitle', { name: 'Laptop' }),
  });
  await question.getByRole('button', { name: account('factors.remove') }).click();
  await expect(page.getByText('Laptop', { exact: true })).toBeHidden();
  await expect(button(page, account('factors.open'))).toBeFocused();

  await setStorage("localStorage.clear(); localStorage.setItem('test.offers', 'yes')");
  const refused = page.waitForResponse('**/api/passkey_login');
  await page.goto('/login');
  expect((await refused).status(), 'offered by the device, which has it still').toBe(401);
  await button(page, auth('login.passkey')).click();
  // Both alerts may still be visible.
  const said = page.getByRole('alert').filter({ hasText: common('problems.passkey-refused') });
  await expect(said.first()).toBeVisible();
});
