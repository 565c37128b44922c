import type { Locator, Page } from '@playwright/test';
import { startOf, textsOf } from './texts.ts';

const zone = 'Europe/Rome';

/** Returns the day some days from now in Rome, the tests' time zone: `YYYY-MM-DD`. */
export const inDays = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(Date.now() + days * 86_400_000);

export const tomorrow = (): string => inDays(1);

/** Returns a time of a day in Rome with its offset, as the API writes it; not for the hours around a change of clocks. */
export const inRome = (day: string, time: string): string => {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const offset = format.format(new Date(`${day}T${time}:00Z`)).slice(-6);
  return `${day}T${time}:00${offset}`;
};

/** Shows tomorrow, which on a Sunday is in the next week; no effect if it is visible. */
export const showTomorrow = async (page: Page, language: 'it' | 'en'): Promise<void> => {
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  const day = page.locator(`.calendar-grid [data-date="${tomorrow()}"]`);
  if ((await day.count()) > 0) return;
  const next = textsOf(language, 'calendar')('grid.next', { unit: '{{' });
  await page.getByRole('button', { name: startOf(next) }).click();
  await day.first().waitFor();
};

const locales = { it: 'it-IT', en: 'en-GB' };

/** Returns a pattern of a day's name in a calendar of a month, such as "1 dicembre". */
export const dayName = (day: string, language: 'it' | 'en'): string => {
  const format = new Intl.DateTimeFormat(locales[language], {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return `\\b${format.format(new Date(`${day}T00:00:00Z`))}`;
};

/** Returns a day's button in a calendar of a month. */
export const dayIn = (calendar: Page | Locator, day: string, language: 'it' | 'en'): Locator =>
  calendar.getByRole('button', { name: new RegExp(dayName(day, language), 'i') });

/** Shows a day's month, which at the end of a month is the next one; no effect if the day is visible. */
export const showMonthOf = async (next: Locator, day: Locator): Promise<void> => {
  await next.waitFor();
  if ((await day.count()) === 0) await next.click();
};
