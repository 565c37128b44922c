import type { Page } from '@playwright/test';
import { startOf, textsOf } from './texts.ts';

const zone = 'Europe/Rome';

/** Returns the day some days from now in Rome, the tests' time zone: `YYYY-MM-DD`. */
export const inDays = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(Date.now() + days * 86_400_000);

export const tomorrow = (): string => inDays(1);

/** Shows tomorrow, which on a Sunday is in the next week; no effect if it is visible. */
export const showTomorrow = async (page: Page, language: 'it' | 'en'): Promise<void> => {
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  const day = page.locator(`.calendar-grid [data-date="${tomorrow()}"]`);
  if ((await day.count()) > 0) return;
  const next = textsOf(language, 'calendar')('grid.next', { unit: '{{' });
  await page.getByRole('button', { name: startOf(next) }).click();
  await day.first().waitFor();
};
