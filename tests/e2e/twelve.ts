import type { Page } from '@playwright/test';
import { openBackstage } from '../support/backstage.ts';
import type { Stack } from '../support/stack.ts';
import { joinPractice, joinReception, openPractice } from './practice.ts';
import { textsOf } from './texts.ts';
import { tomorrow } from './week.ts';

const common = textsOf('en', 'common');
export const wide = { locale: 'en-GB', timezoneId: 'Europe/Rome', viewport: { width: 1440, height: 900 } };
const colleagues = [
  'Bruno',
  'Carla',
  'Dario',
  'Elisa',
  'Fabio',
  'Gina',
  'Hugo',
  'Irene',
  'Luca',
  'Mina',
  'Nino',
];

/** Opens a clinic of twelve professionals with a reception at the desk. */
export const openTwelve = async (stack: Stack, suffix: string) => {
  const practice = await openPractice(stack, `ada_${suffix}`);
  await using backstage = await openBackstage(stack.place);
  await backstage.assignPremium(practice.id);
  const joined: Record<string, Awaited<ReturnType<typeof joinPractice>>> = {};
  for (const name of colleagues)
    // oxlint-disable-next-line no-await-in-loop -- the plan counts them one after the other
    joined[name] = await joinPractice(stack, practice, `${name.toLowerCase()}_${suffix}`, name);
  const desk = await joinReception(stack, practice, `rita_${suffix}`);
  return { practice, colleagues: joined, desk };
};

/** Counts the presses of a page as they are made. */
export const counting = (page: Page) => {
  let presses = 0;
  const counted = async <Result>(press: Promise<Result>): Promise<Result> => {
    presses += 1;
    return press;
  };
  return {
    click: (name: string | RegExp, role: 'button' | 'combobox' | 'option' | 'checkbox' | 'link' = 'button') =>
      counted(page.getByRole(role, { name, exact: true }).first().click()),
    key: (key: string) => counted(page.keyboard.press(key)),
    press: counted,
    count: () => presses,
  };
};

export const columnOf = (page: Page, name: string) => page.locator('.time-column').and(page.getByLabel(name));

/** Returns the place of an hour in a professional's column, which is scrolled into view. */
export const placeOf = async (page: Page, name: string, hour: number) => {
  const column = columnOf(page, name);
  await column.evaluate((element, share) => {
    element.scrollIntoView({ inline: 'center', block: 'nearest' });
    element.closest('.time-scroller')?.scrollTo({ top: element.clientHeight * share });
  }, 8 / 24);
  const box = (await column.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + (box.height * hour) / 24 + 4 };
};

/** Opens the day of the twelve, with a column for each. */
export const openDay = async (page: Page, token: string, query = `view=day&date=${tomorrow()}`) => {
  await page.addInitScript(`localStorage.setItem('visita.session', '${token}')`);
  await page.goto(`/dashboard/calendar?${query}`);
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  await page.getByText(common('live.live'), { exact: true }).waitFor();
};
