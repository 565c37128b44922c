import type { Page } from '@playwright/test';
import { startOf, textsOf } from './texts.ts';

const zone = 'Europe/Rome';

/** The day so many days from now in Rome, where the practices of the tests are: `YYYY-MM-DD`. */
export const inDays = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(Date.now() + days * 86_400_000);

export const tomorrow = (): string => inDays(1);

/** Shows the week of tomorrow, which on a Sunday is the next one. */
export const showTomorrow = async (page: Page, language: 'it' | 'en'): Promise<void> => {
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: zone }).format();
  const next = textsOf(language, 'calendar')('grid.next', { unit: '{{' });
  if (weekday === 'Sun') await page.getByRole('button', { name: startOf(next) }).click();
};
