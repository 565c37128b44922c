import type { Page } from '@playwright/test';
import { intercept, pretend } from './intercept.ts';
import type { Screen, State } from './screen.ts';
import { goOffline, heading, networkAlert, offline, press, retry } from './states.ts';

const busy: State = {
  name: 'loading',
  before: (page) => intercept(page, 'authenticate', 'never answered'),
  sign: (page) => page.getByRole('status', { name: 'Visita' }),
};

const unreachable: State = {
  name: 'error',
  before: (page) => intercept(page, 'authenticate', 'unreachable'),
  sign: retry,
};

/** States while the session cannot be verified. */
export const session: readonly State[] = [busy, unreachable];

type Status = Parameters<typeof pretend>[1]['configStatus'];

const step = (
  route: string,
  configStatus: NonNullable<Status>,
  key: string,
  more: readonly State[] = [],
): Screen => {
  const before = (page: Page) => pretend(page, { configStatus });
  return {
    route,
    viewer: 'beginner',
    path: () => route,
    states: [
      { name: 'ready', before, sign: heading('onboarding', key) },
      ...session,
      offline(heading('onboarding', key), before),
      ...more,
    ],
  };
};

const choosing: State = {
  name: 'sent offline',
  before: (page) => pretend(page, { configStatus: 2 }),
  after: async (page, text) => {
    await heading('onboarding', 'subscription.title')(page, text).waitFor();
    await goOffline(page);
    await press(page, text('onboarding', 'subscription.choose'));
  },
  sign: networkAlert,
};

const loading: Screen = {
  route: '/loading',
  viewer: 'pro',
  path: () => '/loading',
  states: [
    { name: 'ready', sign: (page) => page.locator('.calendar-grid[data-shown="true"]') },
    {
      name: 'loading',
      before: (page) => intercept(page, 'getPatientList', 'never answered'),
      sign: (page, text) => page.getByText(text('onboarding', 'loading.text')),
    },
    { name: 'error', before: (page) => intercept(page, 'getPatientList', 500), sign: retry },
  ],
};

const review = { review: 'holdings' } as const;

const accountReview: Screen = {
  route: '/account-review',
  viewer: 'pro',
  path: () => '/account-review',
  states: [
    {
      name: 'ready',
      before: (page) => pretend(page, review),
      sign: (page, text) => page.getByRole('button', { name: text('onboarding', 'review.holdings.keep') }),
    },
    {
      name: 'error',
      before: async (page) => {
        await pretend(page, review);
        await intercept(page, 'getPatientList', 500);
      },
      sign: retry,
    },
    {
      name: 'connections',
      before: (page) => pretend(page, { review: 'connections' }),
      sign: heading('onboarding', 'review.connections.title'),
    },
  ],
};

export const onboarding: readonly Screen[] = [
  step('/onboarding/personal-data', 1, 'personalData.title'),
  step('/onboarding/subscription', 2, 'subscription.title', [choosing]),
  step('/onboarding/collaborator', 10, 'collaborator.title'),
  loading,
  accountReview,
];
