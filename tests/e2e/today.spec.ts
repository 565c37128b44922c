import type { Page } from '@playwright/test';
import { countPresses, logIn, presses } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice, type Practice } from './practice.ts';
import { textsOf } from './texts.ts';
import { inDays, inRome } from './week.ts';

const attendance = textsOf('en', 'attendance');
const calendar = textsOf('en', 'calendar');
const common = textsOf('en', 'common');
const today = textsOf('en', 'today');
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome' };

/** The page's clock shows noon of the day before, so that its morning is past. */
const theDay = inDays(-1);

let practice: Practice;

test.beforeAll(async ({ stack }) => {
  practice = await openPractice(stack, 'olga_today');
  const book = (time: string, name: string) =>
    practice.call('placeBooking', {
      body: {
        booking: { hubServiceId: practice.hubServiceIds[0], date: `${theDay}T${time}`, proNotes: '' },
        patient: { name, email: `${name.slice(0, 3)}@example.com`, prefix: '+39', phone: '3337654321' },
      },
    });
  await book('09:00', 'Nadia Greco');
  await book('11:30', 'Ugo Bassi');
  await book('17:00', 'Lea Conti');
});

const visit = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** Undo button, which appears with the recorded attendance. */
const undo = (page: Page, patient: string) =>
  page.getByRole('button', { name: attendance('undoOf', { patient }), exact: true });

test('the day is a key away; a missed visit is recorded with one press and undone with one', async ({
  openWindow,
}) => {
  const page = await (await openWindow(browser)).newPage();
  await page.clock.setFixedTime(inRome(theDay, '12:00'));
  await logIn(page, practice.email, 'en');
  await page.locator('.calendar-grid').first().waitFor();
  const colleague = await page.context().newPage();
  await colleague.clock.setFixedTime(inRome(theDay, '12:00'));
  await colleague.goto('/dashboard/today');
  await page.keyboard.press('o');
  await page.waitForURL('**/dashboard/today');
  await expect(page.getByRole('list', { name: today('list') }).getByRole('listitem')).toHaveCount(3);
  const nadia = visit(page, 'Nadia Greco');
  const missed = nadia.getByRole('button', { name: attendance('of.missed', { patient: 'Nadia Greco' }) });
  await missed.waitFor();

  await countPresses(page);
  await missed.click();
  await expect(undo(page, 'Nadia Greco')).toBeVisible();
  expect(await presses(page)).toBe(1);
  await expect(undo(colleague, 'Nadia Greco')).toBeVisible();
  // The pressed button is gone: the focus is on Undo, and after that on the buttons again.
  await expect(undo(page, 'Nadia Greco')).toBeFocused();
  await undo(page, 'Nadia Greco').click();
  await expect(missed).toBeVisible();
  expect(await presses(page)).toBe(2);
  await expect(
    nadia.getByRole('button', { name: attendance('of.arrived', { patient: 'Nadia Greco' }) }),
  ).toBeFocused();
  await expect(undo(colleague, 'Nadia Greco')).toHaveCount(0);
});

test(
  'a patient’s arrival, waiting and visit are recorded by one press each, from two hours before',
  { tag: '@release' },
  async ({ openWindow }) => {
    const page = await (await openWindow({ ...browser, phone: true })).newPage();
    await page.clock.setFixedTime(inRome(theDay, '12:00'));
    await logIn(page, practice.email, 'en');
    await page.getByRole('button', { name: common('nav.more'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: common('nav.today'), exact: true })
      .click();
    await expect(visit(page, 'Lea Conti').getByRole('button')).toHaveCount(0);
    const ugo = visit(page, 'Ugo Bassi');
    await expect(ugo.getByRole('link', { name: today('call', { patient: 'Ugo Bassi' }) })).toHaveAttribute(
      'href',
      'tel:+393337654321',
    );
    await ugo.getByRole('button', { name: attendance('of.arrived', { patient: 'Ugo Bassi' }) }).click();
    await expect(ugo.getByText(attendance('waiting_other', { count: '0' }))).toBeVisible();
    await expectAccessible(page);
    await ugo.getByRole('button', { name: attendance('of.attended', { patient: 'Ugo Bassi' }) }).click();
    await expect(undo(page, 'Ugo Bassi')).toBeVisible();
    await expect(ugo.getByText(attendance('said.attended'), { exact: true })).toBeVisible();
    await expect(page.getByRole('status').getByText(today('seen_one', { count: '1' }))).toBeVisible();
  },
);

test('a booking’s details have the same buttons', { tag: '@release' }, async ({ openWindow }) => {
  const page = await (await openWindow(browser)).newPage();
  await page.clock.setFixedTime(inRome(theDay, '12:00'));
  await logIn(page, practice.email, 'en');
  await page.locator('.entry', { hasText: 'Nadia Greco' }).first().click();
  const details = page.getByRole('dialog', { name: calendar('details.title'), exact: true });
  const group = details.getByRole('group', { name: attendance('title') });
  await group.getByRole('button', { name: attendance('of.attended', { patient: 'Nadia Greco' }) }).click();
  await expect(undo(page, 'Nadia Greco')).toBeVisible();
  await expectAccessible(page);
  await undo(page, 'Nadia Greco').click();
  await expect(undo(page, 'Nadia Greco')).toHaveCount(0);
});
