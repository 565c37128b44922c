import { fillSignUp } from './dashboard.ts';
import { expect, expectAlert, test } from './fixtures.ts';
import { textsOf } from './texts.ts';

const auth = textsOf('it', 'auth');
const common = textsOf('it', 'common');

test('a sign-up whose response was lost counts once, and is kept if the login then fails', async ({
  openWindow,
}) => {
  const page = await (
    await openWindow({ locale: 'it-IT', timezoneId: 'Europe/Rome', refusals: true, outages: true })
  ).newPage();
  let lost = false;
  await page.route('**/api/pros', async (route) => {
    if (lost) return route.fallback();
    lost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.route('**/api/login', (route) => route.abort('connectionreset'));
  const newcomer = { username: 'olga_serra', email: 'olga_serra@example.com', password: 'lungomare24' };
  await fillSignUp(page, newcomer);
  const submit = page.getByRole('button', { name: auth('signup.submit'), exact: true });
  await submit.click();
  await expectAlert(page, common('problems.network'));
  await submit.click();
  await page.waitForURL('**/login');
  await expect(page.getByRole('status').filter({ hasText: auth('login.signedUp') })).toBeVisible();
});
