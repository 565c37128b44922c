import { expect, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { inDays } from './week.ts';

const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome' };
const hourOf = "getComputedStyle(document.querySelector('.time-body')).getPropertyValue('--hour')";

test('an hour is equally high on any day, and while a booking arrives', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'hugo_heights');
  const book = (day: string, time: string, name: string) =>
    practice.call('placeBooking', {
      body: {
        booking: { hubServiceId: practice.hubServiceIds[0], date: `${day}T${time}`, proNotes: '' },
        patient: { name, email: `${name}@example.com`, prefix: '+39', phone: '3337654321' },
      },
    });
  const first = inDays(1);
  for (const time of ['09:00', '09:30', '10:00', '12:00']) await book(first, time, `v${time.slice(0, 2)}`);
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  const heights = new Set<unknown>();
  const days = Array.from({ length: 10 }, () => 1 + Math.floor(Math.random() * 60));
  for (const ahead of [1, ...days]) {
    await page.goto(`/dashboard/calendar?view=day&date=${inDays(ahead)}`);
    await page.locator('.calendar-grid[data-shown="true"]').waitFor();
    heights.add(await page.evaluate(hourOf));
  }
  await page.goto(`/dashboard/calendar?view=day&date=${first}`);
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  await book(first, '14:00', 'Pia');
  await expect(page.locator('.entry', { hasText: 'Pia' })).toBeVisible();
  heights.add(await page.evaluate(hourOf));
  expect([...heights], `days ahead: ${days.join(', ')}`).toHaveLength(1);
  expect([...heights][0]).toMatch(/^(74|108|168)px$/);
});
