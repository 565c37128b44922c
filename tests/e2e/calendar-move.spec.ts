import type { Locator, Page } from '@playwright/test';
import { untilLive } from './dashboard.ts';
import { expect, expectAccessible, expectAlert, test } from './fixtures.ts';
import { mailsTo } from './mails.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';
import { showTomorrow, tomorrow } from './week.ts';

const calendar = textsOf('it', 'calendar');
const common = textsOf('it', 'common');
const browser = { locale: 'it-IT', timezoneId: 'America/New_York', refusals: true };
/** A domain of this file, because other files book for a Mara on the same product. */
const addressOf = (name: string) => `${name.toLowerCase()}@moves.example.com`;
const person = (name: string) => ({
  name,
  email: addressOf(name),
  prefix: '+39',
  phone: '3337654321',
});

const entryOf = (page: Page, name: string) => page.locator('.entry', { hasText: name });
const dialog = (page: Page) => page.getByRole('dialog', { name: calendar('edit.confirmTitle'), exact: true });
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

const boxOf = async (entry: Locator) => {
  const box = await entry.boundingBox();
  if (!box) throw new Error('the entry is out of sight');
  return box;
};

/** Drags an entry by some hours; two entries an hour apart give the scale. */
const drag = async (page: Page, name: string, hours: number): Promise<void> => {
  // The week opens at the current time.
  await entryOf(page, name).evaluate((entry) => entry.scrollIntoView({ block: 'center' }));
  const [one, other] = [await boxOf(entryOf(page, 'Nora')), await boxOf(entryOf(page, 'Otto'))];
  const from = await boxOf(entryOf(page, name));
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 10);
  await page.mouse.move(x, y + hours * (other.y - one.y), { steps: 5 });
  await page.mouse.up();
};

test('a dragged booking moves after a confirmation, and returns if it may not move', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'dina_drags');
  for (const [name, time] of Object.entries({ Mara: '10:00', Nora: '12:00', Otto: '13:00' })) {
    const booking = { hubServiceId: practice.hubServiceIds[0], date: `${tomorrow()}T${time}`, proNotes: '' };
    await practice.call('placeBooking', { body: { booking, patient: person(name) } });
  }
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto('/dashboard/calendar');
  await showTomorrow(page, 'it');
  await untilLive(page);
  const mara = entryOf(page, 'Mara');
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/edit_booking/')) sent.push(request.postDataJSON());
  });
  await expect(mara).toContainText('10:00');

  await drag(page, 'Mara', 1);
  await expect(dialog(page)).toContainText('11:00');
  await expect(dialog(page)).toContainText(calendar('edit.mailed'));
  await expectAccessible(page);
  await press(page, common('actions.cancel'));
  await expect(mara, 'without a yes it goes back').toContainText('10:00');
  await expect(dialog(page)).toHaveCount(0);
  expect(sent).toEqual([]);

  // At noon the professional has another visit.
  await drag(page, 'Mara', 2);
  await expect(dialog(page)).toContainText('12:00');
  await expect(mara).toContainText('12:00');
  await press(page, calendar('edit.confirm'));
  await expectAlert(page, common('inTheWay.booking', { name: 'Nora', time: '12:00–12:30' }));
  await expect(mara, 'what is refused goes back').toContainText('10:00');
  await expect(dialog(page)).toHaveCount(0);
  expect(sent).toHaveLength(1);

  await drag(page, 'Mara', 1);
  await press(page, calendar('edit.confirm'));
  await expect(page.getByRole('status').filter({ hasText: calendar('edit.done') })).toBeVisible();
  await expect(mara).toContainText('11:00');
  expect(sent.slice(1)).toEqual([{ date: `${tomorrow()}T11:00`, hub_service_id: practice.hubServiceIds[0] }]);
  await expect.poll(() => mailsTo(stack, addressOf('Mara'))).toHaveLength(2);
  await expect(dialog(page)).toHaveCount(0);

  // During an update, the entry stays where it was dropped while the dialog is open.
  await drag(page, 'Mara', -1);
  await expect(dialog(page)).toContainText('10:00');
  await expect(mara).toContainText('10:00');
  const pia = {
    booking: { hubServiceId: practice.hubServiceIds[0], date: `${tomorrow()}T16:00`, proNotes: '' },
  };
  await practice.call('placeBooking', { body: { ...pia, patient: person('Pia') } });
  await expect(entryOf(page, 'Pia')).toBeVisible();
  await expect(mara).toContainText('10:00');
  await press(page, common('actions.cancel'));
  await expect(mara).toContainText('11:00');

  await page.reload();
  await showTomorrow(page, 'it');
  await expect(mara).toContainText('11:00');
});
