import { createClient } from '../support/http.ts';
import { logIn, writeTime } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { joinPractice, joinReception, openPractice } from './practice.ts';
import { textsOf } from './texts.ts';
import { dayIn, showMonthOf, tomorrow } from './week.ts';

const clinic = textsOf('en', 'clinic');
const calendar = textsOf('en', 'calendar');
const appointment = textsOf('en', 'appointment');
const common = textsOf('en', 'common');
const settings = textsOf('en', 'settings');
const welcome = textsOf('en', 'welcome');
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome', viewport: { width: 1440, height: 900 } };

test('an owner invites a reception, which needs no services and no hours', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'olga_desk');
  const page = await (await openWindow(browser)).newPage();
  await logIn(page, practice.email, 'en');
  await page.getByRole('link', { name: common('nav.clinic'), exact: true }).click();
  await page.getByRole('button', { name: clinic('collaborators.open') }).click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Email').fill('rita_desk@example.com');
  await panel.getByLabel(clinic('collaborators.role')).selectOption('reception');
  await expect(panel.getByText(clinic('collaborators.receptionHint'))).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: clinic('collaborators.save') }).click();
  await expect(page.getByText(clinic('collaborators.done'))).toBeVisible();
  await panel.getByRole('button', { name: common('actions.close') }).click();
  // The panel's select names the role as well until the panel has faded.
  await expect(panel).toHaveCount(0);
  await expect(page.getByText(clinic('reception'), { exact: true })).toBeVisible();
});

test('a reception sees all professionals, has no booking page, and blocks a colleague’s time', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'piera_desk');
  await joinPractice(stack, practice, 'bruno_desk', 'Bruno');
  const reception = await joinReception(stack, practice, 'rosa_desk');
  const page = await (await openWindow(browser)).newPage();
  await logIn(page, reception.email, 'en');
  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow()}`);
  const heads = page.locator('.time-heads');
  await expect(heads).toContainText('Bruno De Santis');
  await expect(heads).toContainText('Marco De Santis');
  await expect(heads).not.toContainText('Rita De Santis');

  await page.keyboard.press('b');
  const panel = page.getByRole('dialog', { name: appointment('block.title') });
  const professional = panel.getByRole('combobox', { name: appointment('professional') });
  // A preselected colleague could be blocked by mistake.
  await expect(professional).toHaveValue('');
  await professional.click();
  await expect(page.getByRole('option').filter({ hasText: 'De Santis' })).toHaveText([
    'Marco De Santis',
    'Bruno De Santis',
  ]);
  await page.getByRole('option', { name: 'Bruno De Santis' }).click();
  await expect(panel.getByText(appointment('block.textOf', { name: 'Bruno De Santis' }))).toBeVisible();
  await expectAccessible(page);
  await writeTime(page, 'en', appointment('block.from'), '10:00');
  await writeTime(page, 'en', appointment('block.to'), '12:00');
  await panel.getByLabel(appointment('block.note')).fill('Bank');
  await panel.getByRole('button', { name: appointment('block.title') }).click();
  const block = page.locator('.entry-block');
  await expect(block).toContainText('Bank');
  await block.click();
  await page.getByRole('button', { name: appointment('block.remove') }).click();
  await expect(block).toHaveCount(0);

  await page.getByRole('link', { name: common('nav.clinic'), exact: true }).click();
  await expect(page.getByText(clinic('manager'), { exact: true })).toBeVisible();
  await expect(page.getByText(clinic('reception'), { exact: true }).first()).toBeVisible();
  await expect(page.getByText(clinic('link.label'))).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: common('nav.setting'), exact: true }).click();
  await expect(page.getByRole('heading', { name: settings('general.title') })).toBeVisible();
  await expect(page.getByRole('heading', { name: settings('onlineBooking.title') })).toHaveCount(0);
  const asked = createClient(stack.address).call('getProByUrl', { params: { url: 'rosa_desk' } });
  expect((await asked).status).toBe(404);
});

test('a block by the reception names her to the professional, who takes it back', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'mina_desk');
  const reception = await joinReception(stack, practice, 'marta_desk', 'Marta');
  const [hub] = (await practice.call('getProHubs', { params: { id: practice.id } })).data;
  const times = { starting_date: `${tomorrow()}T10:00`, ending_date: `${tomorrow()}T12:00` };
  await reception.call('blockTime', { body: { hub_id: hub!.id, ...times, note: 'Banca' } });
  const italian = textsOf('it', 'appointment');
  const name = textsOf('it', 'common')('acting.receptionNamed', { name: 'Marta' });
  const page = await (await openWindow({ ...browser, locale: 'it-IT' })).newPage();
  await logIn(page, practice.email, 'it');
  const block = page.locator('.entry-block');
  const panel = page.getByRole('dialog', { name: italian('block.edit') });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/dashboard/calendar?view=day&date=${tomorrow()}`);
    await block.click();
    await expect(panel.getByText(italian('block.by', { by: name }))).toBeVisible();
    await expectAccessible(page);
  }
  await panel.getByRole('button', { name: italian('block.remove') }).click();
  await expect(block).toHaveCount(0);
  await page.reload();
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  await expect(block).toHaveCount(0);
});

test('the history of a booking names the reception that made it', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'nadia_desk');
  const reception = await joinReception(stack, practice, 'rosita_desk');
  const patient = { name: 'Nora Villa', email: 'nora@example.com', prefix: '+39', phone: '3330001111' };
  const booking = { hubServiceId: practice.hubServiceIds[0], date: `${tomorrow()}T10:00`, proNotes: '' };
  await reception.call('placeBooking', { body: { booking, patient } });
  const page = await (await openWindow(browser)).newPage();
  await logIn(page, practice.email, 'en');
  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow()}`);
  await page.getByRole('button', { name: /Nora Villa/ }).click();
  const history = page
    .getByRole('dialog', { name: calendar('details.title') })
    .getByRole('region', { name: calendar('history.title') });
  await expect(history.getByRole('listitem')).toContainText(
    common('acting.receptionNamed', { name: 'Rita' }),
  );
  await expectAccessible(page);
});

test('a reception sees no setup, no figures and no second clinic, and sets the hours of a colleague’s day', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'paola_desk');
  await joinPractice(stack, practice, 'carlo_desk', 'Carlo');
  const reception = await joinReception(stack, practice, 'rina_desk');
  const page = await (await openWindow(browser)).newPage();
  await logIn(page, reception.email, 'en');
  await expect(page.getByRole('link', { name: common('nav.today'), exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: common('nav.overview'), exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: common('nav.clinic'), exact: true }).click();
  await expect(page.getByText('Carlo De Santis')).toBeVisible();
  await expect(page.getByRole('button', { name: clinic('newClinic') })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: welcome('title') })).toHaveCount(0);

  await page.getByRole('button', { name: clinic('hub.of', { name: 'Carlo De Santis' }) }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText(clinic('dayHours.hint'))).toBeVisible();
  await expect(panel.getByRole('checkbox')).toHaveCount(0);
  await expectAccessible(page);
  const day = dayIn(panel, tomorrow(), 'en');
  await showMonthOf(panel.getByRole('button', { name: common('picker.next') }), day);
  await day.click();
  await panel.getByRole('button', { name: clinic('dayHours.close'), exact: true }).click();
  await expect(panel.getByText(clinic('dayHours.none'))).toBeVisible();
});
