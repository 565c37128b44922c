import type { Page } from '@playwright/test';
import { succeed } from '../support/http.ts';
import { expect, test } from './fixtures.ts';
import { openPractice, type Practice } from './practice.ts';
import { textsOf } from './texts.ts';
import { tomorrow } from './week.ts';

const waiting = textsOf('en', 'waiting');
const calendar = textsOf('en', 'calendar');
const today = textsOf('en', 'today');
const appointment = textsOf('en', 'appointment');
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome', viewport: { width: 1440, height: 900 } };

let practice: Practice;
test.beforeAll(async ({ stack }) => {
  practice = await openPractice(stack, 'fred_frees');
  const { client, token, clinicId, serviceIds } = practice;
  for (const [name, email] of [
    ['Quinn Waits', 'quinn@frees.example.com'],
    ['Carol Calls', null],
  ] as const) {
    const patient = { name, email, prefix: '+39', phone: '3331234567' };
    const body = { clinicId, clinicServiceId: serviceIds[0]!, patient };
    await succeed(client.call('joinWaitingList', { body, token }));
  }
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const pressTen = async (page: Page, hour = 10): Promise<void> => {
  const column = page.locator('.time-column').first();
  await column.evaluate((element) =>
    element.closest('.time-scroller')?.scrollTo(0, (element.clientHeight * 9) / 24),
  );
  const box = (await column.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + (box.height * hour) / 24 + 4);
};

test('a free time is offered from the calendar in 2 presses, shown, and taken back in 2', async ({
  openWindow,
}) => {
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow()}`);
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  let presses = 0;
  const press = async (act: Promise<void>) => {
    presses += 1;
    await act;
  };
  await press(pressTen(page));
  await press(button(page, waiting('staff.offerTo', { name: 'Quinn Waits' })).click());
  const held = page.locator('.entry-held');
  await expect(held).toContainText('Quinn Waits');
  await expect(held).toContainText(/offered until \d\d:\d\d/);
  expect(presses).toBe(2);

  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow()}`);
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  await pressTen(page, 10.5);
  const panel = page.getByRole('dialog');
  await panel.getByRole('combobox', { name: appointment('service') }).click();
  await page.getByRole('option', { name: /Prima visita/ }).click();
  await expect(panel.getByText(/10:00.*offered until \d\d:\d\d/)).toBeVisible();
  await panel.getByRole('button', { name: appointment('why.title') }).click();
  await expect(panel.getByText(/offered until \d\d:\d\d to a person on the waiting list/)).toBeVisible();

  await page.goto(`/dashboard/today?date=${tomorrow()}`);
  const listed = page.getByRole('region', { name: today('offered.title') });
  await expect(listed).toContainText('10:00 Quinn Waits');

  for (const view of ['week', 'month', 'agenda']) {
    await page.goto(`/dashboard/calendar?view=${view}&date=${tomorrow()}`);
    await expect(page.getByText(/offered until \d\d:\d\d · Quinn Waits/).first(), view).toBeVisible();
  }
  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow()}`);
  await held.getByRole('button').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: calendar('offered.release') })
    .click();
  await expect(held).toHaveCount(0);
});

test('people without an email are called for a free time: the list says so, and books a yes', async ({
  openWindow,
}) => {
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow()}`);
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  await pressTen(page);
  await page.getByRole('link', { name: waiting('staff.whole') }).click();
  const carol = page.getByRole('article', { name: 'Carol Calls' });
  await expect(page.getByRole('article')).toHaveCount(2);
  await button(page, waiting('staff.markCalled')).click();
  await expect(carol).toContainText(waiting('staff.called', { day: '' }).trim());
  await carol.getByRole('button', { name: waiting('staff.tookIt') }).click();
  await expect(carol).toHaveCount(0);
});
