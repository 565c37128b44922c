import type { Locator } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { intercept } from './screens/intercept.ts';
import { textsOf } from './texts.ts';
import { showTomorrow, tomorrow } from './week.ts';

const calendar = textsOf('en', 'calendar');
const names = ['Ada', 'Bice', 'Cleo', 'Dina'];

const boxesOf = (all: Locator) =>
  all.evaluateAll((elements) =>
    elements.map((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top, bottom };
    }),
  );

/** WCAG 2.5.8, exception "equivalent": the agenda, which is a button of the same page. */
test('visits of five minutes that touch are lower than a target in the week; keys and the agenda open each', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'sofia_short');
  await Promise.all(
    names.map((name, nth) => {
      const booking = {
        hubServiceId: practice.hubServiceIds[0],
        date: `${tomorrow()}T1${nth}:00`,
        proNotes: '',
      };
      const patient = { name, email: `${name}@short.example.com`, prefix: '+39', phone: '3337654321' };
      return practice.call('placeBooking', { body: { booking, patient } });
    }),
  );
  const page = await (await openWindow({ locale: 'en-GB', timezoneId: 'Europe/Rome' })).newPage();
  await intercept(page, 'getProCalendar', ({ message, data }) => ({
    message,
    data: {
      ...data,
      bookings: data.bookings.map((booking) => {
        const nth = names.indexOf(booking.patient_name);
        const at = (five: number) =>
          `${tomorrow()}T10:${String(five * 5).padStart(2, '0')}${booking.date.slice(16)}`;
        return { ...booking, date: at(nth), ending_date: at(nth + 1), duration: 5 };
      }),
    },
  }));
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto('/dashboard/calendar?view=week');
  await showTomorrow(page, 'en');
  const details = page.getByRole('dialog', { name: calendar('details.title') });
  const entries = page.locator('.time-entries button.entry');
  await expect(entries).toHaveCount(names.length);
  const drawn = await boxesOf(entries);
  expect(Math.max(...drawn.map(({ top, bottom }) => bottom - top))).toBeLessThan(24);

  await entries.first().focus();
  for (const name of names) {
    await expect(page.locator('button.entry:focus')).toContainText(name);
    await page.keyboard.press('Enter');
    await expect(details).toContainText(name);
    await page.keyboard.press('Escape');
    await expect(details).toHaveCount(0);
    await expect(page.locator('button.entry:focus')).toContainText(name);
    await page.keyboard.press('ArrowDown');
  }

  await page
    .getByRole('button', { name: calendar('grid.view', { view: calendar('views.agenda').toLowerCase() }) })
    .click();
  const rows = page.locator('button.agenda-entry');
  await expect(rows).toHaveCount(names.length);
  const listed = await boxesOf(rows);
  for (const [nth, { top, bottom }] of listed.entries()) {
    expect(bottom - top).toBeGreaterThanOrEqual(24);
    expect(top).toBeGreaterThanOrEqual(listed[nth - 1]?.bottom ?? 0);
  }
  await expectAccessible(page);
  for (const [nth, name] of names.entries()) {
    await rows.nth(nth).click();
    await expect(details).toContainText(name);
    await page.keyboard.press('Escape');
    await expect(details).toHaveCount(0);
  }
});
