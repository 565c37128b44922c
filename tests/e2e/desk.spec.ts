import type { Page } from '@playwright/test';
import { expect, expectAccessible, operatorToken, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { inDays } from './week.ts';

const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome' };
const patient = { name: 'Nora Villa', email: 'nora.villa@example.com', prefix: '+39', phone: '3337654321' };
const tomorrow = inDays(1);

const logIn = async (page: Page, token = operatorToken) => {
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Log in' }).click();
};

const lookUp = async (page: Page, text: string) => {
  await page.getByRole('searchbox').fill(text);
  await page.getByRole('button', { name: 'Look up' }).click();
};

const step = (page: Page, sentence: string) =>
  page.getByRole('listitem').getByRole('button').filter({ hasText: sentence });
const field = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: new RegExp(`^${name}`) });

test('an operator steps through a booking’s history and reveals its patient', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'dora_desk');
  const booking = { hubServiceId: practice.hubServiceIds[0], date: `${tomorrow}T10:00` };
  const { data } = await practice.call('placeBooking', { body: { booking, patient } });
  const { id } = data;
  await practice.call('deleteBooking', { params: { id } });

  const page = await (await openWindow({ ...browser, refusals: true })).newPage();
  await page.goto('/operator');
  await logIn(page, `${operatorToken}?`);
  await expect(page.getByRole('alert')).toHaveText('The token is wrong.');
  await expectAccessible(page);
  await logIn(page);
  await lookUp(page, '00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('Nothing was found')).toBeVisible();
  await expect(page.getByText('Parked work')).toBeVisible();
  await lookUp(page, id);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Booking ${id}`);
  await expect(page).toHaveURL(new RegExp(`/operator#booking/${id}$`));

  const slider = page.getByRole('slider', { name: 'Point in time' });
  await expect(step(page, 'The pro cancelled the booking.')).toBeVisible();
  await expect(page.getByRole('img', { name: /steps from .* UTC: Pro \d/ })).toBeVisible();
  await expectAccessible(page);
  await step(page, 'The pro booked Prima visita').click();
  await expect(field(page, 'status').locator('xpath=following-sibling::*')).toHaveText('confirmed');
  await step(page, 'The pro cancelled the booking.').click();
  await expect(field(page, 'status').locator('xpath=following-sibling::*')).toHaveText('cancelled');
  await expect(field(page, 'status')).toContainText('changed');
  await slider.press('Home');
  await expect(step(page, 'The professional’s agenda was reserved')).toHaveAttribute('aria-current', 'step');
  await expect(field(page, 'status')).toHaveCount(0);
  await page.getByRole('button', { name: 'Step on' }).click();
  await expect(slider).toHaveValue('1');

  await step(page, 'The pro booked')
    .locator('xpath=following-sibling::details')
    .getByText('Where it comes from')
    .click();
  await page.getByRole('button', { name: 'Causes and effects' }).click();
  await expect(page.getByText('The pro got a record of this patient.')).toBeVisible();
  await expectAccessible(page);

  await expect(page.getByText(patient.name)).toHaveCount(0);
  await page.getByRole('button', { name: 'Reveal personal data' }).click();
  await page.getByLabel('Reason').fill(`asked by ${patient.email}`);
  await page.getByRole('button', { name: 'Reveal', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('name a ticket, not a person');
  await page.getByLabel('Reason').fill('T-12');
  await page.getByRole('button', { name: 'Reveal', exact: true }).click();
  await step(page, 'The pro booked').click();
  await expect(page.getByText(patient.name).first()).toBeVisible();
  await page.getByRole('button', { name: 'Mask again' }).click();
  await expect(page.getByText(patient.name)).toHaveCount(0);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByLabel('Token')).toHaveValue('');
});

test('the desk fits a phone, also in dark mode', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'dino_desk');
  const page = await (await openWindow({ ...browser, phone: true, colorScheme: 'dark' })).newPage();
  await page.goto('/operator');
  await logIn(page);
  await lookUp(page, practice.email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Pro ${practice.id}`);
  await expect(step(page, 'The pro signed up and accepted the terms.')).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});
