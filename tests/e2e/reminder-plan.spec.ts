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
  // Patients have 24 hours of notice by default.
  const warning = section(page).getByText(messages('plan.tooLate_other', { count: '24' }));
  await expect(warning).toHaveCount(0);
  await when.focus();
  await page.keyboard.press('Home');
  await expect(warning).toBeVisible();
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
  const saved = async () =>
    (await practice.call('getMessageSettings', { params: { proId: practice.id } })).data;
  const quietHours = { from: '20:30', until: '08:00', mails: true };
  await expect.poll(saved).toMatchObject({ quietHours, sender: null });
  await texts.getByRole('button', { name: messages('texts.save') }).press('Enter');
  await expect(texts.getByText(messages('texts.saved'))).toBeVisible();
  await expectAccessible(page);
  expect(await saved()).toMatchObject({ sender: '+39061234567', quietHours });
});

const bookOnline = async (
  stack: Stack,
  { clinicId, hubServiceIds: [offer] }: Practice,
  name: string,
  time = '10:00',
) => {
  const { call } = createClient(stack.address);
  await succeed(call('requestBooking', { body: requestOf(clinicId, offer, `${tomorrow()}T${time}`, name) }));
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

test('a message about several visits is answered for each of them', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'piera_plan');
  const { call } = createClient(stack.address);
  await practice.call('updateOptions', { params: { id: practice.id }, body: { manageNoticeHours: 0 } });
  const [first, other, cancelled] = [
    await bookOnline(stack, practice, 'carla.first'),
    await bookOnline(stack, practice, 'carla.other', '11:00'),
    await bookOnline(stack, practice, 'carla.cancelled', '12:00'),
  ];
  await succeed(call('cancelManagedBooking', { token: cancelled }));
  const stranger = await bookOnline(stack, practice, 'dora.stranger', '15:00');
  // The signature of one visit with the id of another.
  const forged = stranger.slice(0, 20) + other.slice(20);
  expect((await call('answerVisit', { token: forged, body: { coming: false } })).status).toBe(401);

  const page = await (
    await openWindow({ ...browser, locale: 'it-IT', phone: true, refusals: true })
  ).newPage();
  const also = [other, cancelled, forged].map((token) => `&also=${encodeURIComponent(token)}`).join('');
  await page.goto(`/manage/?token=${encodeURIComponent(first)}&ask=1${also}`);
  const questions = page.getByRole('region', { name: booking('manage.answer.ask') });
  await expect(questions).toHaveCount(2);
  await expect(page.getByText(booking('manage.gone'))).toHaveCount(1);
  await expectAccessible(page);
  const answered = async (token: string) =>
    (await succeed(call('getVisitAnswer', { token }))).data.visit_answer ?? null;
  await questions
    .nth(1)
    .getByRole('button', { name: booking('manage.answer.coming') })
    .click();
  await expect(questions.nth(1)).toContainText(booking('manage.answer.saidComing'));
  expect([await answered(first), await answered(other)]).toEqual([null, 'coming']);
  await page.reload();
  await questions
    .nth(1)
    .getByRole('button', { name: booking('manage.answer.notComing') })
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: booking('manage.cancelNow') }).click();
  await expect(questions).toHaveCount(1);
  await expect(page.getByText(booking('manage.gone'))).toHaveCount(2);
  await expectAccessible(page);
  expect((await succeed(call('getManagedBooking', { token: first }))).data.status).toBe('confirmed');
  expect((await succeed(call('getManagedBooking', { token: stranger }))).data.status).toBe('confirmed');
});
