import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { chooseTime, fillContact } from '../patient.ts';
import { startOf } from '../texts.ts';
import { intercept } from './intercept.ts';
import type { Screen, State, Text } from './screen.ts';
import { field, press } from './states.ts';
import { languageOf, managed, service } from './visitors.ts';

export type Device = 'desktop' | 'phone';
type Sign = State['sign'];
type After = NonNullable<State['after']>;

/** What a screen has behind its buttons: a panel, a question, another view. What it does not tell is as on the screen. */
type Opening = Partial<State> &
  Pick<State, 'name' | 'sign'> & { readonly after: After; readonly only?: Device };

/** The part of a text before whatever it names. */
const beginning = (text: Text, namespace: string, key: string): RegExp =>
  startOf(
    text(namespace, key, { clinic: '{{', name: '{{', patient: '{{', service: '{{', title: '{{', unit: '{{' }),
  );

const dialog =
  (namespace: string, key: string): Sign =>
  (page, text) =>
    page.getByRole('dialog', { name: beginning(text, namespace, key) });

const pressed =
  (namespace: string, key: string): After =>
  (page, text) =>
    press(page, text(namespace, key));

const pressedOf =
  (namespace: string, key: string): After =>
  (page, text) =>
    page
      .getByRole('button', { name: beginning(text, namespace, key) })
      .first()
      .click();

const inTurn =
  (...steps: readonly After[]): After =>
  async (page, text) => {
    for (const step of steps) await step(page, text);
  };

const filled =
  (namespace: string, key: string, value: string): After =>
  (page, text) =>
    field(page, text(namespace, key)).fill(value);

const listed =
  (namespace: string, key: string): After =>
  (page, text) =>
    page.getByRole('combobox', { name: text(namespace, key), exact: true }).click();

/** Those of an open list; the browser's own lists have theirs out of reach. */
const choices = (page: Page) => page.getByRole('listbox').getByRole('option');

const chosen = (namespace: string, key: string): After =>
  inTurn(listed(namespace, key), (page) => choices(page).first().click());

const shown = (page: Page): Promise<void> => page.locator('.calendar-grid[data-shown="true"]').waitFor();

const key =
  (name: string): After =>
  async (page) => {
    await shown(page);
    await page.keyboard.press(name);
  };

const entries = (page: Page) => page.locator('.entry-content');

/** Turns the calendar on to the first days that have a booking. */
export const showEntries: After = async (page, text) => {
  await shown(page);
  const next = page.getByRole('button', { name: beginning(text, 'calendar', 'grid.next') });
  for (let days = 0; days < 14 && (await entries(page).count()) === 0; days += 1) await next.click();
};

const openEntry: After = inTurn(showEntries, (page) => entries(page).first().click());

const newBooking = pressed('common', 'nav.newBooking');
const newBookingPanel = dialog('appointment', 'title');

const newPatient: After = inTurn(
  newBooking,
  filled('appointment', 'patient.newEmail', 'ada.bruni@example.com'),
  pressed('appointment', 'patient.add'),
);

const calendar: readonly Opening[] = [
  { name: 'new booking', after: newBooking, sign: newBookingPanel },
  { name: 'new booking, new patient', after: newPatient, sign: newBookingPanel },
  { name: 'details', after: openEntry, sign: dialog('calendar', 'details.title') },
  {
    name: 'details, edit',
    after: inTurn(openEntry, pressed('calendar', 'edit.open')),
    sign: dialog('calendar', 'edit.title'),
  },
  {
    name: 'details, delete',
    after: inTurn(openEntry, pressed('calendar', 'remove.open')),
    sign: dialog('calendar', 'remove.confirmTitle'),
  },
  {
    name: 'month',
    after: key('m'),
    // A week has seven.
    sign: (page) => page.locator('.calendar-grid').getByRole('cell').nth(30),
  },
  { name: 'keys', after: key('?'), sign: dialog('shortcuts', 'title') },
  { name: 'more', only: 'phone', after: pressed('common', 'nav.more'), sign: dialog('common', 'nav.more') },
];

const newClinic: After = inTurn(
  pressed('clinic', 'newClinic'),
  filled('clinic', 'details.name', 'Studio Levante'),
  chosen('clinic', 'details.country'),
  chosen('clinic', 'services.specialization'),
  filled('clinic', 'services.name', 'Prima visita'),
  filled('clinic', 'services.duration', '30'),
  filled('clinic', 'services.price', '80'),
  pressed('clinic', 'services.add'),
);

