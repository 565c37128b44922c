import { openClinic } from '../support/http-practice.ts';
import { logIn } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { openPractice, studioAurora } from './practice.ts';
import { showTomorrow, tomorrow } from './week.ts';

const islands = { provinceId: 'ES-TF', city: 'Adeje', address: 'Calle Mayor 1', postalCode: '38670' };

test('two visits of the same hour by two clocks can be told apart in a narrow week, and in a phone’s list', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'zoe_zones');
  const owner = { ...practice, proId: practice.id };
  const plan = { ...studioAurora, place: islands };
  const { offers } = await openClinic(practice.client, owner, 'Clínica Sur', plan);
  for (const [hubServiceId, name] of [
    [practice.hubServiceIds[0], 'Milena'],
    [offers[0], 'Teresa'],
  ] as const) {
    const booking = { hubServiceId, date: `${tomorrow()}T10:00` };
    const patient = { name, email: null, prefix: null, phone: null };
    await practice.call('placeBooking', { body: { booking, patient } });
  }
  const page = await (
    await openWindow({ locale: 'it-IT', timezoneId: 'Europe/Rome', viewport: { width: 768, height: 900 } })
  ).newPage();
  await logIn(page, practice.email, 'it');
  await page.goto(`/dashboard/calendar?view=week&date=${tomorrow()}`);
  await showTomorrow(page, 'it');
  const entry = (name: string) => page.locator('.time-entries .entry').filter({ hasText: name });
  const icon = entry('Teresa').locator('svg');
  await icon.scrollIntoViewIfNeeded();
  await expect(icon).toBeVisible();
  const [inside, around] = [(await icon.boundingBox())!, (await entry('Teresa').boundingBox())!];
  expect(around.width, 'as narrow as half a day').toBeLessThan(60);
  expect(inside.x).toBeGreaterThanOrEqual(around.x);
  expect(inside.x + inside.width).toBeLessThanOrEqual(around.x + around.width);
  await expect(entry('Milena').locator('svg')).toHaveCount(0);
  const content = await entry('Teresa').locator('.entry-content').boundingBox();
  expect(content!.width, 'the icon is not cut off').toBeGreaterThan(inside.width);

  await page.setViewportSize({ width: 390, height: 844 });
  const row = (name: string) => page.locator('.agenda-entry').filter({ hasText: name });
  await expect(row('Teresa')).toContainText('Adeje');
  await expect(row('Milena')).not.toContainText('Adeje');
});
