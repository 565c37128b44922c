import type { Page } from '@playwright/test';
import { createClient, succeed } from '../support/http.ts';
import { requestOf } from '../support/http-practice.ts';
import type { Stack } from '../support/stack.ts';
import { countPresses, presses } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { mailedLink } from './mails.ts';
import { openPractice, type Practice } from './practice.ts';
import { textsOf } from './texts.ts';
import { tomorrow } from './week.ts';

const messages = textsOf('en', 'messages');
const booking = textsOf('it', 'booking');
const attendance = textsOf('en', 'attendance');
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome' };

const openAs = async (page: Page, token: string, path: string): Promise<void> => {
  await page.addInitScript(`localStorage.setItem('visita.session', '${token}')`);
  await page.goto(path);
};

const section = (page: Page) => page.getByRole('region', { name: messages('plan.title') });
const planOf = async (practice: Practice) =>
  (await practice.call('getReminderPlan', { params: { proId: practice.id } })).data.map(
    ({ before, at, ask }) => [before, at, ask],
  );

test('a plan is begun and changed in few presses, by keyboard too', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'petra_plan');
  const page = await (await openWindow(browser)).newPage();
  await openAs(page, practice.token, '/dashboard/setting');
  await expect(section(page)).toContainText(messages('plan.none'));
  await countPresses(page);
  await section(page)
    .getByRole('button', { name: messages('plan.add') })
    .click();
  const when = section(page).getByLabel(messages('plan.when'));
  await expect(when).toHaveValue('P1D');
  await expect.poll(() => planOf(practice)).toEqual([['P1D', '18:00', false]]);
  await when.selectOption('P2D');
  await expect.poll(() => planOf(practice)).toEqual([['P2D', '18:00', false]]);
  expect(await presses(page)).toBeLessThanOrEqual(4);
  const asks = section(page).getByRole('switch', { name: messages('plan.ask') });
  await asks.focus();
  await page.keyboard.press('Space');
  await expect(asks).toBeFocused();
  await expect.poll(() => planOf(practice)).toEqual([['P2D', '18:00', true]]);
  await when.focus();
  await page.keyboard.press('Home');
  await expect(when).toBeFocused();
  await expectAccessible(page);
  await section(page)
    .getByRole('button', { name: messages('plan.remove', { count: '1' }) })
    .click();
  await expect.poll(() => planOf(practice)).toEqual([]);
  await expect(section(page)).toContainText(messages('plan.none'));
});

test('a change over a plan that was changed elsewhere is refused and explained', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'paula_plan');
  const page = await (
    await openWindow({ ...browser, phone: true, colorScheme: 'dark', refusals: true })
  ).newPage();
  await openAs(page, practice.token, '/dashboard/setting');
  const add = section(page).getByRole('button', { name: messages('plan.add') });
  await add.waitFor();
  const step = { clinicServiceId: null, before: 'PT2H', at: null, channel: 'mail', ask: true } as const;
  await practice.call('setReminderPlan', { params: { proId: practice.id }, body: [step] });
  await add.click();
  await expect(section(page).getByRole('alert')).toHaveText(messages('plan.changed'));
  await expect(section(page).getByLabel(messages('plan.when'))).toHaveValue('PT2H');
  await expectAccessible(page);
});

test('quiet hours are saved without losing settings that were saved elsewhere', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'quinta_quiet');
  const page = await (await openWindow(browser)).newPage();
  await openAs(page, practice.token, '/dashboard/setting');
  const texts = page.getByRole('region', { name: messages('texts.title') });
  await texts.getByLabel(messages('texts.provider')).selectOption('file');
  await texts.getByLabel(messages('texts.sender')).fill('+39061234567');
  const quiet = page.getByRole('region', { name: messages('quiet.title') });
  await quiet.getByLabel(messages('quiet.from')).selectOption('20:30');
  await quiet.getByRole('switch', { name: messages('quiet.mails') }).press('Space');
  await quiet.getByRole('button', { name: messages('texts.save') }).press('Enter');
  await expect(quiet.getByText(messages('texts.saved'))).toBeVisible();
  await texts.getByRole('button', { name: messages('texts.save') }).press('Enter');
  await expect(texts.getByText(messages('texts.saved'))).toBeVisible();
  await expectAccessible(page);
  const { data } = await practice.call('getMessageSettings', { params: { proId: practice.id } });
  expect(data).toMatchObject({
    sender: '+39061234567',
    quietHours: { from: '20:30', until: '08:00', mails: true },
  });
});

const bookOnline = async (stack: Stack, { clinicId, hubServiceIds: [offer] }: Practice, name: string) => {
  const { call } = createClient(stack.address);
  await succeed(call('requestBooking', { body: requestOf(clinicId, offer, `${tomorrow()}T10:00`, name) }));
  const link = await mailedLink(stack, `${name}@example.com`, 'confirmation/');
  const token = new URL(link, stack.address).searchParams.get('token') ?? '';
  return (await succeed(call('confirmBooking', { token }))).data.manage_token;
};

test('a patient answers a reminder by a press; staff see it and cancel by one press', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'pia_plan');
  const body = { manageNoticeHours: 168 };
  await practice.call('updateOptions', { params: { id: practice.id }, body });
  const token = await bookOnline(stack, practice, 'carla.asks');
  const page = await (await openWindow(browser)).newPage();
  await openAs(page, practice.token, `/dashboard/today?date=${tomorrow()}`);
  const row = page.locator('ol > li[data-attendance]').filter({ hasText: 'carla.asks' });
  await row.waitFor();

  const patient = await (await openWindow({ ...browser, locale: 'it-IT', phone: true })).newPage();
  await patient.goto(`/manage/?token=${encodeURIComponent(token)}&ask=1`);
  const comes = patient.getByRole('button', { name: booking('manage.answer.coming') });
  await comes.waitFor();
  await expect(row.getByText(attendance('answered.coming'))).toHaveCount(0);
  await expectAccessible(patient);
  await comes.click();
  await expect(patient.getByText(booking('manage.answer.saidComing'))).toBeVisible();
  await expect(row.getByText(attendance('answered.coming'))).toBeVisible();
  await patient.reload();
  await patient.getByRole('button', { name: booking('manage.answer.notComing') }).click();
  await expect(patient.getByText(booking('manage.answer.saidNotComing'))).toBeVisible();
  await expectAccessible(patient);
  await expect(row.getByText(attendance('answered.not-coming'))).toBeVisible();
  await expectAccessible(page);
  await row.getByRole('button', { name: attendance('cancelVisitOf', { patient: 'carla.asks' }) }).click();
  await expect(row).toHaveCount(0);
});
