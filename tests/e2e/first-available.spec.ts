import type { Page } from '@playwright/test';
import { logIn, writeTime } from './dashboard.ts';
import { countEffort } from './effort.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { joinPractice, openPractice } from './practice.ts';
import { textsOf } from './texts.ts';
import { inDays } from './week.ts';

const appointment = textsOf('en', 'appointment');
const common = textsOf('en', 'common');
const tomorrow = inDays(1);
const patient = { name: 'Nadia Greco', email: 'nadia@example.com', prefix: '+39', phone: '3337654321' };

const freeTimes = (page: Page) => page.getByRole('group', { name: appointment('free') });

test('three presses from the calendar show who is free first, a fourth one chooses', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'wanda_first');
  const colleague = await joinPractice(stack, practice, 'bice_first', 'Bice');
  // Only the colleague is free tomorrow at nine.
  const booking = { hubServiceId: practice.hubServiceIds[0], date: `${tomorrow}T09:00` };
  await practice.call('placeBooking', { body: { booking, patient } });
  const window = await openWindow({ locale: 'en-GB', timezoneId: 'Europe/Rome' });
  const effort = await countEffort(window);
  const page = await window.newPage();
  await logIn(page, practice.email, 'en');
  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow}`);
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();

  const before = effort.clicks;
  await page
    .getByRole('button', { name: common('nav.newBooking') })
    .first()
    .click();
  const panel = page.getByRole('dialog', { name: appointment('title') });
  await panel.getByRole('combobox', { name: appointment('professional') }).click();
  await page.getByRole('option', { name: appointment('firstAvailable') }).click();
  const first = freeTimes(page)
    .getByRole('button', { name: /^09:00/ })
    .first();
  await expect(first).toHaveText('09:00 Bice De Santis');
  await expect.poll(() => effort.clicks - before).toBe(3);
  await expectAccessible(page);

  await first.click();
  await expect(panel.getByRole('combobox', { name: appointment('professional') })).toHaveValue(
    'Bice De Santis',
  );
  await expect(freeTimes(page).getByRole('button', { pressed: true })).toHaveText('09:00 Bice De Santis');
  await panel.getByRole('searchbox').fill('greco');
  await panel.getByRole('button', { name: patient.name }).click();
  const [sent] = await Promise.all([
    page.waitForRequest('**/api/new_pro_booking'),
    panel.getByRole('button', { name: appointment('save'), exact: true }).click(),
  ]);
  expect(sent.postDataJSON()).toMatchObject({
    booking: { hubServiceId: colleague.hubServiceIds[0], date: `${tomorrow}T09:00` },
  });
  await expect(panel).toHaveCount(0);
});

test('a typed time at which no professional is free is said, with the nearest free times', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'zita_none');
  const colleague = await joinPractice(stack, practice, 'yuri_none', 'Yuri');
  await Promise.all(
    [practice, colleague].map((pro, nth) => {
      const booking = { hubServiceId: pro.hubServiceIds[0], date: `${tomorrow}T12:00` };
      const visitor = { ...patient, email: `none${nth}@example.com` };
      return practice.call('placeBooking', { body: { booking, patient: visitor } });
    }),
  );
  const page = await (await openWindow({ locale: 'en-GB', timezoneId: 'Europe/Rome' })).newPage();
  await logIn(page, practice.email, 'en');
  await page.goto(`/dashboard/calendar?view=day&date=${tomorrow}`);
  await page
    .getByRole('button', { name: common('nav.newBooking') })
    .first()
    .click();
  const panel = page.getByRole('dialog', { name: appointment('title') });
  const professional = panel.getByRole('combobox', { name: appointment('professional') });
  await professional.click();
  await page.getByRole('option', { name: appointment('firstAvailable') }).click();
  await writeTime(page, 'en', appointment('time'), '12:20');
  await expect(panel.getByText(appointment('noneFree', { time: '12:20' }))).toHaveCount(2);
  await expect(
    freeTimes(page)
      .getByRole('button', { name: /^12:30/ })
      .first(),
  ).toBeVisible();
  await expect(
    freeTimes(page)
      .getByRole('button', { name: /^11:30/ })
      .first(),
  ).toBeVisible();
  await expectAccessible(page);

  // A time between two free starts is free as well.
  await writeTime(page, 'en', appointment('time'), '14:20');
  await expect(professional).toHaveValue(/De Santis/);
  await expect(panel.getByText(appointment('noneFree', { time: '12:20' }))).toHaveCount(0);
});
