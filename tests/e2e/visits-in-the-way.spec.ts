import type { Page } from '@playwright/test';
import { openBackstage } from '../support/backstage.ts';
import { logIn, writeDay } from './dashboard.ts';
import { countEffort } from './effort.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { joinPractice, joinReception, openPractice, type Practice } from './practice.ts';
import { startOf, textsOf } from './texts.ts';
import { inDays } from './week.ts';

const inactivity = textsOf('en', 'inactivity');
const appointment = textsOf('en', 'appointment');
const common = textsOf('en', 'common');
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome', viewport: { width: 1440, height: 900 } };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rows = (page: Page) => page.getByRole('main').locator('ol').getByRole('listitem');

const times = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00', '12:30'];

/** Books visits of a professional on a day; returns their ids. */
const book = async (practice: Practice, hubServiceId: string, day: string, count = times.length) => {
  const ids: string[] = [];
  for (const [nth, time] of times.slice(0, count).entries()) {
    const patient = {
      name: `Paziente ${nth + 1}`,
      email: nth === 0 ? null : `p${nth}.${practice.id.slice(0, 8)}@example.com`,
      prefix: '+39',
      phone: `33300011${nth}0`,
    };
    const booking = { hubServiceId, date: `${day}T${time}`, proNotes: '' };
    ids.push((await practice.call('placeBooking', { body: { booking, patient } })).data.id);
  }
  return ids;
};

/** Chooses the absent professional and the day from the menu's closings and vacations. */
const openDay = async (page: Page, professional: string, day: string): Promise<void> => {
  await page.getByRole('link', { name: common('nav.inactivity'), exact: true }).click();
  const section = page.getByRole('region', { name: inactivity('absence.title') });
  await section
    .getByRole('combobox', { name: inactivity('absence.professional') })
    .selectOption({ label: professional });
  await writeDay(page, inactivity('absence.day'), day);
  await button(page, inactivity('absence.show')).click();
};

test('a colleague is ill with 8 visits: all are moved or cancelled in at most 14 presses', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'ivana_ill');
  const colleague = await joinPractice(stack, practice, 'bruno_ill', 'Bruno');
  const desk = await joinReception(stack, practice, 'rita_ill');
  const day = inDays(1);
  const ids = await book(practice, colleague.hubServiceIds[0], day);
  const window = await openWindow({ ...browser, refusals: true });
  const effort = await countEffort(window);
  const page = await window.newPage();
  await logIn(page, desk.email, 'en');
  await page.getByRole('link', { name: common('nav.inactivity'), exact: true }).waitFor();
  const before = effort.clicks;

  await openDay(page, 'Bruno De Santis', day);
  await expect(rows(page)).toHaveCount(ids.length);
  await expect(page.getByText(/^Bruno De Santis · Studio Aurora/)).toBeVisible();
  await expectAccessible(page);
  await button(page, inactivity('visits.propose')).click();
  await expect(rows(page).first()).toContainText('Marco De Santis');
  await button(page, inactivity('visits.cancelOf', { patient: 'Paziente 3' })).click();
  await button(page, inactivity('visits.carryOut')).click();
  const dialog = page.getByRole('dialog', { name: inactivity('visits.confirmTitle') });
  await expect(dialog.getByRole('listitem').filter({ hasText: /Bruno De Santis → .*Marco/ })).toHaveCount(7);
  await expect(dialog.getByText(inactivity('visits.mailsNone_one'))).toBeVisible();
  await expectAccessible(page);
  // The limit of requests a minute refuses the first command.
  await page.route(
    '**/api/edit_booking/*',
    (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '3' },
        json: { code: 'rate-limited', error: 'Too many requests' },
      }),
    { times: 1 },
  );
  await dialog.getByRole('button', { name: inactivity('visits.confirm') }).click();
  const text = inactivity('visits.progress', { done: '0', total: '8' });
  await expect(page.getByText(startOf(inactivity('visits.waits', { text, time: '{{' })))).toBeVisible();
  await expect(
    page.getByRole('heading', { name: inactivity('visits.done', { moved: '7', cancelled: '1' }) }),
  ).toBeVisible();
  await expect(page.getByText(inactivity('visits.none'))).toBeVisible();
  await expectAccessible(page);
  // Choosing in a native list takes two more presses, which a browser driver does not make.
  await expect.poll(() => effort.clicks - before + 2).toBeLessThanOrEqual(13);
  await button(page, inactivity('visits.blockDay')).click();
  await expect(page.getByText(inactivity('visits.blocked'))).toBeVisible();
  await page.reload();
  await expect(page.getByText(inactivity('visits.blocked'))).toBeVisible();

  const { data } = await practice.call('getProCalendar', {
    params: { proId: practice.id },
    query: { from: day, to: inDays(8) },
  });
  const kept = data.bookings.filter(({ id }) => ids.includes(id));
  expect(kept.map(({ pro_id: proId }) => proId)).toEqual(Array.from({ length: 7 }, () => practice.id));
  expect(new Set(kept.map(({ date }) => date)).size).toBe(7);
});

