import { expect, expectAccessible, test } from './fixtures.ts';
import { logIn } from './dashboard.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';
import { inDays } from './week.ts';

const calendar = textsOf('it', 'calendar');

test('a week on a phone is a list by day, with a strip that counts visits and leads to each day', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'petra_phone');
  // A whole week from today has a Monday after at least one other day.
  const days = [inDays(7), inDays(8)];
  for (const [day, count] of [
    [days[0]!, 9],
    [days[1]!, 1],
  ] as const)
    for (let nth = 0; nth < count; nth += 1) {
      const time = `${String(9 + Math.floor(nth / 2)).padStart(2, '0')}:${nth % 2 ? '30' : '00'}`;
      const booking = { hubServiceId: practice.hubServiceIds[0], date: `${day}T${time}` };
      const patient = { name: `Paziente ${nth + 1}`, email: null, prefix: null, phone: null };
      await practice.call('placeBooking', { body: { booking, patient } });
    }
  const page = await (
    await openWindow({ locale: 'it-IT', timezoneId: 'Europe/Rome', phone: true })
  ).newPage();
  await logIn(page, practice.email, 'it');
  for (const [day, count] of [
    [days[0]!, 9],
    [days[1]!, 1],
  ] as const) {
    await page.goto(`/dashboard/calendar?view=week&date=${day}`);
    const strip = page.getByRole('navigation', { name: calendar('views.week') });
    await expect(strip.getByRole('button')).toHaveCount(7);
    const visits = calendar(count === 1 ? 'grid.visits_one' : 'grid.visits_other', { count: String(count) });
    const button = strip.getByRole('button', { name: new RegExp(`: ${visits}$`) });
    await expect(button).toHaveCount(1);
    await expectAccessible(page);
    await button.click();
    const section = page.locator(`.agenda section[data-date="${day}"]`);
    await expect(section).toBeInViewport();
    await expect(section).toBeFocused();
    await expect(strip, 'the page does not scroll').toBeInViewport({ ratio: 1 });
    const [under, heading] = [(await strip.boundingBox())!, (await section.locator('h2').boundingBox())!];
    expect(heading.y, 'the strip does not hide the day').toBeGreaterThanOrEqual(under.y + under.height - 1);
  }
});
