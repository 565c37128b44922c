import type { Locator, Page } from '@playwright/test';
import { showTeam, type Team } from './team.ts';
import { textsOf } from './texts.ts';
import { tomorrow } from './week.ts';

const calendar = textsOf('it', 'calendar');
export const nine = 9 * 60;

/** Twelve professionals with three visits each tomorrow: at nine, at ten and at a quarter to five. */
export const visits = () =>
  Array.from({ length: 36 }, (_, index) => ({
    pro: index % 12,
    day: tomorrow(),
    start: [nine, nine + 60, nine + 465][Math.floor(index / 12)] ?? nine,
  }));

/** Opens the week by professional. */
export const openRows = async (page: Page, token: string, team: Team = { visits }): Promise<void> => {
  await showTeam(page, token, team);
  await page.goto(`/dashboard/calendar?view=week&date=${tomorrow()}`);
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  await page.getByRole('button', { name: calendar('rows.professionals'), exact: true }).click();
  await page.locator('.week-rows').waitFor();
};

/** Returns the cell of tomorrow in a professional's row. */
export const cellOf = (page: Page, name: string): Locator =>
  page.getByRole('row', { name: new RegExp(`^${name}`) }).locator(`td[data-cell^="${tomorrow()}"]`);
