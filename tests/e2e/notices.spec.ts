import type { Page } from '@playwright/test';
import { createClient, succeed } from '../support/http.ts';
import { requestOf } from '../support/http-practice.ts';
import type { Stack } from '../support/stack.ts';
import { untilLive } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { mailedLink } from './mails.ts';
import { joinPractice, joinReception, openPractice, type Practice } from './practice.ts';
import { textsOf } from './texts.ts';
import { inDays } from './week.ts';

const common = textsOf('it', 'common');
const notices = textsOf('it', 'notices');
const browser = { locale: 'it-IT', timezoneId: 'Europe/Rome' };

const bookOnline = async (stack: Stack, { clinicId, hubServiceIds: [offer] }: Practice, name: string) => {
  const { call } = createClient(stack.address);
  await succeed(call('requestBooking', { body: requestOf(clinicId, offer, `${inDays(2)}T10:00`, name) }));
  const link = await mailedLink(stack, `${name}@example.com`, 'confirmation/');
  const token = new URL(link, stack.address).searchParams.get('token') ?? '';
  return (await succeed(call('confirmBooking', { token }))).data.manage_token;
};

const bell = (page: Page, unread = '') =>
  page.getByRole('button', { name: `${common('notices.title')}${unread && `: ${unread}`}`, exact: true });
const list = (page: Page) => page.getByRole('dialog', { name: common('notices.title') });
const oneUnread = common('notices.unread_one', { shown: '1' });

const openAs = async (page: Page, token: string): Promise<void> => {
  await page.addInitScript(`localStorage.setItem('visita.session', '${token}')`);
  await page.goto('/dashboard/calendar');
  await untilLive(page);
};

test('an online booking is counted live, read and opened by keyboard, and stays unread for others', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'nora_notes');
  const rita = await joinReception(stack, practice, 'rita_notes');
  const page = await (await openWindow(browser)).newPage();
  const desk = await (await openWindow(browser)).newPage();
  await openAs(page, practice.token);
  await openAs(desk, rita.token);
  await bell(page).click();
  await expect(list(page)).toContainText(notices('empty.title'));
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(list(page)).toHaveCount(0);
  await expect(bell(page)).toBeFocused();

  await bookOnline(stack, practice, 'carla.notes');
  await expect(page.getByRole('status').filter({ hasText: oneUnread })).toHaveCount(1);
  await expect(bell(desk, oneUnread)).toBeVisible();
  await page.keyboard.press('Enter');
  const row = list(page).getByRole('button').filter({ hasText: 'carla.notes' });
  await expect(row).toContainText(notices('new'));
  await expect(row).toContainText('10:00');
  await expectAccessible(page);
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/booking=/);
  await expect(page.getByRole('dialog').filter({ hasText: 'carla.notes' })).toBeVisible();
  await expect(bell(page)).toHaveCount(1);

  await bell(desk, oneUnread).click();
  await list(desk)
    .getByRole('button', { name: notices('readAll') })
    .click();
  await expect(list(desk).getByText(notices('new'))).toHaveCount(0);
  await desk.reload();
  await expect(bell(desk)).toBeVisible();
});

test('a patient’s cancellation opens the day, and a colleague’s block says by whom', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'nina_notes');
  const bruno = await joinPractice(stack, practice, 'bruno_notes', 'Bruno');
  const page = await (await openWindow({ ...browser, phone: true, colorScheme: 'dark' })).newPage();
  await openAs(page, practice.token);
  const manage = await bookOnline(stack, practice, 'dora.notes');
  await succeed(createClient(stack.address).call('cancelManagedBooking', { token: manage }));
  await bell(page, common('notices.unread_other', { shown: '2' })).click();
  await expect(list(page)).toContainText(notices('kinds.cancelled', { patient: 'dora.notes' }));
  await expectAccessible(page);
  await list(page)
    .getByRole('button')
    .filter({ hasText: notices('kinds.cancelled', { patient: 'dora.notes' }) })
    .click();
  await expect(page).toHaveURL(new RegExp(`date=${inDays(2)}`));
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const other = await (await openWindow(browser)).newPage();
  await openAs(other, bruno.token);
  const hubs = (await bruno.call('getProHubs', { params: { id: bruno.id } })).data;
  const hub = hubs.find((one) => one.clinicId === practice.clinicId)!;
  const times = { starting_date: `${inDays(2)}T14:00`, ending_date: `${inDays(2)}T15:00` };
  await practice.call('blockTime', { body: { hub_id: hub.id, ...times, note: 'Bank' } });
  await bell(other, oneUnread).click();
  const by = common('acting.member', { name: 'Marco De Santis' });
  await expect(list(other)).toContainText(notices('colleague.blocked', { by }));
  await expect(list(other)).not.toContainText('dora.notes');
});
