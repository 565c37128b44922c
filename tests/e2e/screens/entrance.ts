import type { Page } from '@playwright/test';
import { intercept } from './intercept.ts';
import type { Screen, State, Text } from './screen.ts';
import { field, goOffline, heading, loads, networkAlert, offline, press } from './states.ts';

const done = { answer: { message: '', data: null } };
const secret = 'lungomare24';

const fill =
  (values: readonly (readonly [namespace: string, key: string, value: string])[]) =>
  async (page: Page, text: Text) => {
    for (const [namespace, key, value] of values) await field(page, text(namespace, key)).fill(value);
  };

const form = (route: string, namespace: string, key: string, more: readonly State[] = []): Screen => ({
  route,
  viewer: 'visitor',
  path: () => route,
  states: [{ name: 'ready', sign: heading(namespace, key) }, offline(heading(namespace, key)), ...more],
});

const email = ['common', 'fields.email', 'ada@example.com'] as const;
const password = ['common', 'fields.password', secret] as const;

const login: readonly State[] = [
  {
    name: 'refused',
    after: async (page, text) => {
      await fill([email, password])(page, text);
      await press(page, text('auth', 'login.submit'));
    },
    sign: (page, text) => page.getByRole('alert').filter({ hasText: text('auth', 'login.errorMessage') }),
  },
  {
    name: 'sent offline',
    after: async (page, text) => {
      await fill([email, password])(page, text);
      await goOffline(page);
      await press(page, text('auth', 'login.submit'));
    },
    sign: networkAlert,
    keeps: [['common', 'fields.email', 'ada@example.com']],
  },
];

const signup: readonly State[] = [
  {
    name: 'sent offline',
    after: async (page, text) => {
      await fill([['common', 'fields.username', 'ada'], email, password])(page, text);
      for (const consent of ['termsConditions', 'privacyPolicy'])
        await field(page, text('common', `consent.${consent}`)).check();
      await goOffline(page);
      await press(page, text('auth', 'signup.submit'));
    },
    sign: networkAlert,
    keeps: [
      ['common', 'fields.username', 'ada'],
      ['common', 'fields.email', 'ada@example.com'],
    ],
  },
];

const request = async (page: Page, text: Text) => {
  await fill([email])(page, text);
  await press(page, text('auth', 'passwordRequest.submit'));
};

const passwordRequest: readonly State[] = [
  {
    name: 'done',
    before: (page) => intercept(page, 'requestPasswordReset', done),
    after: request,
    sign: (page, text) => page.getByText(text('auth', 'passwordRequest.done')),
  },
  {
    name: 'failed',
    before: (page) => intercept(page, 'requestPasswordReset', 500),
    after: request,
    sign: (page, text) => page.getByText(text('auth', 'passwordRequest.errorMessage')),
    keeps: [['common', 'fields.email', 'ada@example.com']],
  },
];

const known = { answer: { message: '', user: { email: 'ada@example.com' } } };
const checked = (page: Page) => intercept(page, 'verifyResetToken', known);
const newPassword: State['sign'] = (page, text) => field(page, text('auth', 'passwordSetting.field'));

/** Screen to set a password by a mailed link, shown once the link is verified. */
const passwordSetting = (route: string): Screen => ({
  route,
  viewer: 'visitor',
  path: () => `${route}?token=of-a-mail`,
  states: [
    { name: 'ready', before: checked, sign: newPassword },
    ...loads('verifyResetToken'),
    {
      name: 'spent',
      before: (page) => intercept(page, 'verifyResetToken', 401),
      sign: (page, text) => page.getByText(text('auth', 'tokenExpired')),
    },
    offline(newPassword, checked),
  ],
});

const confirm = async (page: Page, text: Text) => {
  await fill([password])(page, text);
  await press(page, text('auth', 'newMail.submit'));
};

const newMail: Screen = {
  route: '/new-mail-setting',
  viewer: 'visitor',
  path: () => '/new-mail-setting?token=of-a-mail',
  states: [
    { name: 'ready', sign: (page, text) => field(page, text('common', 'fields.password')) },
    {
      name: 'incomplete',
      // The same address again is a reload, which keeps the token.
      before: (page) => page.goto('/login'),
      path: () => '/new-mail-setting',
      sign: (page, text) => page.getByText(text('auth', 'newMail.noToken')),
    },
    {
      name: 'done',
      before: (page) => intercept(page, 'confirmEmailChange', done),
      after: confirm,
      sign: (page, text) => page.getByText(text('auth', 'newMail.done')),
    },
    {
      name: 'failed',
      before: (page) => intercept(page, 'confirmEmailChange', 500),
      after: confirm,
      sign: (page, text) => page.getByRole('alert').filter({ hasText: text('auth', 'newMail.errorMessage') }),
      keeps: [['common', 'fields.password', secret]],
    },
    offline(heading('auth', 'newMail.title')),
  ],
};

const prove = (page: Page, text: Text) => press(page, text('auth', 'emailConfirmation.mine'));
const askedWhose: State['sign'] = (page, text) => page.getByText(text('auth', 'emailConfirmation.ask'));

/** Screen to confirm an email by a mailed link, after a click. */
const emailConfirmation: Screen = {
  route: '/email-confirmation',
  viewer: 'visitor',
  path: () => '/email-confirmation/?token=of-a-mail',
  states: [
    { name: 'ready', sign: askedWhose },
    {
      name: 'done',
      before: (page) => intercept(page, 'confirmEmail', done),
      after: prove,
      sign: (page, text) => page.getByText(text('auth', 'emailConfirmation.done')),
    },
    {
      name: 'invalid',
      before: (page) => intercept(page, 'confirmEmail', 401),
      after: prove,
      sign: (page, text) => page.getByText(text('auth', 'emailConfirmation.invalid')),
    },
    {
      name: 'failed',
      before: (page) => intercept(page, 'confirmEmail', 500),
      after: prove,
      sign: (page, text) => page.getByText(text('auth', 'emailConfirmation.failed')),
    },
    offline(askedWhose),
  ],
};

export const entrance: readonly Screen[] = [
  form('/', 'auth', 'login.title'),
  form('/login', 'auth', 'login.title', login),
  { ...form('*', 'auth', 'login.title'), path: () => '/no/such/page' },
  form('/signup', 'auth', 'signup.title', signup),
  form('/password-request', 'auth', 'passwordRequest.title', passwordRequest),
  passwordSetting('/password-setting'),
  passwordSetting('/password-setting-collaborator'),
  newMail,
  emailConfirmation,
  form('/privacy-policy', 'legal', 'privacyPolicy.title'),
  form('/terms-and-conditions', 'legal', 'termsAndConditions.title'),
  form('/cookie-policy', 'legal', 'cookiePolicy.title'),
  form('/not-found', 'legal', 'notFound.title'),
];
