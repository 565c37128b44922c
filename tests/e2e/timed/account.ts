import type { Page } from '@playwright/test';
import { intercept, pretend } from '../screens/intercept.ts';
import type { Text } from '../screens/screen.ts';
import { field, heading, press } from '../screens/states.ts';
import { answered, inDialog, refused, type TimedMessage } from './message.ts';

const secret = 'lungomare24';
const known = { answer: { message: '', user: { email: 'ada@example.com' } } };

const write = async (page: Page, text: Text, values: Readonly<Record<string, string>>) => {
  for (const [key, value] of Object.entries(values))
    await field(page, text('common', `fields.${key}`)).fill(value);
};

const account = { path: '/dashboard/account-data', kind: 'failed' } as const;
const newMail = {
  path: '/new-mail-setting?token=of-a-mail',
  viewer: 'nobody',
  from: 'features/account/new-mail-setting.screen.tsx',
  prepare: (page: Page, text: Text) => write(page, text, { password: secret }),
  act: (page: Page, text: Text) => press(page, text('auth', 'newMail.submit')),
} as const;

/** Messages of the way in, and of the account. */
export const accountMessages: readonly TimedMessage[] = [
  {
    situation: 'Login failure',
    from: 'features/account/login.screen.tsx',
    kind: 'failed',
    seconds: 7,
    text: ['auth', 'login.errorMessage'],
    path: '/login',
    viewer: 'nobody',
    prepare: (page, text) => write(page, text, { email: 'ada@example.com', password: secret }),
    act: (page, text) => press(page, text('auth', 'login.submit')),
  },
  {
    situation: 'Signup failure',
    from: 'features/account/signup.screen.tsx',
    kind: 'failed',
    seconds: 10,
    text: ['auth', 'signup.errorMessage'],
    path: '/signup',
    viewer: 'nobody',
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
    kind: 'failed',
    seconds: 10,
    text: ['auth', 'newMail.errorMessage'],
  },
  {
    ...newMail,
    situation: 'Email update success',
    kind: 'done',
    seconds: 4,
    text: ['auth', 'newMail.done'],
    before: answered('confirmEmailChange'),
    leadsTo: 'login',
  },
  {
    situation: 'Password change success',
    from: 'features/account/password-setting.screen.tsx',
    kind: 'done',
    seconds: 5,
    text: ['auth', 'passwordSetting.done', { seconds: '5' }],
    path: '/password-setting?token=of-a-mail',
    viewer: 'nobody',
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
    from: 'features/profile/delete-account.tsx',
    seconds: 4,
    text: ['account', 'delete.errorMessage'],
    before: refused('deletePro'),
    prepare: (page, text) => press(page, text('account', 'delete.open')),
    act: (page, text) => inDialog(page, text('account', 'delete.panel'), text('account', 'delete.confirm')),
  },
  {
    ...account,
    situation: 'Profile save failure',
    from: 'features/profile/edit-profile.panel.tsx',
    seconds: 7,
    text: ['account', 'personal.errorMessage'],
    before: refused('updatePro'),
    prepare: (page, text) => press(page, text('account', 'personal.edit')),
    act: (page, text) => inDialog(page, text('account', 'personal.panel'), text('account', 'personal.save')),
  },
  {
    ...account,
    from: 'features/profile/consents.tsx',
    seconds: 7,
    text: ['account', 'personal.errorMessage'],
    before: refused('updatePro'),
    prepare: (page, text) => heading('account', 'title')(page, text).waitFor(),
    act: (page, text) =>
      page.getByRole('switch', { name: text('common', 'consent.marketingConsent') }).click(),
  },
  {
    ...account,
    from: 'ui/export-button.tsx',
    seconds: 7,
    text: ['account', 'export.errorMessage'],
    before: refused('exportPro'),
    prepare: (page, text) => heading('account', 'title')(page, text).waitFor(),
    act: (page, text) => press(page, text('account', 'export.open')),
  },
  {
    from: 'features/onboarding/use-onboarding-step.ts',
    kind: 'failed',
    seconds: 7,
    text: ['onboarding', 'errorMessage'],
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
    from: 'features/settings/use-options.ts',
    kind: 'failed',
    seconds: 7,
    text: ['common', 'problems.network'],
    path: '/dashboard/setting',
    before: (page) => intercept(page, 'updateOptions', 'unreachable'),
    prepare: (page, text) => heading('settings', 'title')(page, text).waitFor(),
    act: (page, text) =>
      page.getByRole('switch', { name: text('settings', 'options.patientBookingLimit.label') }).click(),
  },
];
