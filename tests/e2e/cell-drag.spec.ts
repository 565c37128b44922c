import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { cellOf, openRows, visits } from './rows.ts';
import { openBooked, type Team } from './team.ts';
import { textsOf } from './texts.ts';

const calendar = textsOf('it', 'calendar');
const appointment = textsOf('it', 'appointment');
const common = textsOf('it', 'common');
const browser = { locale: 'it-IT', timezoneId: 'Europe/Rome' };

let token: string;
test.beforeAll(async ({ stack }) => {
  token = await openBooked(stack, 'carla_cells');
});

/** Gives each professional services of their own, of which a form makes options. */
const withOwnServices: NonNullable<Team['clinic']> = (clinic) => ({
  ...clinic,
  hubs: clinic.hubs.map((hub, index) => ({
    ...hub,
    services: hub.services.map((one) => ({ ...one, id: index === 0 ? one.id : `${one.id}-${index}` })),
  })),
});

/** Begins to drag a visit out of a cell's list, and returns a function that moves it onto another cell. */
const dragOut = async (page: Page, name: string, time: string) => {
  await cellOf(page, name).locator('.row-count').click();
  const entry = page.locator('.cell-list').getByRole('button', { name: new RegExp(`^${time}`) });
  const from = await entry.boundingBox();
  if (!from) throw new Error('the visit is out of sight');
  await page.mouse.move(from.x + 40, from.y + from.height / 2);
  await page.mouse.down();
  return async (to: Locator) => {
    const box = await to.boundingBox();
    if (!box) throw new Error('the cell is out of sight');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
  };
};

test('a visit is dragged out of a cell’s list to another day or professional, after a confirmation', async ({
  openWindow,
}) => {
  const page = await (await openWindow(browser)).newPage();
  await openRows(page, token);
  const confirmation = page.getByRole('dialog', { name: calendar('edit.confirmTitle') });
  const target = cellOf(page, 'Luca Riva');
  const moveTo = await dragOut(page, 'Giulia Ferri', '10:00');
  await moveTo(target);
  await expect(page.locator('td[data-drop]')).toHaveCount(1);
  await expect(target.locator('.row-chosen'), 'the place at the visit’s time').toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('td[data-drop]')).toHaveCount(0);
  await page.mouse.up();
  await expect(confirmation).toHaveCount(0);
  await expect(page.locator('.cell-list'), 'the list stays').toBeVisible();
  await page.keyboard.press('Escape');

  const again = await dragOut(page, 'Giulia Ferri', '10:00');
  await again(target);
  await page.mouse.up();
  await expect(page.locator('.cell-list')).toHaveCount(0);
  await expect(confirmation).toContainText('Luca Riva');
  await expect(confirmation).toContainText('10:00');
  await confirmation.getByRole('button', { name: common('actions.cancel') }).click();
  await expect(confirmation).toHaveCount(0);

  // A drop on the own cell changes nothing, and opens no form.
  const back = await dragOut(page, 'Giulia Ferri', '10:00');
  await back(target);
  await back(cellOf(page, 'Giulia Ferri').locator('.row-strip'));
  await page.mouse.up();
  await expect(page.getByRole('dialog', { name: appointment('title') })).toHaveCount(0);
  await expect(confirmation).toHaveCount(0);
});

test('a visit of a cell’s list is changed by keys alone', async ({ openWindow }) => {
  const page = await (await openWindow(browser)).newPage();
  await openRows(page, token, { visits, clinic: withOwnServices });
  await cellOf(page, 'Giulia Ferri').locator('.row-count').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: calendar('details.title') });
  await panel.getByRole('button', { name: calendar('edit.open'), exact: true }).press('Enter');
  await expect(page.getByRole('combobox', { name: calendar('edit.service') })).toBeVisible();
});
