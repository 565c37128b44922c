import { expect, type Page } from '@playwright/test';
import { intercept, pretend } from '../screens/intercept.ts';
import type { Text } from '../screens/screen.ts';
import { field, heading, press } from '../screens/states.ts';
import { answered, inDialog, refused, type TimedMessage } from './message.ts';

const secret = 'lungomare24';
const known = { answer: { message: '', user: { email: 'ada@example.com' } } };

const network = '192.0.2.0/24';
const times = { started: '2026-11-20T08:00:00.000Z', lastSeen: '2026-11-20T09:00:00.000Z' };
const sessions = [
  { ...times, id: '1', browser: 'Chrome, Android', network, current: true },
  { ...times, id: '2', browser: 'Firefox, Windows', network, current: false },
];

const write = async (page: Page, text: Text, values: Readonly<Record<string, string>>) => {
  for (const [key, value] of Object.entries(values))
    await field(page, text('common', `fields.${key}`)).fill(value);
};

const account = { path: '/dashboard/account-data' } as const;
const newMail = {
  path: '/new-mail-setting?token=of-a-mail',
  viewer: 'visitor',
  prepare: (page: Page, text: Text) => write(page, text, { password: secret }),
  act: (page: Page, text: Text) => press(page, text('auth', 'newMail.submit')),
} as const;

/** Checks that the banner stands between the title of the card and its first field. */
const expectAtForm = async (page: Page, text: Text) => {
  const title = page.getByRole('heading', { level: 1 });
  const parts = [title, page.getByRole('alert'), field(page, text('common', 'fields.email'))];
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  const tops = boxes.map((box) => box?.y ?? Number.NaN);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  expect(boxes[1]?.width).toBe((await page.locator('form').boundingBox())?.width);
};

export const accountMessages: readonly TimedMessage[] = [
  {
    situation: 'Login failure',
    message: 'loginFailed',
    path: '/login',
    viewer: 'visitor',
    prepare: (page, text) => write(page, text, { email: 'ada@example.com', password: secret }),
    act: (page, text) => press(page, text('auth', 'login.submit')),
    check: expectAtForm,
  },
  {
    situation: 'Signup failure',
    message: 'signupFailed',
    path: '/signup',
    viewer: 'visitor',
    before: refused('signUp'),
    prepare: async (page, text) => {
      await write(page, text, { username: 'ada', email: 'ada@example.com', password: secret });
      for (const consent of ['termsConditions', 'privacyPolicy'])
        await field(page, text('common', `consent.${consent}`)).check();
    },
    act: (page, text) => press(page, text('auth', 'signup.submit')),
  },
  {
    ...newMail,
    situation: 'Email update failure',
    message: 'emailChangeFailed',
  },
  {
    ...newMail,
    situation: 'Email update success',
    message: 'emailChanged',
    before: answered('confirmEmailChange'),
    leadsTo: 'login',
  },
  {
    situation: 'Password change success',
    message: 'passwordChanged',
    values: { seconds: '5' },
    path: '/password-setting?token=of-a-mail',
    viewer: 'visitor',
    before: async (page) => {
      await intercept(page, 'verifyResetToken', known);
      await answered('setPassword')(page);
    },
    prepare: (page, text) => field(page, text('auth', 'passwordSetting.field')).fill(secret),
    act: (page, text) => press(page, text('auth', 'passwordSetting.submit')),
    leadsTo: 'login',
  },
  {
    ...account,
    situation: 'Account deletion failure',
    message: 'accountDeletionFailed',
    before: refused('deletePro'),
    prepare: (page, text) => press(page, text('account', 'delete.open')),
    act: (page, text) => inDialog(page, text('account', 'delete.panel'), text('account', 'delete.confirm')),
  },
  {
    ...account,
    situation: 'Profile save failure',
    message: 'profileFailed',
    before: refused('updatePro'),
    prepare: (page, text) => press(page, text('account', 'personal.edit')),
    act: (page, text) => inDialog(page, text('account', 'personal.panel'), text('account', 'personal.save')),
  },
  {
    ...account,
    message: 'consentFailed',
    before: refused('updatePro'),
    prepare: (page, text) => heading('account', 'title')(page, text).waitFor(),
    act: (page, text) =>
      page.getByRole('switch', { name: text('common', 'consent.marketingConsent') }).click(),
  },
  {
    ...account,
    message: 'accountExportFailed',
    before: refused('exportPro'),
    prepare: (page, text) => heading('account', 'title')(page, text).waitFor(),
    act: (page, text) => press(page, text('account', 'export.open')),
  },
  {
    ...account,
    message: 'sessionEndFailed',
    before: async (page) => {
      await intercept(page, 'getSessions', { answer: { message: '', data: sessions, calendarFeed: false } });
      await refused('endSession')(page);
    },
    prepare: (page, text) => heading('account', 'sessions.title', 2)(page, text).waitFor(),
    act: (page, text) => press(page, text('account', 'sessions.endOf', { name: 'Firefox, Windows' })),
  },
  {
    ...account,
    message: 'factorFailed',
    before: refused('beginFactor'),
    prepare: (page, text) => heading('account', 'factors.title', 2)(page, text).waitFor(),
    act: (page, text) => press(page, text('account', 'factors.open')),
  },
  {
    message: 'onboardingFailed',
    path: '/onboarding/subscription',
    viewer: 'beginner',
    before: async (page) => {
      await pretend(page, { configStatus: 2 });
      await refused('updatePro')(page);
    },
    prepare: (page, text) => heading('onboarding', 'subscription.title')(page, text).waitFor(),
    act: (page, text) => press(page, text('onboarding', 'subscription.choose')),
  },
  {
    message: 'optionsUnreachable',
    path: '/dashboard/setting',
    before: (page) => intercept(page, 'updateOptions', 'unreachable'),
    prepare: (page, text) => heading('settings', 'title')(page, text).waitFor(),
    act: (page, text) =>
      page.getByRole('switch', { name: text('settings', 'options.patientBookingLimit.label') }).click(),
  },
];
