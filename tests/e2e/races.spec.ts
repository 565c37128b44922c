import type { Page, Route } from '@playwright/test';
import { logIn, untilLive, writeTime } from './dashboard.ts';
import { expect, expectAlert, test } from './fixtures.ts';
import { openPractice, type Practice } from './practice.ts';
import { startOf, textsOf } from './texts.ts';
import { inDays, showTomorrow, tomorrow } from './week.ts';

const calendar = textsOf('it', 'calendar');
const clinic = textsOf('it', 'clinic');
const common = textsOf('it', 'common');
const appointment = textsOf('it', 'appointment');
const patients = textsOf('it', 'patients');
const settings = textsOf('it', 'settings');
const browser = { locale: 'it-IT', timezoneId: 'Europe/Rome', refusals: true, outages: true };

const person = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  prefix: '+39',
  phone: '3337654321',
});
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const entryOf = (page: Page, name: string) => page.locator('.entry', { hasText: name });

const book = (practice: Practice, name: string, date: string) =>
  practice.call('placeBooking', {
    body: {
      booking: { hubServiceId: practice.hubServiceIds[0], date, proNotes: '' },
      patient: person(name),
    },
  });

/** Delays calls to an address until released. */
const hold = async (page: Page, address: string, method = 'GET') => {
  const waiting: Route[] = [];
  let open = false;
  await page.route(address, (route) => {
    if (open || route.request().method() !== method) return route.fallback();
    waiting.push(route);
    return undefined;
  });
  return {
    waiting: () => waiting.length,
    letGo: () => {
      open = true;
      return Promise.all(waiting.map((route) => route.continue()));
    },
  };
};

/** Drops the first response of an address, after the product executed the request. */
const loseAnswer = async (page: Page, address: string, method: string): Promise<void> => {
  let lost = false;
  await page.route(address, async (route) => {
    if (lost || route.request().method() !== method) return route.fallback();
    lost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
};

const openAs = async (page: Page, { token }: Practice, path: string): Promise<void> => {
  await page.addInitScript(`localStorage.setItem('visita.session', '${token}')`);
  await page.goto(path);
};

test('a live update during loading does not lose the loaded days', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'rina_races');
  await book(practice, 'Lontana', `${inDays(70)}T10:00`);
  const page = await (await openWindow(browser)).newPage();
  const news: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => news.push(String(payload))));
  await openAs(page, practice, '/dashboard/calendar');
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  await untilLive(page);
  await page.waitForLoadState('networkidle');
  const held = await hold(page, '**/api/pro_calendar/**');
  const next = page.getByRole('button', { name: startOf(calendar('grid.next', { unit: '{{' })) });
  for (let week = 0; week < 10; week += 1) await next.click();
  await expect.poll(held.waiting).toBeGreaterThan(0);
  await book(practice, 'Vicina', `${tomorrow()}T11:00`);
  await expect.poll(() => news.some((frame) => frame.includes('update_calendar'))).toBe(true);
  await held.letGo();
  await expect(entryOf(page, 'Lontana')).toBeVisible();
});

test('a booking whose response was lost is placed once', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'rita_races');
  const { data } = await book(practice, 'Mara', `${inDays(40)}T10:00`);
  const { patient_id: patientId } = data;
  const page = await (await openWindow(browser)).newPage();
  await openAs(page, practice, `/dashboard/patients/${patientId}`);
  await loseAnswer(page, '**/api/new_pro_booking', 'POST');
  await page
    .getByRole('main')
    .getByRole('button', { name: common('nav.newBooking'), exact: true })
    .click();
  const choose = async (label: string, which: number) => {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('listbox').getByRole('option').nth(which).click();
  };
  await choose(appointment('service'), 0);
  await page
    .getByLabel(appointment('date'), { exact: true })
    .fill(tomorrow().split('-').toReversed().join('/'));
  await page.getByLabel(appointment('date'), { exact: true }).press('Tab');
  await page.getByLabel(common('fields.hoursOf', { label: appointment('time') })).fill('12');
  await page.getByLabel(common('fields.minutesOf', { label: appointment('time') })).fill('00');
  await button(page, appointment('save')).click();
  await expectAlert(page, common('problems.network'));
  await button(page, appointment('save')).click();
  await expect(page.getByRole('status').filter({ hasText: appointment('done') })).toBeVisible();
  const query = { from: tomorrow(), to: inDays(60) };
  const kept = await practice.call('getProCalendar', { params: { proId: practice.id }, query });
  expect(kept.data.bookings).toHaveLength(2);
});

