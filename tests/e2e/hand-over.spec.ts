import type { Locator, Page } from '@playwright/test';
import { succeed } from '../support/http.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { join } from '../support/http-practice.ts';
import { joinPractice, openAccount, openPractice, studioAurora } from './practice.ts';
import { textsOf } from './texts.ts';
import { tomorrow } from './week.ts';

const calendar = textsOf('en', 'calendar');
const common = textsOf('en', 'common');
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome' };

/** Drags an entry sideways into another column. */
const drag = async (page: Page, entry: Locator, column: Locator): Promise<void> => {
  const from = await entry.boundingBox();
  const to = await column.boundingBox();
  if (!from || !to) throw new Error('the entry is not drawn');
  const [x, y] = [from.x + 30, from.y + 6];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y + 4);
  await page.mouse.move(to.x + to.width / 2, y, { steps: 5 });
  await page.mouse.up();
};

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
  await drag(page, own.locator('.entry'), saras);

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

test('a blocked time dropped into a colleague’s column is theirs after a confirmation; a refusal changes nothing', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'berta_hands');
  await joinPractice(stack, practice, 'sonia_hands', 'Sonia');
  const clinics = await practice.call('getProClinics', { params: { id: practice.id } });
  const [clinic] = clinics.data;
  if (!clinic || !('hubs' in clinic)) throw new Error('the owner sees the team');
  const { hubs } = clinic;
  const hub = hubs.find(({ proId }) => proId === practice.id);
  const colleague = hubs.find(({ proId }) => proId !== practice.id);
  if (!hub || !colleague) throw new Error('two professionals work here');
  const at = (from: string, to: string) => ({
    starting_date: `${tomorrow()}T${from}`,
    ending_date: `${tomorrow()}T${to}`,
  });
  await practice.call('blockTime', {
    body: { hub_id: hub.id, ...at('10:00', '11:00'), note: 'Equipment check' },
  });
  const taken = await practice.call('blockTime', {
    body: { hub_id: colleague.id, ...at('10:30', '11:30'), note: '' },
  });
  const page = await (await openWindow({ ...browser, refusals: true })).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow()}`);
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  const columns = page.locator('.time-column');
  await expect(columns).toHaveCount(2);
  const [own, other] = [columns.nth(0), columns.nth(1)];
  const dialog = page.getByRole('dialog', { name: calendar('edit.blockTitle') });
  const confirm = dialog.getByRole('button', { name: calendar('edit.confirm') });

  await drag(page, own.locator('.entry-block'), other);
  await expect(dialog).toContainText(/from Marco De Santis, .*10:00 → to Sonia De Santis, .*10:00/);
  await expect(dialog).toContainText(calendar('edit.blockNote', { name: 'Sonia De Santis' }));
  await expectAccessible(page);
  await confirm.click();
  await expect(page.getByRole('alert').filter({ hasText: '10:30–11:30' })).toBeVisible();
  await expect(own.locator('.entry-block')).toContainText('Equipment check');
  await expect(other.locator('.entry-block')).toHaveCount(1);

  await practice.call('unblockTime', { params: { id: taken.data.id }, query: { hub_id: colleague.id } });
  await expect(other.locator('.entry-block')).toHaveCount(0);
  await drag(page, own.locator('.entry-block'), other);
  await confirm.click();
  const toast = page.getByRole('status').filter({ hasText: calendar('block.done') });
  await expect(toast).toContainText('Sonia De Santis');
  await expect(other.locator('.entry-block')).toContainText('Equipment check');
  await expect(own.locator('.entry-block')).toHaveCount(0);
  await toast.getByRole('button', { name: common('actions.undo') }).click();
  await expect(own.locator('.entry-block')).toContainText('Equipment check');
  await expect(other.locator('.entry-block')).toHaveCount(0);
});

test('a blocked time goes to a colleague by keyboard; one with a hidden note stays where it is', async ({
  stack,
  openWindow,
}) => {
  const appointment = textsOf('en', 'appointment');
  const practice = await openPractice(stack, 'carla_hands');
  const sofia = await joinPractice(stack, practice, 'sofia_hands', 'Sofia');
  const clinics = await practice.call('getProClinics', { params: { id: practice.id } });
  const [clinic] = clinics.data;
  if (!clinic || !('hubs' in clinic)) throw new Error('the owner sees the team');
  const hubOf = (proId: string) => clinic.hubs.find((hub) => hub.proId === proId)?.id ?? '';
  const at = (from: string, to: string) => ({
    starting_date: `${tomorrow()}T${from}`,
    ending_date: `${tomorrow()}T${to}`,
  });
  const [own, hers] = [hubOf(practice.id), hubOf(sofia.id)];
  await practice.call('blockTime', { body: { hub_id: own, ...at('10:00', '11:00'), note: '' } });
  const hidden = { body: { hub_id: hers, ...at('14:00', '15:00'), note: 'Private' }, token: sofia.token };
  await succeed(sofia.client.call('blockTime', hidden));
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow()}`);
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  const columns = page.locator('.time-column');
  const [ownColumn, other] = [columns.nth(0), columns.nth(1)];
  await ownColumn.locator('.entry-block').press('Enter');
  const panel = page.getByRole('dialog', { name: appointment('block.edit') });
  await panel.getByRole('combobox', { name: appointment('professional') }).press('Enter');
  await page.getByRole('option', { name: /Sofia/ }).click();
  await expectAccessible(page);
  await panel.getByRole('button', { name: appointment('block.save') }).press('Enter');
  await expect(panel).toHaveCount(0);
  await expect(other.locator('.entry-block')).toHaveCount(2);
  await expect(ownColumn.locator('.entry-block')).toHaveCount(0);

  const kept = other.locator('.entry-block').nth(1);
  await drag(page, kept, ownColumn);
  await expect(page.getByText(calendar('grid.blockStays'))).toBeVisible();
  await expect(other.locator('.entry-block')).toHaveCount(2);
  await kept.press('Enter');
  await expect(panel).toBeVisible();
  await expect(panel.getByRole('combobox', { name: appointment('professional') })).toHaveCount(0);
});

