import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { startOf, textsOf } from './texts.ts';
import { writeDay, writeTime } from './dashboard.ts';
import { dayIn, dayName, inDays, showMonthOf, showTomorrow } from './week.ts';

const clinic = textsOf('it', 'clinic');
const appointment = textsOf('it', 'appointment');
const common = textsOf('it', 'common');
const browser = { locale: 'it-IT', timezoneId: 'Europe/Rome' };

/** Counts presses from here on. */
const counting = (page: Page) => {
  let presses = 0;
  const press = async (name: string | RegExp): Promise<void> => {
    presses += 1;
    await page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
  };
  return { press, presses: () => presses };
};

/** Returns a pattern of a day's name in the month, without its hours. */
const named = (day: string): string => dayName(day, 'it');

const showDay = (page: Page, day: string) =>
  showMonthOf(page.getByRole('button', { name: common('picker.next') }), dayIn(page, day, 'it'));

test('a day is closed with three presses, gets other hours, and is copied to another', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'elio_exceptions');
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto('/dashboard/clinic');
  const { press, presses } = counting(page);
  const day = (which: string, says: string) =>
    page.getByRole('button', { name: new RegExp(`${named(which)}.*${says}`, 'i') });
  // Both days are in one month.
  const first = inDays(2).endsWith('-01') ? 2 : 1;
  const [one, other] = [inDays(first), inDays(first + 1)];

  await press(new RegExp(startOf(clinic('hub.of', { name: '{{' }))));
  await showDay(page, one);
  await press(new RegExp(named(one), 'i'));
  await press(clinic('dayHours.close'));
  await expect(day(one, clinic('dayHours.closed'))).toBeVisible();
  expect(presses()).toBe(3);
  await expectAccessible(page);

  await press(clinic('dayHours.add'));
  await press(clinic('dayHours.save'));
  await expect(day(one, '9–13')).toBeVisible();
  await press(clinic('dayHours.copyDay'));
  await press(new RegExp(named(other), 'i'));
  await expect(day(other, '9–13')).toBeVisible();
  await press(clinic('dayHours.pasted'));

  await press(clinic('dayHours.usual'));
  await expect(day(one, '9–18')).toBeVisible();
  const { data } = await practice.call('getProHubs', { params: { id: practice.id } });
  expect(data).toMatchObject([
    { day_hours: [{ date: other, windows: [{ starting_hour: '09:00', ending_hour: '13:00' }] }] },
  ]);
});

test('a day gets other hours with four presses', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'nino_other_hours');
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto('/dashboard/clinic');
  const { press, presses } = counting(page);
  const day = inDays(1);
  await press(new RegExp(startOf(clinic('hub.of', { name: '{{' }))));
  await showDay(page, day);
  await press(new RegExp(named(day), 'i'));
  // The third press is into the field.
  const editor = page.getByRole('group', { name: new RegExp(named(day), 'i') });
  await writeTime(editor, 'it', clinic('availability.to'), '13:30');
  await press(clinic('dayHours.save'));
  await expect(page.getByRole('button', { name: new RegExp(`${named(day)}.*9–13:30`, 'i') })).toBeVisible();
  expect(presses() + 1).toBe(4);
});

/** Returns days whose hours are wider than their cell, measured uncut. */
const cutHours = `(() => {
  const whole = new CSSStyleSheet();
  whole.replaceSync('[data-hours]::after { overflow: visible !important; }');
  document.adoptedStyleSheets.push(whole);
  const days = [...document.querySelectorAll('[data-hours]')];
  return days.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel);
})()`;

test('a day with two windows shows both in its cell, uncut', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'lia_lunch');
  const [hubId] = (await practice.call('getProHubs', { params: { id: practice.id } })).data.map(
    ({ id }) => id,
  );
  const windows = [
    { starting_hour: '09:30', ending_hour: '13:30' },
    { starting_hour: '14:30', ending_hour: '18:45' },
  ];
  const day = inDays(1);
  await practice.call('setDayHours', { params: { id: hubId! }, body: { days: [{ date: day, windows }] } });
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/dashboard/clinic');
    await counting(page).press(new RegExp(startOf(clinic('hub.of', { name: '{{' }))));
    await showDay(page, day);
    await expect(page.getByRole('button', { name: new RegExp(named(day), 'i') })).toBeVisible();
    const cut = await page.evaluate<string[]>(cutHours);
    expect(cut, `${width} px`).toEqual([]);
  }
});

test('a service is changed with three presses', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'sara_services');
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto('/dashboard/clinic');
  const { press, presses } = counting(page);
  await press(clinic('services.edit', { service: 'Prima visita' }));
  // The second press is into the field.
  const panel = page.getByRole('dialog');
  await panel.getByRole('textbox', { name: clinic('services.duration') }).fill('50');
  await press(clinic('services.saveChanges'));
  await expect(panel).toHaveCount(0);
  expect(presses() + 1).toBe(3);
  await expect(page.getByText(/50 min/).first()).toBeVisible();
});

test(
  'a booking in another visit’s buffer is placed after a confirmation',
  { tag: '@release' },
  async ({ stack, openWindow }) => {
    const practice = await openPractice(stack, 'tilda_tight');
    const details = { specializationId: 'dermatology', serviceName: 'Prima visita', duration: 30, price: 80 };
    const params = { id: practice.serviceIds[0]! };
    await practice.call('changeClinicService', { params, body: { ...details, bufferAfter: 15 } });
    for (const [name, time] of Object.entries({ Mara: '10:00', Nora: '12:00' })) {
      const booking = { hubServiceId: practice.hubServiceIds[0], date: `${inDays(1)}T${time}`, proNotes: '' };
      const email = `${name.toLowerCase()}@example.com`;
      await practice.call('placeBooking', {
        body: { booking, patient: { name, email, prefix: '+39', phone: '333' } },
      });
    }
    const page = await (await openWindow({ ...browser, refusals: true })).newPage();
    await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
    await page.goto('/dashboard/calendar');
    await showTomorrow(page, 'it');
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

    await page.keyboard.press('n');
    const panel = page.getByRole('dialog', { name: appointment('title'), exact: true });
    await panel.getByRole('searchbox').fill('nora');
    await panel.getByRole('button', { name: /^Nora/ }).click();
    await panel.getByRole('combobox', { name: appointment('service'), exact: true }).click();
    await page.getByRole('option', { name: /Prima visita/ }).click();
    await writeDay(page, appointment('date'), inDays(1));
    await writeTime(page, 'it', appointment('time'), '10:30');
    await press(appointment('why.title'));
    const reasons = panel.getByRole('list', { name: appointment('why.title') });
    await expect(reasons.getByRole('listitem').filter({ hasText: /^12:00/ })).toContainText('12:00–12:30');
    await expect(reasons.getByRole('listitem').filter({ hasText: /^12:30/ })).toContainText('12:00–12:45');
    await expectAccessible(page);
    await press(appointment('save'));
    await expect(panel).toContainText(common('problems.buffer-taken'));
    await press(appointment('anyway'));
    await expect(page.locator('.entry', { hasText: '10:30' })).toContainText('Nora');
  },
);