test('a patient erased elsewhere disappears', { tag: '@release' }, async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'remo_races');
  const { data } = await book(practice, 'Mara', `${tomorrow()}T10:00`);
  const { patient_id: patientId } = data;
  const page = await (await openWindow(browser)).newPage();
  await openAs(page, practice, `/dashboard/patients/${patientId}`);
  await untilLive(page);
  const name = page.getByRole('heading', { level: 1, name: 'Mara' });
  await expect(name).toBeVisible();
  await practice.call('erasePatient', { params: { patientId } });
  await expect(page.getByText(patients('history.loadFailed'))).toBeVisible();
  await expect(name).toHaveCount(0);
  await expect(page.getByText('mara@example.com')).toHaveCount(0);
});

test(
  'concurrent option changes do not undo each other',
  { tag: '@release' },
  async ({ stack, openWindow }) => {
    const practice = await openPractice(stack, 'rosa_races');
    const page = await (await openWindow(browser)).newPage();
    await openAs(page, practice, '/dashboard/setting');
    const option = (key: string) => page.getByRole('switch', { name: settings(`options.${key}.label`) });
    const [first, second] = [option('patientBookingLimit'), option('paymentOffline')];
    await expect(first).toBeVisible();
    const were = [await first.isChecked(), await second.isChecked()];
    // The first change is refused, but only after the second was saved.
    const refused: Route[] = [];
    await page.route('**/api/options/*', (route) => {
      if (!String(route.request().postData()).includes('patientBookingLimit')) return route.fallback();
      refused.push(route);
      return undefined;
    });
    await first.click();
    await expect.poll(() => refused.length).toBe(1);
    const saved = page.waitForResponse('**/api/options/*');
    await second.click();
    await (await saved).finished();
    await expect(first, 'still on its way').toBeChecked({ checked: !were[0] });
    await refused[0]!.abort('connectionreset');
    await expectAlert(page, common('problems.network'));
    await expect(first).toBeChecked({ checked: were[0]! });
    await expect(second, 'what was saved stays').toBeChecked({ checked: !were[1] });

    // Text typed while a number is being saved is kept.
    const numbers = await hold(page, '**/api/options/*', 'PUT');
    const more = button(page, settings('numbers.calendarAvailabilityLimit.more'));
    const less = button(page, settings('numbers.calendarAvailabilityLimit.less'));
    const field = page.getByLabel(settings('numbers.calendarAvailabilityLimit.field'), { exact: true });
    await (Number(await field.inputValue()) < 60 ? more : less).click();
    await expect.poll(numbers.waiting).toBe(1);
    await field.fill('4');
    const answered = page.waitForResponse('**/api/options/*');
    await numbers.letGo();
    await (await answered).finished();
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await expect(field).toHaveValue('4');
  },
);

test('a switch does not show a change that failed', { tag: '@release' }, async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'renzo_races');
  // crypto.randomUUID is missing on insecure origins.
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(`Object.defineProperty(crypto, 'randomUUID', { value: undefined })`);
  await openAs(page, practice, '/dashboard/clinic');
  const online = page.getByRole('switch', { name: clinic('onlineBooking.label') });
  await expect(online).toBeChecked();
  // Neither the change nor the next read reaches the server.
  await page.route('**/api/clinics/*', (route) => route.abort('connectionreset'));
  await page.route('**/api/pros/*/clinics*', (route) => route.abort('connectionreset'));
  await online.click();
  await expectAlert(page, common('problems.network'));
  await expect(online).toBeChecked();
  await page.unrouteAll();

  await button(page, clinic('newClinic')).click();
  await expect(page.getByRole('dialog').getByLabel(clinic('details.name'), { exact: true })).toBeVisible();
});

