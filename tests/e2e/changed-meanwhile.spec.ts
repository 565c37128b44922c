import { logIn } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';
import { showTomorrow, tomorrow } from './week.ts';

const common = textsOf('en', 'common');
const calendar = textsOf('en', 'calendar');

test('notes saved elsewhere during editing are shown beside one’s own', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'two_at_once');
  const patient = { name: 'Nadia Greco', email: 'nadia.two@example.com', prefix: '+39', phone: '3337654321' };
  const booking = { hubServiceId: practice.hubServiceIds[0], date: `${tomorrow()}T10:00`, proNotes: '' };
  const placed = await practice.call('placeBooking', { body: { booking, patient } });
  const params = { id: placed.data.id };
  const window = await openWindow({ locale: 'en-GB', timezoneId: 'Europe/Rome', refusals: true });
  const page = await window.newPage();
  await logIn(page, practice.email, 'en');
  await showTomorrow(page, 'en');
  await page.locator('.entry', { hasText: patient.name }).click();
  const notes = page.getByLabel(calendar('details.proNotes'));
  await notes.fill('Allergic to latex.');
  await practice.call('editBookingNotes', { params, body: { pro_notes: 'Bring the old X-rays.' } });
  const save = page.getByRole('button', { name: calendar('notes.save') });
  await save.click();
  const clash = page.getByRole('dialog', { name: common('clash.title') });
  await expect(clash).toContainText('Bring the old X-rays.');
  await expectAccessible(page);
  for (const [name, width, scheme] of JSON.parse(process.env['PICTURES'] ?? '[]') as [
    string,
    number,
    'light',
  ][]) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.screenshot({ path: `/tmp/w3-${name}.png` });
  }
  await page.keyboard.press('Escape');
  await expect(clash).toBeHidden();
  await expect(notes).toHaveValue('Allergic to latex.');
  await save.click();
  await clash.getByLabel(common('clash.mine')).fill('Allergic to latex. Bring the old X-rays.');
  await page.keyboard.press('Tab');
  await clash.getByRole('button', { name: common('clash.keepMine') }).press('Enter');
  await expect(clash).toBeHidden();
  await expect(page.getByText(calendar('notes.done'))).toBeVisible();
  const asked = { params: { proId: practice.id }, query: { from: tomorrow(), to: tomorrow() } };
  const { data } = await practice.call('getProCalendar', asked);
  expect(data.bookings[0]?.pro_notes).toBe('Allergic to latex. Bring the old X-rays.');
});
