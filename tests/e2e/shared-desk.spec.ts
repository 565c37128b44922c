import type { Page } from '@playwright/test';
import { createClient } from '../support/http.ts';
import { logIn } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { joinPractice, openPractice, password } from './practice.ts';
import type { Stack } from '../support/stack.ts';
import { textsOf } from './texts.ts';
import { counting } from './twelve.ts';

const account = textsOf('en', 'account');
const auth = textsOf('en', 'auth');
const common = textsOf('en', 'common');
const appointment = textsOf('en', 'appointment');
/** A lock may end the session of a read that is under way. */
const browser = {
  locale: 'en-GB',
  timezoneId: 'Europe/Rome',
  viewport: { width: 1440, height: 900 },
  refusals: true,
};

/** Opens a practice with some members, whose usernames end alike. */
const openTeam = async (stack: Stack, ending: string, names: readonly string[]) => {
  const practice = await openPractice(stack, `owner_${ending}`);
  const members = names.map((name) => joinPractice(stack, practice, `${name.toLowerCase()}_${ending}`, name));
  return Promise.all(members);
};

/** The person agrees to be listed in this browser. */
const list = async (page: Page) => {
  await page.goto('/dashboard/account-data');
  await page.getByRole('switch', { name: account('desk.listed') }).check();
  await expectAccessible(page);
};
const change = (page: Page) => page.getByRole('button', { name: common('nav.changePerson') });
const choose = (page: Page, name: string) =>
  page.getByRole('button', { name: auth('desk.choose', { name }) });

test('change of person at the desk: two presses and a password', async ({ stack, openWindow }) => {
  const [marta, sara] = await openTeam(stack, 'shared', ['Marta', 'Sara']);
  const page = await (await openWindow(browser)).newPage();
  for (const { email } of [marta!, sara!]) {
    await logIn(page, email, 'en');
    await list(page);
    await change(page).click();
    await page.waitForURL('**/login');
  }
  await expectAccessible(page);
  await choose(page, 'Sara De Santis').click();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/**');

  // The first press opens the names, the second chooses one.
  const pressed = counting(page);
  await pressed.press(change(page).click());
  await pressed.press(choose(page, 'Marta De Santis').click());
  expect(pressed.count()).toBeLessThanOrEqual(2);
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/**');
  await page.goto('/dashboard/account-data');
  await expect(page.getByText(marta!.email)).toBeVisible();
});

test('the lock ends the session, empties every tab, and leaves no draft to another person', async ({
  stack,
  openWindow,
}) => {
  const [marta, sara] = await openTeam(stack, 'locked', ['Marta', 'Sara']);
  const window = await openWindow(browser);
  const page = await window.newPage();
  await logIn(page, marta!.email, 'en');
  await list(page);
  const token = await page.evaluate(() => localStorage.getItem('visita.session') ?? '');
  const other = await window.newPage();
  await other.goto('/dashboard/calendar');
  const panel = other.getByRole('dialog');
  await expect(other.locator('.time-heads')).toBeVisible();
  await other.keyboard.press('b');
  await panel.getByLabel(appointment('block.note')).fill('Carla Secret');
  await page.bringToFront();
  await page.keyboard.press('Alt+l');
  for (const tab of [page, other]) {
    await tab.waitForURL('**/login');
    await expect(choose(tab, 'Marta De Santis')).toBeVisible();
    expect(await tab.content()).not.toContain('Carla Secret');
  }
  const { status } = await createClient(stack.address).call('getSessions', { token });
  expect(status).toBe(401);
  await page.goBack();
  await expect(page.getByRole('link', { name: common('nav.calendar') })).toHaveCount(0);

  await logIn(other, sara!.email, 'en');
  const kept = await other.evaluate(() => JSON.stringify(sessionStorage));
  expect(kept).not.toContain('Carla Secret');
});

test('locks after ten idle minutes if the account chose so, also in a page that is opened again', async ({
  stack,
  openWindow,
}) => {
  const [marta] = await openTeam(stack, 'idle', ['Marta']);
  const window = await openWindow(browser);
  const page = await window.newPage();
  await page.clock.install();
  await logIn(page, marta!.email, 'en');
  await page.goto('/dashboard/account-data');
  await page.getByRole('switch', { name: account('desk.idle') }).check();
  await page.clock.runFor('09:00');
  await page.mouse.move(50, 60);
  await page.clock.runFor('09:00');
  await expect(page.getByRole('link', { name: common('nav.calendar') })).toBeVisible();
  await page.clock.runFor('02:00');
  await page.waitForURL('**/login');
});

test('anybody can remove a name from the list', async ({ stack, openWindow }) => {
  const [marta] = await openTeam(stack, 'gone', ['Marta']);
  const page = await (await openWindow(browser)).newPage();
  await logIn(page, marta!.email, 'en');
  await expect(change(page)).toHaveCount(0);
  await list(page);
  await page.keyboard.press('Alt+l');
  await page.waitForURL('**/login');
  await page.getByRole('button', { name: auth('desk.forget', { name: 'Marta De Santis' }) }).click();
  await expect(page.getByText(auth('desk.title'))).toHaveCount(0);
});
