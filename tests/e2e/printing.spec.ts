import type { Page } from '@playwright/test';
import { logIn } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';
import { inDays } from './week.ts';

const calendar = textsOf('en', 'calendar');
const common = textsOf('en', 'common');
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome' };
const patient = { prefix: '+39', phone: '3337654321' };

/** Keeps the page in print state, between the browser's two print events. */
const holdPrint = (page: Page) =>
  page.evaluate("window.print = () => void dispatchEvent(new Event('beforeprint'))");

test('the visible days print as a table, without navigation and notes', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'piero_print');
  const book = (date: string, name: string, proNotes: string) =>
    practice.call('placeBooking', {
      body: {
        booking: { hubServiceId: practice.hubServiceIds[0], date, proNotes },
        patient: { ...patient, name, email: `${name.split(' ')[0]?.toLowerCase()}@example.com` },
      },
    });
  await book(`${inDays(1)}T11:00`, 'Nadia Greco', 'allergic to latex');
  await book(`${inDays(1)}T09:30`, 'Ugo Bassi', '');
  await book(`${inDays(2)}T09:00`, 'Lea Conti', '');

  const page = await (await openWindow(browser)).newPage();
  await logIn(page, practice.email, 'en');
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  await page.keyboard.press('d');
  await page.keyboard.press('j');
  await expect(page.locator('.entry', { hasText: 'Ugo Bassi' })).toBeVisible();
  await expect(page.locator('.entry', { hasText: 'Lea Conti' })).toHaveCount(0);
  await holdPrint(page);
  await page.getByRole('button', { name: calendar('print.open') }).click();
  await page.emulateMedia({ media: 'print' });
  const rows = page.getByRole('row');
  await expect(rows).toHaveText([
    ['time', 'patient', 'service', 'professional', 'clinic']
      .map((column) => calendar(`print.columns.${column}`))
      .join(''),
    /^\w+/,
    '09:30–10:00Ugo BassiPrima visitaMarco De SantisStudio Aurora',
    '11:00–11:30Nadia GrecoPrima visitaMarco De SantisStudio Aurora',
  ]);
  await expect(page.getByText('latex')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('.calendar-grid')).toBeHidden();
  await expectAccessible(page);

  await page.emulateMedia({ media: 'screen' });
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  await expect(page.locator('.printed')).toHaveCount(0);
  await page.getByRole('link', { name: common('nav.patients'), exact: true }).click();
  await expect(page.getByText('Ugo Bassi')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation'), 'nor on another screen').toHaveCount(0);
  await expect(page.getByText('Ugo Bassi')).toBeVisible();
});

test('the browser’s print command also prints the table, with a collapsed toolbar', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'petra_printed');
  await practice.call('placeBooking', {
    body: {
      booking: { hubServiceId: practice.hubServiceIds[0], date: `${inDays(1)}T09:30`, proNotes: '' },
      patient: { ...patient, name: 'Ugo Bassi', email: 'ugo@example.com' },
    },
  });
  const page = await (await openWindow(browser)).newPage();
  await page.setViewportSize({ width: 1024, height: 768 });
  await logIn(page, practice.email, 'en');
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  await page.keyboard.press('d');
  await page.keyboard.press('j');
  await expect(page.locator('.entry', { hasText: 'Ugo Bassi' })).toBeVisible();
  await expect(page.getByRole('button', { name: calendar('print.open') })).toHaveCount(0);
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('row').last()).toHaveText(
    '09:30–10:00Ugo BassiPrima visitaMarco De SantisStudio Aurora',
  );
  await expect(page.locator('.calendar-grid')).toBeHidden();
});