test('Enter in any field of a closing with visits saves nothing; its list is worked through after a reload, cut off and gone on with', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'carla_shut');
  await using backstage = await openBackstage(stack.place);
  await backstage.assignPremium(practice.id);
  const day = inDays(2);
  await book(practice, practice.hubServiceIds[0], day, 5);
  const page = await (await openWindow({ ...browser, outages: true })).newPage();
  const sent: { path: string; key: string | undefined }[] = [];
  const saved: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (/\/api\/(edit|delete)_booking\//.test(path))
      sent.push({ path, key: request.headers()['idempotency-key'] });
    if (request.method() === 'POST' && path.includes('inactivities')) saved.push(path);
  });
  await logIn(page, practice.email, 'en');
  await page.getByRole('link', { name: common('nav.inactivity'), exact: true }).click();
  await button(page, inactivity('closings.add')).click();
  const panel = page.getByRole('dialog', { name: inactivity('closings.add') });
  await writeDay(page, appointment('date'), day);
  await panel.getByText('Marco De Santis (5)').waitFor();
  await panel.getByLabel(inactivity('fields.title')).fill('Painting');
  await expect(panel.getByRole('button', { name: inactivity('save') })).toBeEnabled();
  for (const field of await panel.getByRole('textbox').all()) {
    await field.press('Enter');
    await expect(panel.getByRole('button', { name: inactivity('save') })).toBeEnabled();
  }
  expect(saved).toEqual([]);
  await panel.getByRole('button', { name: inactivity('save') }).click();
  await panel.getByRole('link', { name: inactivity('visits.workThrough') }).click();
  await expect(rows(page)).toHaveCount(5);
  await page.reload();
  await expect(rows(page)).toHaveCount(5);

  await page.getByRole('link', { name: common('nav.calendar'), exact: true }).click();
  await page.getByRole('link', { name: common('nav.inactivity'), exact: true }).click();
  await page.getByRole('link', { name: inactivity('visits.open', { title: 'Painting' }) }).click();
  await button(page, inactivity('visits.propose')).click();
  await expect(
    page.getByRole('button', { name: inactivity('visits.moveOf', { patient: 'Paziente' }), pressed: true }),
  ).toHaveCount(5);
  await button(page, inactivity('visits.cancelOf', { patient: 'Paziente 2' })).click();
  await page.reload();
  await expect(
    page.getByRole('button', { name: inactivity('visits.cancelOf', { patient: 'Paziente 2' }) }),
  ).toHaveAttribute('aria-pressed', 'true');

  // The third command is executed, but its answer is lost, and the page is left before it is sent again.
  let commands = 0;
  await page.route(/\/api\/(edit|delete)_booking\//, async (route) => {
    commands += 1;
    if (commands < 3) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await button(page, inactivity('visits.carryOut')).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: inactivity('visits.confirm') })
    .click();
  await expect(page.getByText(inactivity('visits.progress', { done: '2', total: '5' }))).toBeVisible();
  await expect.poll(() => commands).toBeGreaterThanOrEqual(3);
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(
    page.getByRole('heading', { name: inactivity('visits.done', { moved: '4', cancelled: '1' }) }),
  ).toBeVisible();
  await expect(page.getByText(inactivity('visits.none'))).toBeVisible();

  // Every visit was changed by one command, however often it was sent.
  const keys = Map.groupBy(sent, ({ path }) => path);
  expect(keys.size).toBe(5);
  for (const some of keys.values()) expect(new Set(some.map(({ key }) => key)).size).toBe(1);
  expect(sent.length).toBeGreaterThan(5);
});