test('draft notes survive an edit, and others’ changes survive saving the notes', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'rocco_races');
  const { data } = await book(practice, 'Mara', `${tomorrow()}T10:00`);
  const page = await (await openWindow(browser)).newPage();
  await openAs(page, practice, '/dashboard/calendar');
  await untilLive(page);
  await showTomorrow(page, 'it');
  await entryOf(page, 'Mara').click();
  const notes = page.getByLabel(calendar('details.proNotes'));
  await notes.fill('mezza riga');
  await button(page, calendar('edit.open')).click();
  await expect(button(page, calendar('edit.save'))).toBeVisible();
  await button(page, common('actions.cancel')).click();
  await expect(notes).toHaveValue('mezza riga');

  const held = await hold(page, '**/api/edit_booking_notes/*', 'PUT');
  await button(page, calendar('notes.save')).click();
  await expect.poll(held.waiting).toBe(1);
  await practice.call('editBooking', {
    params: { id: data.id },
    body: { date: `${tomorrow()}T15:00`, hub_service_id: practice.hubServiceIds[0] },
  });
  const panel = page.getByRole('dialog', { name: calendar('details.title'), exact: true });
  await expect(panel).toContainText('15:00');
  await notes.fill('mezza riga, e altro');
  await held.letGo();
  await expect(page.getByText(calendar('notes.done'))).toBeVisible();
  await expect(panel).toContainText('15:00');
  await expect(notes, 'written while it was saved').toHaveValue('mezza riga, e altro');
});

test('the next account sees no data of the previous one, whatever the server does', async ({
  stack,
  openWindow,
}) => {
  const [first, second] = [await openPractice(stack, 'rino_races'), await openPractice(stack, 'rudi_races')];
  await book(second, 'Mara', `${tomorrow()}T10:00`);
  const page = await (await openWindow(browser)).newPage();
  await logIn(page, first.email, 'it');
  await page.getByLabel(calendar('filters.clinic'), { exact: true }).selectOption(first.clinicId);
  await hold(page, '**/api/logout', 'POST');
  await button(page, common('nav.logout')).click();
  await page.waitForURL('**/login');
  await page.unrouteAll();
  await logIn(page, second.email, 'it');
  await showTomorrow(page, 'it');
  await expect(entryOf(page, 'Mara')).toBeVisible();
  await expect(page.getByLabel(calendar('filters.clinic'), { exact: true })).toHaveValue('all');
});

test('hours that could not be added stay in the form', { tag: '@release' }, async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'remigio_races');
  const page = await (await openWindow(browser)).newPage();
  await openAs(page, practice, '/dashboard/clinic');
  await page.getByRole('button', { name: startOf(clinic('hub.of', { name: '{{' })) }).click();
  await page.route('**/api/hubavailabilities', (route) => route.abort('connectionreset'));
  await page.getByRole('combobox', { name: clinic('availability.day'), exact: true }).click();
  await page.getByRole('option', { name: clinic('days.1'), exact: true }).click();
  await writeTime(page, 'it', clinic('availability.from'), '19:00');
  await writeTime(page, 'it', clinic('availability.to'), '20:00');
  const add = button(page, clinic('availability.add'));
  await add.click();
  await expectAlert(page, common('problems.network'));
  await page.unroute('**/api/hubavailabilities');
  await add.click();
  const added = page.getByRole('list', { name: clinic('availability.added') });
  await expect(added.getByRole('listitem').filter({ hasText: '19:00–20:00' })).toHaveCount(1);
  await expect(add, 'nothing is left to be added').toBeDisabled();
});
