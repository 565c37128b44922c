import { expect, expectAccessible, test } from './fixtures.ts';
import { joinPractice, openPractice } from './practice.ts';
import { textsOf } from './texts.ts';
import { tomorrow } from './week.ts';

const calendar = textsOf('en', 'calendar');
const common = textsOf('en', 'common');
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome' };

test('a booking dropped into a colleague’s column is theirs after a confirmation, and can be taken back', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'hanna_hands');
  await joinPractice(stack, practice, 'sara_hands', 'Sara');
  const booking = { hubServiceId: practice.hubServiceIds[0], date: `${tomorrow()}T10:00`, proNotes: '' };
  const patient = { name: 'Mara', email: 'mara.hands@example.com', prefix: '+39', phone: '3337654321' };
  await practice.call('placeBooking', { body: { booking, patient } });
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow()}`);
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  const columns = page.locator('.time-column');
  await expect(columns).toHaveCount(2);
  const [own, saras] = [columns.nth(0), columns.nth(1)];
  const from = await own.locator('.entry').boundingBox();
  const to = await saras.boundingBox();
  if (!from || !to) throw new Error('the entry is not drawn');
  const [x, y] = [from.x + 30, from.y + 6];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y + 4);
  await page.mouse.move(to.x + to.width / 2, y, { steps: 5 });
  await page.mouse.up();

  const dialog = page.getByRole('dialog', { name: calendar('edit.confirmTitle') });
  await expect(dialog).toContainText(/Mara: from Marco De Santis, .*10:00 → to Sara De Santis, .*10:00/);
  await expect(dialog).toContainText(calendar('edit.mailed'));
  await expect(saras.locator('.entry'), 'it is drawn where it was dropped').toContainText('Mara');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: calendar('edit.confirm') }).click();
  const toast = page.getByRole('status').filter({ hasText: calendar('edit.done') });
  await expect(toast).toContainText('Sara De Santis');
  await expect(dialog).toHaveCount(0);
  await expect(saras.locator('.entry')).toContainText('Mara');
  await expect(own.locator('.entry')).toHaveCount(0);
  await toast.getByRole('button', { name: common('actions.undo') }).click();
  await expect(own.locator('.entry')).toContainText('Mara');
});
