import type { Page } from '@playwright/test';
import { untilLive } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { joinPractice, openPractice, type Practice } from './practice.ts';
import { textsOf } from './texts.ts';
import { inDays, showTomorrow, tomorrow } from './week.ts';

const calendar = textsOf('it', 'calendar');
const appointment = textsOf('it', 'appointment');
const shortcuts = textsOf('it', 'shortcuts');
const browser = { locale: 'it-IT', timezoneId: 'Europe/Rome' };
const patient = { name: 'Nadia Greco', email: 'nadia@example.com', prefix: '+39', phone: '3337654321' };

let practice: Practice;

test.beforeAll(async ({ stack }) => {
  practice = await openPractice(stack, 'kira_keys');
  await joinPractice(stack, practice, 'luca_keys', 'Luca');
  const book = (time: string, who: typeof patient) => {
    const booking = { hubServiceId: practice.hubServiceIds[0], date: `${tomorrow()}T${time}`, proNotes: '' };
    return practice.call('placeBooking', { body: { booking, patient: who } });
  };
  await book('10:00', patient);
  await book('11:00', { ...patient, name: 'Otto Riva', email: 'otto@example.com' });
});

/** Counts presses of keys and buttons as the keystroke-level model does, without typed text. */
const counting = (page: Page) => {
  let presses = 0;
  return {
    press: async (key: string) => {
      presses += 1;
      await page.keyboard.press(key);
    },
    click: async (click: () => Promise<void>) => {
      presses += 1;
      await click();
    },
    count: () => presses,
  };
};

const openCalendar = async (open: () => Promise<{ newPage: () => Promise<Page> }>): Promise<Page> => {
  const page = await (await open()).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto('/dashboard/calendar');
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  // Joining the rooms reads the days again; keyboard navigation starts after that.
  await untilLive(page);
  return page;
};

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const entry = (page: Page, name: string) => page.locator('button.entry', { hasText: name });