test('a booking is handed over in its panel by keys alone, and only to a professional who offers its service', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'klara_hands');
  const colleague = await joinPractice(stack, practice, 'sara_keys', 'Sara');
  const other = await openAccount(stack, 'ugo_keys', 'Ugo');
  const { clinicId, serviceIds } = practice;
  const team = { owner: practice, clinicId, services: serviceIds.slice(1), hours: studioAurora.hours };
  await join(other.client, team, other);
  const booking = { hubServiceId: practice.hubServiceIds[0], date: `${tomorrow()}T10:00`, proNotes: '' };
  const patient = { name: 'Mara', email: 'mara.keys@example.com', prefix: '+39', phone: '3337654321' };
  await practice.call('placeBooking', { body: { booking, patient } });
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow()}`);
  await page.locator('.entry', { hasText: 'Mara' }).press('Enter');
  const panel = page.getByRole('dialog', { name: calendar('edit.title') });
  await page.getByRole('button', { name: calendar('edit.open'), exact: true }).press('Enter');
  const field = panel.getByRole('combobox', { name: calendar('details.professional') });
  await expect(field).toHaveValue('Marco De Santis');

  await field.focus();
  await page.keyboard.type('ugo');
  await page.keyboard.press('Enter');
  await expect(panel).toContainText(
    calendar('edit.notOffered', { name: 'Ugo De Santis', service: 'Prima visita' }),
  );
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(panel.getByRole('button', { name: calendar('edit.save') })).toBeDisabled();
  await expectAccessible(page);

  await field.press('Control+A');
  await page.keyboard.type('sara');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Sara De Santis');
  await panel.getByRole('button', { name: calendar('edit.save') }).press('Enter');
  const dialog = page.getByRole('dialog', { name: calendar('edit.confirmTitle') });
  await expect(dialog).toContainText(/Mara: from Marco De Santis, .*10:00 → to Sara De Santis, .*10:00/);
  const [sent] = await Promise.all([
    page.waitForRequest('**/api/edit_booking/**'),
    page.keyboard.press('Enter'),
  ]);
  expect(sent.postDataJSON()).toMatchObject({
    date: `${tomorrow()}T10:00`,
    hub_service_id: colleague.hubServiceIds[0],
  });
  await expect(page.locator('.time-column').nth(1).locator('.entry')).toContainText('Mara');

  // A guest who may not act for colleagues has no such field.
  const guest = await (await openWindow(browser)).newPage();
  await guest.addInitScript(`localStorage.setItem('visita.session', '${colleague.token}')`);
  await guest.goto(`/dashboard/calendar?view=day&date=${tomorrow()}`);
  await guest.locator('.entry', { hasText: 'Mara' }).press('Enter');
  await guest.getByRole('button', { name: calendar('edit.open'), exact: true }).press('Enter');
  await expect(guest.getByRole('combobox', { name: calendar('edit.service') })).toBeVisible();
  await expect(guest.getByRole('combobox', { name: calendar('details.professional') })).toHaveCount(0);
});
