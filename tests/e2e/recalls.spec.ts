import { randomUUID } from 'node:crypto';
import { sample } from '@visita/contracts/samples';
import type { Page } from '@playwright/test';
import { openBackstage } from '../support/backstage.ts';
import type { Stack } from '../support/stack.ts';
import { countPresses, presses } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { mailedLink, mailsTo } from './mails.ts';
import { openPractice, type Practice } from './practice.ts';
import { textsOf } from './texts.ts';
import { inDays } from './week.ts';

const recalls = textsOf('en', 'recalls');
const waiting = textsOf('en', 'waiting');
// Mails and their pages are in the practice's language.
const mailed = textsOf('it', 'booking');
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome', viewport: { width: 1440, height: 900 } };

const openAs = async (page: Page, { token }: Practice, path: string): Promise<void> => {
  await page.addInitScript(`localStorage.setItem('visita.session', '${token}')`);
  await page.goto(path);
};

/** Registers a patient with a visit two months ago, which no call can book. */
const seenBefore = async (stack: Stack, practice: Practice, name: string): Promise<void> => {
  const { clinicId, hubServiceIds, serviceIds, id: proId } = practice;
  const patient = {
    name,
    email: `${name.replace(' ', '.').toLowerCase()}@recall.example.com`,
    prefix: '+39',
    phone: '3330001111',
  };
  const booking = { hubServiceId: hubServiceIds[0], date: `${inDays(40)}T10:00` };
  const placed = await practice.call('placeBooking', { body: { booking, patient } });
  const { patient_id: patientId } = placed.data;
  const [hubId = ''] = hubServiceIds[0].split('.');
  await practice.call('deleteBooking', { params: { id: placed.data.id } });
  const bookingId = randomUUID();
  const start = new Date(`${inDays(-62)}T09:00:00.000Z`);
  const past = sample('BookingPlaced', {
    bookingId,
    proId,
    clinicId,
    hubId,
    patientId,
    reservationId: randomUUID(),
    confirmBy: null,
    start: start.toISOString(),
    end: new Date(start.getTime() + 1_800_000).toISOString(),
    contact: { ...patient, patientNotes: '' },
  });
  const service = { ...past.data.service, clinicServiceId: serviceIds[0]!, serviceName: 'Prima visita' };
  await using backstage = await openBackstage(stack.place);
  await backstage.append(`booking-${bookingId}`, { ...past, data: { ...past.data, service } }, start);
};

test('a rule is set, and a patient who is due is invited in 3 presses', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'rita_recalls');
  await seenBefore(stack, practice, 'Quinn Returns');
  const page = await (await openWindow(browser)).newPage();
  await openAs(page, practice, '/dashboard/setting');
  const rules = page.getByRole('region', { name: recalls('rules.title') });
  await rules.getByRole('button', { name: recalls('rules.add') }).click();
  await rules.getByLabel(recalls('rules.when')).selectOption('1');
  await rules.getByLabel(recalls('rules.tag')).fill('Recall');
  await page.keyboard.press('Tab');
  const ruleSet = async () =>
    (await practice.call('getRecallRules', { params: { proId: practice.id } })).data;
  await expect.poll(ruleSet).toMatchObject([{ months: 1, tag: 'Recall', automatic: false }]);
  await rules.getByLabel(recalls('rules.tag')).fill('');
  await rules.getByRole('switch', { name: recalls('rules.treatment') }).focus();
  await page.keyboard.press('Space');
  await expect.poll(ruleSet).toMatchObject([{ months: 1, tag: null, treatment: true }]);
  await expectAccessible(page);

  await page.goto('/dashboard/waiting_list');
  await page.getByText(waiting('staff.empty')).waitFor();
  await countPresses(page);
  await page.getByRole('link', { name: recalls('toRecalls') }).click();
  const card = page.getByRole('article', { name: 'Quinn Returns' });
  await expect(card).toContainText('Prima visita');
  await expectAccessible(page);
  await card.getByRole('checkbox').check();
  await page.getByRole('button', { name: recalls('sendTo', { count: '1' }) }).click();
  await expect(card).toContainText(recalls('invited', { day: '' }).trim());
  expect(await presses(page)).toBeLessThanOrEqual(3);

  const address = 'quinn.returns@recall.example.com';
  const own = await mailedLink(stack, address, 'messages/');
  const [mail = ''] = await mailsTo(stack, address);
  expect(mail.replaceAll(/=\r?\n/g, '')).toContain('/?service=3D');
  const visitor = await (await openWindow(browser)).newPage();
  await visitor.goto(own);
  await visitor.getByRole('checkbox', { name: mailed('messages.recalls') }).uncheck();
  await visitor.getByRole('button', { name: mailed('messages.save') }).click();
  await expect(visitor.getByText(mailed('messages.saved'))).toBeVisible();
  await page.reload();
  await expect(page.getByText(recalls('empty'))).toBeVisible();
});

test('the link of an invitation opens the booking page with the service chosen', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'rosa_recalls');
  const page = await (await openWindow({ ...browser, phone: true })).newPage();
  const [, second = ''] = practice.serviceIds;
  await page.goto(`/booking/rosa_recalls/?service=${second}`);
  await expect(page.locator('select').filter({ hasText: 'Controllo nei' })).toHaveValue(second);
});
