import type { Page } from '@playwright/test';
import { chooseTime, fillContact } from '../patient.ts';
import { intercept } from './intercept.ts';
import { dialog, inTurn, pressed, type After, type Opening, type Openings, type Sign } from './opening.ts';
import { field, press } from './states.ts';
import { languageOf, managed, service } from './visitors.ts';
import { inDays } from '../week.ts';

let known = 0;
const newcomer = (name: string): string => `${name}_${(known += 1)}`;

const signUp: After = async (page, text) => {
  const username = newcomer('ada');
  await field(page, text('common', 'fields.username')).fill(username);
  await field(page, text('common', 'fields.email')).fill(`${username}@example.com`);
  await field(page, text('common', 'fields.password')).fill('lungomare24');
  for (const consent of ['termsConditions', 'privacyPolicy'])
    await field(page, text('common', `consent.${consent}`)).check();
  await press(page, text('auth', 'signup.submit'));
};

const day: After = async (page, text) => {
  await service(page, text).waitFor();
  await service(page, text).selectOption({ index: 1 });
  await page.getByRole('gridcell').getByRole('button', { disabled: false }).first().click();
};
const time: Sign = (page) => page.getByRole('button', { name: /^\d\d:\d\d$/ }).first();

const form: After = async (page, text) => {
  await service(page, text).waitFor();
  await chooseTime(page, await languageOf(page), 'Visita dermatologica');
};

const booked: After = async (page, text) => {
  await form(page, text);
  const email = `${newcomer('nives')}@example.com`;
  await fillContact(page, await languageOf(page), { name: 'Nives Orlando', email, phone: '3337654321' });
  await press(page, text('booking', 'form.submit'));
};

/** Disables timers, so that timed messages stay. */
const withoutTimers = (page: Page): Promise<unknown> =>
  page.addInitScript(
    'const own = setTimeout; window.setTimeout = (work, after, ...more) => after >= 10_000 ? 0 : own(work, after, ...more);',
  );

const booking: readonly Opening[] = [
  { name: 'day', after: day, sign: time, view: true },
  { name: 'form', after: form, sign: dialog('booking', 'form.title') },
  {
    name: 'booked',
    before: withoutTimers,
    after: booked,
    sign: dialog('booking', 'success.title'),
    leads: true,
  },
];

const freeDay = (page: Page): Promise<unknown> => {
  const date = inDays(1);
  const offer = { hubServiceId: 'h', availabilities: ['09:00', '09:30', '11:00'] };
  return intercept(page, 'getBookingAvailabilities', {
    answer: { message: '', data: [{ date, bookingAvailabilities: [offer] }] } as never,
  });
};

const manage: readonly Opening[] = [
  {
    name: 'move',
    view: true,
    before: (page) => Promise.all([managed(page), freeDay(page)]),
    after: inTurn(pressed('booking', 'manage.move'), async (page) => {
      await page.getByRole('gridcell').getByRole('button', { disabled: false }).first().click();
      await page.getByRole('button', { name: '09:30' }).click();
    }),
    sign: (page, text) => page.getByRole('button', { name: text('booking', 'manage.moveHere') }),
  },
  {
    name: 'cancel',
    after: pressed('booking', 'manage.cancel'),
    sign: dialog('booking', 'manage.cancelTitle'),
  },
];

export const visitorOpenings: Openings = {
  '/signup': [{ name: 'signed up', after: signUp, sign: dialog('auth', 'signup.doneTitle'), leads: true }],
  '/booking/:username': booking,
  '/manage': manage,
};