const clinics: readonly Opening[] = [
  { name: 'new clinic', after: newClinic, sign: dialog('clinic', 'newClinic') },
  { name: 'edit', after: pressedOf('clinic', 'edit.of'), sign: dialog('clinic', 'edit.title') },
  {
    name: 'edit, delete',
    after: inTurn(pressedOf('clinic', 'edit.of'), pressed('clinic', 'remove.open')),
    sign: dialog('clinic', 'remove.confirmTitle'),
  },
  {
    name: 'new services',
    after: pressed('clinic', 'services.open'),
    sign: dialog('clinic', 'services.panel'),
  },
  {
    name: 'new collaborator',
    after: inTurn(
      pressed('clinic', 'collaborators.open'),
      pressed('clinic', 'collaborators.myself'),
      chosen('clinic', 'availability.day'),
    ),
    sign: dialog('clinic', 'collaborators.panel'),
  },
  { name: 'hours and services', after: pressedOf('clinic', 'hub.of'), sign: dialog('clinic', 'hub.title') },
  {
    name: 'archive a collaborator',
    after: pressedOf('clinic', 'team.archiveOf'),
    sign: dialog('clinic', 'team.confirmTitle'),
  },
  {
    name: 'remove a service',
    after: pressedOf('clinic', 'services.remove'),
    sign: dialog('clinic', 'services.confirmTitle'),
  },
  { name: 'QR code', after: pressed('welcome', 'share.open'), sign: dialog('welcome', 'share.title') },
  {
    name: 'invitation',
    viewer: 'invited',
    after: (page, text) => page.getByRole('button', { name: text('clinic', 'invitations.accept') }).waitFor(),
    sign: (page, text) => page.getByRole('button', { name: text('clinic', 'invitations.accept') }),
  },
  {
    name: 'invitation, reject',
    viewer: 'invited',
    after: pressed('clinic', 'invitations.reject'),
    sign: dialog('clinic', 'invitations.confirmTitle'),
  },
];

const overview: readonly Opening[] = [
  {
    name: 'as tables',
    after: async (page, text) => {
      const asTable = page.getByRole('button', { name: startOf(text('overview', 'chart.showAs.table')) });
      await asTable.first().waitFor();
      while ((await asTable.count()) > 0) await asTable.first().click();
    },
    sign: (page) => page.getByRole('table').first(),
  },
];

const account: readonly Opening[] = [
  { name: 'edit', after: pressed('account', 'personal.edit'), sign: dialog('account', 'personal.panel') },
  { name: 'delete', after: pressed('account', 'delete.open'), sign: dialog('account', 'delete.panel') },
];

const inactivity: readonly Opening[] = ['closings', 'vacations'].map((kind) => ({
  name: `new ${kind}`,
  after: pressed('inactivity', `${kind}.add`),
  sign: dialog('inactivity', `${kind}.add`),
}));

/** Signs up for good: the address must be nobody's yet. */
const signUp: After = async (page, text) => {
  const username = `ada_${randomUUID().slice(0, 8)}`;
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
  const email = `nives.${randomUUID().slice(0, 8)}@example.com`;
  await fillContact(page, await languageOf(page), { name: 'Nives Orlando', email, phone: '3337654321' });
  await press(page, text('booking', 'form.submit'));
};

/** What leaves by itself stays for as long as it is looked at. */
const withoutTimers = (page: Page): Promise<unknown> =>
  page.addInitScript(
    'const own = setTimeout; window.setTimeout = (work, after, ...more) => after >= 10_000 ? 0 : own(work, after, ...more);',
  );

const booking: readonly Opening[] = [
  { name: 'day', after: day, sign: time },
  { name: 'form', after: form, sign: dialog('booking', 'form.title') },
  { name: 'booked', before: withoutTimers, after: booked, sign: dialog('booking', 'success.title') },
];

const freeDay = (page: Page): Promise<unknown> => {
  const date = new Intl.DateTimeFormat('sv-SE').format(Date.now() + 86_400_000);
  const offer = { hubServiceId: 'h', availabilities: ['09:00', '09:30', '11:00'] };
  return intercept(page, 'getBookingAvailabilities', {
    answer: { message: '', data: [{ date, bookingAvailabilities: [offer] }] } as never,
  });
};

const manage: readonly Opening[] = [
  {
    name: 'move',
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

const patient: readonly Opening[] = [
  { name: 'edit', after: pressed('patients', 'edit.open'), sign: dialog('patients', 'edit.title') },
  { name: 'erase', after: pressed('patients', 'erase.open'), sign: dialog('patients', 'erase.title') },
  {
    name: 'new booking',
    after: (page, text) =>
      page
        .getByRole('main')
        .getByRole('button', { name: text('common', 'nav.newBooking') })
        .click(),
    sign: newBookingPanel,
  },
];

const byRoute: Readonly<Record<string, readonly Opening[]>> = {
  '/signup': [{ name: 'signed up', after: signUp, sign: dialog('auth', 'signup.doneTitle') }],
  '/dashboard/calendar': calendar,
  '/dashboard/clinic': clinics,
  '/dashboard/patients': [
    { name: 'edit', after: pressedOf('patients', 'edit.of'), sign: dialog('patients', 'edit.title') },
  ],
  '/dashboard/patients/:patientId': patient,
  '/dashboard/overview': overview,
  '/dashboard/inactivity': inactivity,
  '/dashboard/setting': [
    { name: 'QR code', after: pressed('welcome', 'share.open'), sign: dialog('welcome', 'share.title') },
  ],
  '/dashboard/account-data': account,
  '/booking/:username': booking,
  '/manage': manage,
};

/** The screen with its data, and all that opens on it, on a device. */
export const looksAt = ({ route, states }: Screen, device: Device): readonly State[] => {
  const ready = states.find(({ name }) => name === 'ready');
  if (!ready) throw new Error(`the table has no ready state of ${route}`);
  const opened = (byRoute[route] ?? []).filter(({ only }) => only === undefined || only === device);
  // Preparing is what this one is there for; once ready it is the calendar.
  const busy = states.filter(({ name }) => route === '/loading' && name === 'loading');
  return [ready, ...busy, ...opened.map((opening) => ({ ...ready, ...opening }))];
};

/** Addresses that something opens on: each must be one of a screen. */
export const openingRoutes: readonly string[] = Object.keys(byRoute);
