import { setUp } from './dashboard.ts';
import { countEffort, secondsOf } from './effort.ts';
import { expect, test } from './fixtures.ts';
import { textsOf } from './texts.ts';

const booking = textsOf('it', 'booking');
const welcome = textsOf('it', 'welcome');
const username = 'nina_first';
const account = { username, email: 'nina.first@example.com', password: 'lungomare24' };

test('from the sign-up to a shareable link in well under three minutes', async ({ stack, openWindow }) => {
  const context = await openWindow({ locale: 'it-IT', timezoneId: 'Europe/Rome' });
  const effort = await countEffort(context);
  const page = await context.newPage();
  const started = Date.now();
  await setUp(page, account);
  await page.getByRole('button', { name: welcome('actions.share'), exact: true }).click();
  const link = page
    .getByRole('dialog', { name: welcome('share.title') })
    .getByLabel(welcome('share.address'));
  await expect(link).toHaveValue(`${stack.address}/booking/${username}`);
  const took = `${Math.round((Date.now() - started) / 1000)} s by the test`;

  // Makes sure that all earlier counts have arrived.
  await page.evaluate("counted('clicks', 0)");
  const { screens, ...counts } = effort;
  const seconds = secondsOf(effort);
  const description = JSON.stringify({ screens: screens.size, ...counts, seconds, took });
  test.info().annotations.push({ type: 'effort', description });
  expect(seconds, 'it was counted at all').toBeGreaterThan(60);
  expect(seconds, description).toBeLessThan(120);
  // More steps would cost every new user time.
  expect(screens.size, description).toBeLessThanOrEqual(5);
  expect(counts.panels, description).toBeLessThanOrEqual(4);
  expect(counts.fields, description).toBeLessThanOrEqual(15);
  expect(counts.clicks, description).toBeLessThanOrEqual(24);

  const visitor = await context.newPage();
  await visitor.goto(await link.inputValue());
  await visitor.getByRole('gridcell').getByRole('button', { disabled: false }).first().click();
  await expect(visitor.getByRole('region', { name: booking('time.step') })).toBeVisible();
});
