import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';

const account = textsOf('en', 'account');
const auth = textsOf('en', 'auth');
const common = textsOf('en', 'common');

/** A device that answers for its owner, as one with a fingerprint does. */
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

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a pro adds a passkey, logs in by it alone, and removes it', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'pia_passkey');
  // Passkeys belong to a name, and what is asked by a number offers none.
  const baseURL = stack.address.replace('127.0.0.1', 'localhost');
  const context = await openWindow({ locale: 'en-GB', timezoneId: 'Europe/Rome', baseURL, refusals: true });
  const page = await context.newPage();
  await giveDevice(page);
  // A page that looks at no session, and so does not leave when there is another one.
  const setStorage = async (script: string) => {
    await page.goto('/cookie-policy');
    await page.evaluate(script);
  };
  await setStorage(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto('/dashboard/account-data');
  await button(page, account('factors.passkey.open')).click();
  const making = page.getByRole('dialog', { name: account('factors.passkey.add') });
  await making.waitFor();
  await expectAccessible(page);
  await making.getByLabel(account('factors.passkey.name')).fill('Laptop');
  await button(page, account('factors.passkey.create')).click();
  await button(page, account('factors.codes.done')).click();
  await expect(page.getByText('Laptop', { exact: true })).toBeVisible();
  await expect(page.getByText(account('factors.passkey.unused'))).toBeVisible();

  await setStorage('localStorage.clear()');
  await page.goto('/login');
  await button(page, auth('login.passkey')).click();
  await page.waitForURL('**/dashboard/calendar');

  await page.goto('/dashboard/account-data');
  await button(page, account('factors.removeOf', { name: 'Laptop' })).click();
  const question = page.getByRole('dialog', {
    name: account('factors.passkey.removeTitle', { name: 'Laptop' }),
  });
  await question.getByRole('button', { name: account('factors.remove') }).click();
  await expect(page.getByText('Laptop', { exact: true })).toBeHidden();

  await setStorage('localStorage.clear()');
  await page.goto('/login');
  await button(page, auth('login.passkey')).click();
  await expect(page.getByRole('alert').filter({ hasText: common('problems.passkey-refused') })).toBeVisible();
});
