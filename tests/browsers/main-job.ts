import { setTimeout as after } from 'node:timers/promises';
import { linksTo } from '../e2e/mails.ts';
import { startOf, textsOf } from '../e2e/texts.ts';
import type { Stack } from '../support/stack.ts';
import type { Page, What } from './page.ts';

const auth = textsOf('en', 'auth');
const booking = textsOf('en', 'booking');
const calendar = textsOf('en', 'calendar');
const clinic = textsOf('en', 'clinic');
const common = textsOf('en', 'common');
const onboarding = textsOf('en', 'onboarding');
const welcome = textsOf('en', 'welcome');

const pro = { username: 'ottavia_conti', email: 'ottavia.conti@example.com', password: 'lungomare24' };
const patient = { name: 'Ana Ruiz', email: 'ana.ruiz@example.com', phone: '3337654321' };

const button = (name: string): What => ({ kind: 'button', name });
const inDialog = (name: string): What => ({ kind: 'button', name, within: 'dialog' });
const field = (name: string): What => ({ kind: 'field', name });
const heading = (name: string): What => ({ kind: 'heading', name });

const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.press({ kind: 'combobox', name: label });
  await page.press({ kind: 'option', name: option });
};

const signUp = async (page: Page): Promise<void> => {
  await page.write(field(common('fields.username')), pro.username);
  await page.write(field(common('fields.email')), pro.email);
  await page.write(field(common('fields.password')), pro.password);
  for (const consent of ['termsConditions', 'privacyPolicy'])
    await page.press({ kind: 'checkbox', name: common(`consent.${consent}`) });
  await page.press(button(auth('signup.submit')));
  await page.press(button(auth('signup.doneAction')));
};

const followOnboarding = async (page: Page): Promise<void> => {
  await choose(page, common('fields.title'), onboarding('titles.doc'));
  await page.write(field(common('fields.name')), 'Ottavia');
  await page.write(field(common('fields.lastname')), 'Conti');
  await page.write(field(common('fields.phone')), '3331234567');
  await page.press(button(onboarding('next')));
  await page.press(button(onboarding('subscription.choose')));
};

const openClinic = async (page: Page): Promise<void> => {
  await page.press(button(clinic('newClinic')));
  await page.write(field(clinic('details.name')), 'Studio Levante');
  await choose(page, clinic('details.country'), 'Italy');
  await choose(page, clinic('details.province'), 'Milano');
  await page.write(field(clinic('details.address')), 'Via Garibaldi 12');
  await page.write(field(clinic('details.city')), 'Milano');
  await page.write(field(clinic('details.postalCode')), '20121');
  await page.press({ kind: 'combobox', name: clinic('services.specialization') });
  await page.press({ kind: 'option' });
  await page.write(field(clinic('services.name')), 'Prima visita');
  await page.write(field(clinic('services.duration')), '30');
  await page.write(field(clinic('services.price')), '80');
  await page.press(button(clinic('services.add')));
  await page.press(button(clinic('details.save')));
  await page.see(heading('Studio Levante'));
};

/** Offers the service at the form's suggested hours. */
const offer = async (page: Page): Promise<void> => {
  await page.press(button(welcome('actions.availability')));
  await page.press(inDialog(clinic('collaborators.myself')));
  await page.press(inDialog(clinic('availability.add')));
  await page.press(inDialog(clinic('collaborators.save')));
  await page.press(inDialog(common('actions.close')));
};

const share = async (page: Page): Promise<string> => {
  await page.press(button(welcome('actions.share')));
  return page.valueOf(field(welcome('share.address')));
};

/** The only service is preselected. On the last day of a month, the free day may be in the next one. */
const book = async (page: Page): Promise<void> => {
  await page.press({ kind: 'freeDay' });
  await page.press({ kind: 'time', name: '/^\\d\\d:\\d\\d$' });
  await page.write(field(booking('form.name')), patient.name);
  await page.write(field(booking('form.email')), patient.email);
  await page.write(field(booking('form.phone')), patient.phone);
  await page.press({ kind: 'checkbox', name: booking('form.privacy') });
  await page.press(button(booking('form.submit')));
  await page.see(heading(booking('success.title')));
};

const mailedLink = async (stack: Stack): Promise<string> => {
  for (const end = Date.now() + 30_000; Date.now() < end; await after(200)) {
    const [link] = await linksTo(stack, patient.email, 'confirmation/');
    if (link) return link;
  }
  throw new Error(`no link was mailed to ${patient.email}`);
};

/** Finds the booking in the calendar, in this week or a later one. */
const findInCalendar = async (page: Page): Promise<void> => {
  const entry: What = { kind: 'entry', name: `/${patient.name}` };
  const next: What = button(`/${startOf(calendar('grid.next', { unit: '{{' })).source}`);
  for (let weeks = 0; weeks < 4; weeks += 1) {
    await page.see(next);
    if (await page.sees(entry, 5000)) return;
    await page.press(next);
  }
  throw new Error('the booking does not stand in the calendar');
};

/** Runs the main job: from sign-up to a patient's confirmed booking in the calendar. */
export const doMainJob = async (page: Page, stack: Stack, tell: (step: string) => void): Promise<void> => {
  const { address } = stack;
  tell('signs up');
  await page.open(`${address}/signup`);
  await signUp(page);
  tell('follows the onboarding');
  await followOnboarding(page);
  tell('opens a clinic');
  await openClinic(page);
  tell('offers a service');
  await offer(page);
  tell('shares the link');
  const link = await share(page);
  tell(`a patient books at ${link}`);
  await page.open(link);
  await book(page);
  tell('confirms by the mailed link');
  await page.open(await mailedLink(stack));
  await page.see(heading(booking('confirmation.done')));
  tell('the booking stands in the calendar');
  await page.open(`${address}/dashboard/calendar`);
  await findInCalendar(page);
};
