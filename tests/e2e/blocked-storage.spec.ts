import { expect, expectAccessible, test } from './fixtures.ts';
import { chooseTime, fillContact } from './patient.ts';
import { textsOf } from './texts.ts';

const auth = textsOf('it', 'auth');
const booking = textsOf('it', 'booking');
const browser = { locale: 'it-IT', timezoneId: 'Europe/Rome', refusals: true };

/** Makes storage throw on access, as in browsers that block all cookies. */
const block = () => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
};

test('patients can book if the browser blocks all storage', async ({ openWindow, world }) => {
  const window = await openWindow(browser);
  await window.addInitScript(block);
  const page = await window.newPage();
  await page.goto(`/booking/${world.slug}`);
  await chooseTime(page, 'it', 'Prima visita');
  await fillContact(page, 'it', { name: 'Ada Neri', email: 'ada@example.com', phone: '3331239876' });
  await page.getByRole('button', { name: booking('form.submit') }).click();
  await expect(page.getByRole('dialog', { name: booking('success.title') })).toBeVisible();
  await page.goto('/confirmation/?token=x');
  await expect(page.getByText(booking('confirmation.invalid'))).toBeVisible();
  await page.getByRole('button', { name: 'EN – English' }).click();
  await expect(page.getByText(textsOf('en', 'booking')('confirmation.invalid'))).toBeVisible();
  await page.goto('/manage/?token=x');
  await expect(page.getByText(booking('manage.unknown'))).toBeVisible();
});

test('the entrance works without storage, and explains that a login needs it', async ({ openWindow }) => {
  const window = await openWindow(browser);
  await window.addInitScript(block);
  const page = await window.newPage();
  for (const path of ['/login', '/signup', '/dashboard/calendar', '/onboarding/personal-data', '/preview']) {
    await page.goto(path);
    await expect(page.getByText(auth('storageBlocked')), path).toBeVisible();
  }
  await expectAccessible(page);
  for (const path of [
    '/password-request',
    '/privacy-policy',
    '/password-setting?token=x',
    '/email-confirmation/?token=x',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading').first(), path).toBeVisible();
  }
});
