import type { Locator, Page } from '@playwright/test';
import { logIn, writeDay } from './dashboard.ts';
import { expect, expectAccessible, expectAlert, test } from './fixtures.ts';
import { textsOf } from './texts.ts';
import { inDays, showTomorrow } from './week.ts';

const common = textsOf('en', 'common');
const patients = textsOf('en', 'patients');
const clinic = textsOf('en', 'clinic');
const inactivity = textsOf('en', 'inactivity');
const appointment = textsOf('en', 'appointment');
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome', refusals: true };
const demo = 'visita-demo';
const premium = 'giulia.ferri@visita.example';
const free = 'marco.bassi@visita.example';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const live = (page: Page) => page.getByText(common('live.live'), { exact: true }).waitFor();
const rows = (page: Page) => page.getByRole('main').getByRole('listitem');

/** A week from tomorrow, with working days for everyone. */
const period = () => [inDays(1), inDays(8)];

const open = async (page: Page, email: string, entry: string): Promise<void> => {
  await logIn(page, email, 'en', demo);
  await page.getByRole('link', { name: common(`nav.${entry}`), exact: true }).click();
};

// The demo's accounts have a plan with all features, which only operators can assign.
test.beforeAll(({ demo }) => void demo);

test('patients are found, corrected and followed live', async ({ openWindow }) => {
  const context = await openWindow(browser);
  const page = await context.newPage();
  await open(page, premium, 'patients');
  await expect(rows(page).first()).toBeVisible();
  await expectAccessible(page);
  const search = page.getByRole('searchbox', { name: patients('search') });
  await search.fill('nobody like this');
  await expect(page.getByText(patients('noneFound'))).toBeVisible();
  await search.fill('@PATIENTS');
  const name = (await rows(page).first().getByRole('link').locator('span').nth(2).innerText()).trim();
  await rows(page).first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await live(page);
  // The demo's visits depend on the day; the first patient may have visits ahead only.
  const past = page.getByRole('heading', { name: patients('history.title') });
  const ahead = page.getByRole('heading', { name: patients('history.upcoming') });
  await expect(past.or(ahead).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('searchbox', { name: patients('history.filter') }).fill('no such thing');
  await expect(page.getByText('No history found')).toBeVisible();

  const other = await context.newPage();
  await other.goto(page.url());
  await live(other);
  await button(other, patients('edit.open')).click();
  const panel = dialog(other, patients('edit.title'));
  await panel.getByLabel(patients('edit.name')).fill('');
  await expect(panel.getByRole('button', { name: patients('edit.save') })).toBeDisabled();
  await panel.getByLabel(patients('edit.name')).fill('Zita Nuova');
  await expectAccessible(other);
  await other.route('**/api/patients', (route) =>
    route.fulfill({ status: 409, json: { code: 'hub-status', error: 'No' } }),
  );
  await panel.getByRole('button', { name: patients('edit.save') }).click();
  await expectAlert(other, 'Impossible update patient data');
  await other.unroute('**/api/patients');
  await panel.getByRole('button', { name: patients('edit.save') }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Zita Nuova' })).toBeVisible();
  const updated = other.getByRole('status').filter({ hasText: 'Patient data updated successfully' });
  await expect(updated).toBeVisible();
});

/** Opens and fills in the form of a closing or vacation; an only clinic is preselected. */
const write = async (page: Page, list: 'closings' | 'vacations', title: string) => {
  await button(page, inactivity(`${list}.add`)).click();
  const panel = dialog(page, inactivity(`${list}.add`));
  await panel.getByLabel(inactivity('fields.title')).fill(title);
  await expect(panel.getByRole('button', { name: inactivity('save') })).toBeDisabled();
  for (const [which, day] of period().entries()) await writeDay(page, appointment('date'), day, which);
  await expect(panel.getByRole('button', { name: inactivity('save') })).toBeEnabled();
  return panel;
};

/** Saves the form and expects the affected bookings. */
const save = async (page: Page, panel: Locator): Promise<void> => {
  await panel.getByRole('button', { name: inactivity('save') }).click();
  await expect(panel.getByText(inactivity('affected.text'))).toBeVisible();
  await expect(panel.getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);
  await panel
    .getByRole('button', { name: common('actions.close') })
    .last()
    .click();
  await expect(panel).toHaveCount(0);
};

const takeBack = async (page: Page, title: string): Promise<void> => {
  await button(page, inactivity('remove.of', { title })).click();
  await button(page, inactivity('remove.confirm')).click();
  await expect(rows(page).filter({ hasText: title })).toHaveCount(0);
};

test(
  'a closing shows the affected bookings, and can be removed',
  { tag: '@release' },
  async ({ openWindow }) => {
    const page = await (await openWindow(browser)).newPage();
    await open(page, premium, 'inactivity');
    const panel = await write(page, 'closings', 'Painting');
    await expectAccessible(page);
    await page.route('**/api/clinic_inactivities', (route) =>
      route.fulfill({ status: 409, json: { code: 'plan-required', error: 'No' } }),
    );
    await panel.getByRole('button', { name: inactivity('save') }).click();
    await expectAlert(page, 'Error: check your data and try again');
    await page.unroute('**/api/clinic_inactivities');
    await save(page, panel);

    const row = rows(page).filter({ hasText: 'Painting' });
    const [start = '', end = ''] = period().map((day) => day.slice(2).split('-').toReversed().join('-'));
    await expect(row).toContainText(`${start} 00-00`);
    await expect(row).toContainText(`${end} 23-59`);
    await takeBack(page, 'Painting');
  },
);

test(
  'closings and vacations appear in all calendars of the clinic, and disappear',
  { tag: '@release' },
  async ({ openWindow }) => {
    const page = await (await openWindow(browser)).newPage();
    await open(page, premium, 'clinic');
    // A guest does not see others' vacations.
    const role = page.getByRole('combobox', { name: clinic('team.roleOf', { name: 'Marco Bassi' }) });
    await Promise.all([page.waitForResponse('**/api/hubs/*'), role.selectOption('manager')]);
    const colleague = await (await openWindow(browser)).newPage();
    await open(colleague, free, 'calendar');
    await showTomorrow(colleague, 'en');
    await live(colleague);
    const shown = (one: Page, kind: string, text: string) =>
      expect(one.locator(`.entry-${kind}`, { hasText: text }).first()).toBeVisible();
    const inactive = page.getByRole('link', { name: common('nav.inactivity'), exact: true });
    const back = page.getByRole('link', { name: common('nav.calendar'), exact: true });

    await inactive.click();
    await save(page, await write(page, 'closings', 'Painting'));
    await save(page, await write(page, 'vacations', 'Congress'));
    await shown(colleague, 'closing', 'Painting');
    await shown(colleague, 'vacationOthers', 'Congress · Giulia Ferri');
    await back.click();
    await showTomorrow(page, 'en');
    await shown(page, 'closing', 'Painting');
    await shown(page, 'vacation', 'Congress');

    await inactive.click();
    await takeBack(page, 'Painting');
    await takeBack(page, 'Congress');
    // Ignores times that other tests hold or block.
    const away = '.entry-closing, .entry-vacation, .entry-vacationOthers';
    await expect(colleague.locator(away)).toHaveCount(0);
    await back.click();
    await showTomorrow(page, 'en');
    await expect(page.locator(away)).toHaveCount(0);
    // As a manager he would plan closings on the owner's plan.
    await page.getByRole('link', { name: common('nav.clinic'), exact: true }).click();
    await Promise.all([page.waitForResponse('**/api/hubs/*'), role.selectOption('guest')]);
  },
);

test('public holidays close a clinic once its country is chosen, and each can be kept open', async ({
  openWindow,
}) => {
  const page = await (await openWindow(browser)).newPage();
  await open(page, premium, 'inactivity');
  const section = page.getByRole('region', { name: inactivity('holidays.title') });
  const country = section.getByLabel(inactivity('holidays.country'));
  await expect(country, 'as the demo has it').toHaveValue('IT');
  await country.selectOption('');
  await expect(section.getByRole('switch')).toHaveCount(0);
  await country.selectOption('IT');
  const christmas = section.getByRole('switch', { name: /Christmas Day/ });
  // Visits of the demo may lie in a holiday: they are shown first.
  const save = section.getByRole('button', { name: inactivity('save'), exact: true });
  await christmas.or(save).first().waitFor();
  if (await save.isVisible()) await save.click();
  await expect(christmas).toBeChecked();
  await expectAccessible(page);
  const closing = page
    .getByRole('region', { name: inactivity('closings.title') })
    .getByRole('listitem')
    .filter({ hasText: 'Christmas Day' });
  await expect(closing).toHaveCount(1);

  await christmas.press('Space');
  await expect(christmas).not.toBeChecked();
  await expect(closing).toHaveCount(0);

  await country.selectOption('');
  await expect(section.getByRole('switch')).toHaveCount(0);
  await expect(rows(page).filter({ hasText: 'Epiphany' })).toHaveCount(0);
});

test('features missing in the free plan show an upgrade', async ({ openWindow }) => {
  const page = await (await openWindow(browser)).newPage();
  await open(page, free, 'inactivity');
  await expect(page.getByRole('heading', { name: inactivity('upgrade.title') })).toBeVisible();
  await expect(button(page, common('upgrade.button'))).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole('link', { name: common('nav.patients'), exact: true }).click();
  await rows(page).first().getByRole('link').click();
  await expect(page.getByRole('heading', { name: patients('upgrade.title') })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await expectAccessible(page);
});
