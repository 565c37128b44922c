import { expect, type Locator, type Page } from '@playwright/test';
import { password } from './practice.ts';
import { textsOf } from './texts.ts';

const auth = textsOf('it', 'auth');
const common = textsOf('it', 'common');
const onboarding = textsOf('it', 'onboarding');
const clinic = textsOf('it', 'clinic');

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

export type Account = { username: string; email: string; password: string };

/** Fills in the sign-up form, in Italian. */
export const fillSignUp = async (page: Page, { username, email, password }: Account): Promise<void> => {
  await page.goto('/signup');
  await field(page, common('fields.username')).fill(username);
  await field(page, common('fields.email')).fill(email);
  await field(page, common('fields.password')).fill(password);
  await field(page, common('consent.termsConditions')).check();
  await field(page, common('consent.privacyPolicy')).check();
};

/** Signs up in Italian and completes the onboarding. */
export const signUp = async (page: Page, account: Account): Promise<void> => {
  await fillSignUp(page, account);
  await button(page, auth('signup.submit')).click();
  await button(page, auth('signup.doneAction')).click();
  await page.waitForURL('**/onboarding/personal-data');
};

export const savePersonalData = async (page: Page, name: string, lastname: string): Promise<void> => {
  await choose(page, common('fields.title'), onboarding('titles.doc'));
  await field(page, common('fields.name')).fill(name);
  await field(page, common('fields.lastname')).fill(lastname);
  await page.getByRole('textbox', { name: common('fields.phone') }).fill('3331234567');
  await button(page, onboarding('next')).click();
  await page.waitForURL('**/onboarding/subscription');
};

/** Chooses the free plan; loading leads to the clinics, because there are none yet. */
export const chooseFreePlan = async (page: Page): Promise<void> => {
  await button(page, onboarding('subscription.choose')).click();
  await page.waitForURL('**/dashboard/clinic');
};

export type Service = { specialization: string; name: string; minutes: number; euro: string };
export type NewClinic = {
  name: string;
  country: string;
  province: string;
  address: string;
  city: string;
  postalCode: string;
  services: readonly Service[];
};

/** Example clinic, in Italian. */
export const studioLevante: NewClinic & { readonly services: readonly [Service] } = {
  name: 'Studio Levante',
  country: 'Italia',
  province: 'Milano',
  address: 'Via Garibaldi 12',
  city: 'Milano',
  postalCode: '20121',
  services: [
    { specialization: 'Dermatologia e venereologia', name: 'Prima visita', minutes: 30, euro: '80' },
  ],
};

export const addService = async (page: Page, service: Service): Promise<void> => {
  await choose(page, clinic('services.specialization'), service.specialization);
  await field(page, clinic('services.name')).fill(service.name);
  await field(page, clinic('services.duration')).fill(String(service.minutes));
  await field(page, clinic('services.price')).fill(service.euro);
  await button(page, clinic('services.add')).click();
};

/** Opens and fills in the form of a new clinic. */
export const fillClinic = async (page: Page, wanted: NewClinic): Promise<void> => {
  await button(page, clinic('newClinic')).first().click();
  await field(page, clinic('details.name')).fill(wanted.name);
  await choose(page, clinic('details.country'), wanted.country);
  await choose(page, clinic('details.province'), wanted.province);
  await field(page, clinic('details.address')).fill(wanted.address);
  await field(page, clinic('details.city')).fill(wanted.city);
  await field(page, clinic('details.postalCode')).fill(wanted.postalCode);
  for (const service of wanted.services) await addService(page, service);
};

export const openClinic = async (page: Page, wanted: NewClinic): Promise<void> => {
  await fillClinic(page, wanted);
  await button(page, clinic('details.save')).click();
  await page.getByRole('heading', { name: wanted.name }).waitFor();
};

/** Types a day, `YYYY-MM-DD`, into a form's date field, by default the first. */
export const writeDay = async (page: Page, label: string, day: string, which = 0): Promise<void> => {
  const date = page.getByLabel(label, { exact: true }).nth(which);
  await date.fill(day.split('-').toReversed().join('/'));
  await date.press('Tab');
};

export const writeTime = async (
  page: Page | Locator,
  language: 'it' | 'en',
  label: string,
  time: string,
): Promise<void> => {
  const texts = textsOf(language, 'common');
  const [hours = '', minutes = ''] = time.split(':');
  await page.getByLabel(texts('fields.hoursOf', { label }), { exact: true }).fill(hours);
  await page.getByLabel(texts('fields.minutesOf', { label }), { exact: true }).fill(minutes);
};

/** Adds every day from nine to six to an open form. */
export const writeAvailability = async (page: Page): Promise<void> => {
  await choose(page, clinic('availability.day'), clinic('days.9'));
  await writeTime(page, 'it', clinic('availability.from'), '09:00');
  await writeTime(page, 'it', clinic('availability.to'), '18:00');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: clinic('availability.add') })
    .click();
};

/** Adds oneself to the clinic with some services, every day from nine to six. */
export const addMyself = async (page: Page, services: readonly string[]): Promise<void> => {
  await button(page, clinic('collaborators.open')).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: clinic('collaborators.myself'), exact: true }).click();
  for (const service of services) await panel.getByRole('checkbox', { name: service }).check();
  await writeAvailability(page);
  await panel.getByRole('button', { name: clinic('collaborators.save') }).click();
  await panel.getByText(clinic('collaborators.doneMyself')).waitFor();
  await panel.getByRole('button', { name: common('actions.close') }).click();
  await panel.waitFor({ state: 'hidden' });
};

/** Signs up and sets up a bookable clinic by the buttons of the checklist. */
export const setUp = async (page: Page, account: Account): Promise<void> => {
  await signUp(page, account);
  await savePersonalData(page, 'Nina', 'Marin');
  await chooseFreePlan(page);
  await openClinic(page, studioLevante);
  await button(page, textsOf('it', 'welcome')('actions.availability')).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: clinic('collaborators.myself'), exact: true }).click();
  await panel.getByRole('button', { name: clinic('availability.add') }).click();
  await panel.getByRole('button', { name: clinic('collaborators.save') }).click();
  await panel.getByText(clinic('collaborators.doneMyself')).waitFor();
  await panel.getByRole('button', { name: common('actions.close') }).click();
  await panel.waitFor({ state: 'hidden' });
};

/** Waits until live updates work. */
export const untilLive = async (page: Page): Promise<void> => {
  await page.getByText(common('live.live')).waitFor();
  // Content below the checklist is hidden and not focusable until its presence is known.
  await expect(page.locator('[data-waiting="true"]')).toHaveCount(0);
};

export const openCalendar = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: common('nav.calendar') }).click();
  await page.waitForURL('**/dashboard/calendar');
  await untilLive(page);
};

/** Logs in, by default with the password of accounts created by the API, and waits for the calendar. */
export const logIn = async (
  page: Page,
  email: string,
  language: 'it' | 'en',
  secret = password,
): Promise<void> => {
  const texts = { auth: textsOf(language, 'auth'), common: textsOf(language, 'common') };
  await page.goto('/login');
  await page.getByLabel(texts.common('fields.email'), { exact: true }).fill(email);
  await page.getByLabel(texts.common('fields.password'), { exact: true }).fill(secret);
  await page.getByRole('button', { name: texts.auth('login.submit'), exact: true }).click();
  await page.waitForURL('**/dashboard/calendar');
};

export const countPresses = (page: Page) =>
  page.evaluate(
    "window.presses = 0; for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, () => { window.presses += 1; }, true)",
  );
/** Returns the presses since then. */
export const presses = (page: Page) => page.evaluate('window.presses') as Promise<number>;