test('a patient’s record is two presses and their name away', async ({ openWindow }) => {
  const page = await openCalendar(() => openWindow(browser));
  const keys = counting(page);
  await keys.press('/');
  const commands = dialog(page, shortcuts('commands.title'));
  await expect(commands.getByRole('combobox')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('greco');
  await expect(commands.getByRole('option').first()).toContainText(patient.name);
  await keys.press('Enter');
  await expect(page.getByRole('heading', { name: patient.name })).toBeVisible();
  expect(keys.count()).toBeLessThanOrEqual(3);

  // Ctrl-K works everywhere; days are recognised in three languages. The closing dialog is still in the page.
  await expect(commands).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(commands.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('tomorrow');
  await expect(commands.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/dashboard/calendar?date=${tomorrow()}`);
  await expect(commands).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(commands.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('otto');
  await expect(commands.getByRole('option')).toHaveCount(2);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog(page, calendar('details.title'))).toContainText('Otto Riva');
});

test('a known walk-in patient is booked with four presses and their name', async ({ openWindow }) => {
  const page = await openCalendar(() => openWindow(browser));
  await page.keyboard.press('d');
  const keys = counting(page);
  const column = page.locator('.time-column').first();
  await keys.click(async () => {
    const box = await column.boundingBox();
    const scroller = await page.locator('.time-scroller').boundingBox();
    if (!box || !scroller) throw new Error('there is no column');
    await page.mouse.click(box.x + box.width / 2, scroller.y + scroller.height - 120);
  });
  const panel = dialog(page, appointment('title'));
  await expect(panel.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('greco');
  await expect(panel.getByRole('button', { name: patient.name })).toBeVisible();
  await keys.press('Enter');
  await expect(panel, 'what they came for last is likely').toContainText(patient.email);
  await expect(panel.getByRole('button', { name: appointment('save') })).toBeFocused();
  await keys.press('Enter');
  await expect(page.getByText(appointment('done'))).toBeVisible();
  expect(keys.count()).toBeLessThanOrEqual(4);
});

test('by keyboard only, a known patient is booked at the next free time with four presses and their name', async ({
  openWindow,
}) => {
  const page = await openCalendar(() => openWindow(browser));
  await showTomorrow(page, 'it');
  const keys = counting(page);
  await keys.press('n');
  const panel = dialog(page, appointment('title'));
  await expect(panel.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('greco');
  await keys.press('Enter');
  const free = panel.getByRole('group', { name: appointment('free') });
  await expect(free.getByRole('button').first()).toBeFocused();
  await expectAccessible(page);
  await keys.press('Enter');
  await expect(panel.getByRole('button', { name: appointment('save') })).toBeFocused();
  await keys.press('Enter');
  await expect(page.getByText(appointment('done'))).toBeVisible();
  expect(keys.count()).toBeLessThanOrEqual(4);
  await expect(panel).toHaveCount(0);
});

test('after choosing a patient, the keyboard continues, can choose another one, and Escape leaves', async ({
  openWindow,
}) => {
  const page = await openCalendar(() => openWindow(browser));
  await page.keyboard.press('n');
  const panel = dialog(page, appointment('title'));
  const search = panel.getByRole('searchbox');
  await expect(search).toBeFocused();
  await page.keyboard.type('greco');
  await page.keyboard.press('Enter');
  // A suggested free time would move the focus between reaching the button and pressing it.
  const free = panel.getByRole('group', { name: appointment('free') });
  await expect(free.getByRole('button').first()).toBeFocused();
  await panel.getByRole('button', { name: appointment('patient.change') }).press('Enter');
  await expect(search).toBeFocused();
  const added = panel.getByLabel(appointment('patient.newEmail'), { exact: true });
  await added.fill('nuovo@example.com');
  await added.press('Enter');
  await expect(panel.getByLabel(appointment('patient.name'), { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
});

test('a shortcut pressed over one day applies to that day, and focuses the first field', async ({
  openWindow,
}) => {
  const page = await openCalendar(() => openWindow(browser));
  await page.goto(`/dashboard/calendar?view=day&date=${inDays(3)}`);
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  const [year, month, day] = inDays(3).split('-');
  const dateOf = (title: string) => dialog(page, title).getByLabel(appointment('date'), { exact: true });
  await page.keyboard.press('n');
  await expect(dateOf(appointment('title'))).toHaveValue(`${day}/${month}/${year}`);
  await page.keyboard.press('Escape');
  await expect(dialog(page, appointment('title'))).toHaveCount(0);
  await page.keyboard.press('b');
  await expect(dateOf(appointment('block.title'))).toHaveValue(`${day}/${month}/${year}`);
  const blocking = dialog(page, appointment('block.title'));
  await expect(blocking.getByRole('combobox', { name: appointment('professional') })).toBeFocused();
  await expect(page.locator('[data-dates-dropdown]'), 'over the other fields').toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog(page, appointment('block.title'))).toHaveCount(0);
  await page.keyboard.press('w');
  await page.keyboard.press('n');
  await expect(
    dialog(page, appointment('title')).getByLabel(appointment('date'), { exact: true }),
  ).toHaveValue('');
});

test('a visit is moved to another week with four presses, by keyboard only', async ({ openWindow }) => {
  const page = await openCalendar(() => openWindow(browser));
  await showTomorrow(page, 'it');
  await entry(page, 'Otto').focus();
  await page.keyboard.press('ArrowUp');
  // Before ten in the morning, the booking above may be at ten today.
  const theirs = page.locator(`[data-date="${tomorrow()}"] button.entry`, { hasText: '10:00' });
  await expect(theirs).toBeFocused();
  const keys = counting(page);
  await keys.press('Control+x');
  await expect(page.getByText(calendar('cut.paste'))).toBeVisible();
  await keys.press('j');
  await page
    .locator(`[data-date="${inDays(8)}"]`)
    .first()
    .waitFor();
  await keys.press('Control+v');
  await expect(dialog(page, calendar('edit.confirmTitle'))).toContainText('10:00');
  await expectAccessible(page);
  await keys.press('Enter');
  await expect(page.getByText(calendar('edit.done'))).toBeVisible();
  expect(keys.count()).toBeLessThanOrEqual(4);
  await expect(page.locator(`[data-date="${inDays(8)}"]`).getByText(patient.name)).toBeVisible();
  await expect(page.getByText(calendar('cut.paste')), 'what was moved waits no longer').toHaveCount(0);
});

test('an entry’s shortcuts open by key or hover, and give the focus back', async ({ openWindow }) => {
  const page = await openCalendar(() => openWindow(browser));
  await showTomorrow(page, 'it');
  const otto = entry(page, 'Otto');
  const popover = page.getByRole('group', { name: calendar('edit.of', { patient: 'Otto Riva' }) });
  await otto.focus();
  await page.keyboard.press('.');
  await expect(popover.getByRole('link', { name: 'Otto Riva' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(popover).toHaveCount(0);
  await expect(otto).toBeFocused();

  await otto.hover();
  await expect(popover).toBeVisible();
  await popover.getByRole('button', { name: calendar('remove.open') }).click();
  const asked = page.getByRole('dialog', { name: calendar('remove.confirmTitle') });
  await page.mouse.move(5, 5);
  await expect(asked, 'the question stays where the mouse leaves').toBeVisible();
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);

  await otto.hover();
  await popover.getByRole('button', { name: calendar('peek.move') }).click();
  await expect(popover).toHaveCount(0);
  await expect(dialog(page, calendar('edit.title'))).toContainText(appointment('free'));
});

test('deleting an entry by keyboard keeps the focus in the calendar', async ({ openWindow }) => {
  const booking = { hubServiceId: practice.hubServiceIds[0], date: `${tomorrow()}T16:00`, proNotes: '' };
  const pia = { ...patient, name: 'Pia Sala', email: 'pia@example.com' };
  await practice.call('placeBooking', { body: { booking, patient: pia } });
  const page = await openCalendar(() => openWindow(browser));
  await showTomorrow(page, 'it');
  await entry(page, 'Pia').focus();
  await page.keyboard.press('.');
  const popover = page.getByRole('group', { name: calendar('edit.of', { patient: 'Pia Sala' }) });
  await popover.getByRole('button', { name: calendar('remove.open') }).press('Enter');
  const asked = page.getByRole('dialog', { name: calendar('remove.confirmTitle') });
  await asked.getByRole('button', { name: calendar('remove.confirm') }).press('Enter');
  await expect(entry(page, 'Pia')).toHaveCount(0);
  await expect(page.getByRole('region', { name: calendar('grid.hours') })).toBeFocused();
});

test('typing while a form is loading goes into the form, not to shortcuts', async ({ openWindow }) => {
  const page = await openCalendar(() => openWindow(browser));
  const late = new Promise((resolve) => setTimeout(resolve, 1500));
  await page.route('**/assets/*.js', (route) => late.then(() => route.continue()));
  await page.keyboard.type('nbianchi');
  await expect(dialog(page, appointment('title')).getByRole('searchbox')).toHaveValue('bianchi');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const later = new Promise((resolve) => setTimeout(resolve, 1500));
  await page.unroute('**/assets/*.js');
  await page.route('**/assets/*.js', (route) => later.then(() => route.continue()));
  await page.keyboard.type('/next tuesday');
  await expect(dialog(page, shortcuts('commands.title')).getByRole('combobox')).toHaveValue('next tuesday');
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test('the day view shows who works, without a press', async ({ openWindow }) => {
  const page = await openCalendar(() => openWindow(browser));
  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow()}&clinic=${practice.clinicId}`);
  const heads = page.locator('.time-head-pro');
  await expect(heads).toHaveCount(2);
  await expect(heads.filter({ hasText: 'Luca' })).toContainText('09:00–18:00');
});
