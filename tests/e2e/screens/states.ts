import { expect, type Locator, type Page } from '@playwright/test';
import type { CallName } from '@visita/contracts/api/table';
import { intercept } from './intercept.ts';
import type { State, Text } from './screen.ts';

type Before = (page: Page) => Promise<unknown>;
type Sign = State['sign'];

const nothing: Before = async () => undefined;

export const heading =
  (namespace: string, key: string, level = 1): Sign =>
  (page, text) =>
    page.getByRole('heading', { level, name: text(namespace, key), exact: true });

export const retry: Sign = (page, text) =>
  page.getByRole('button', { name: text('common', 'actions.retry'), exact: true });

/** Toast about a command that did not reach the service. */
export const networkAlert: Sign = (page, text) =>
  page.getByRole('alert').filter({ hasText: text('common', 'problems.network') });

export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

const skeleton: Sign = (page, text) =>
  page.getByRole('status', { name: text('common', 'states.loading') }).first();

const banner = (page: Page, text: Text): Locator =>
  page.getByText(new RegExp(`^${text('common', 'offline.plain').split('.')[0]}\\.`));

/** Sets the page offline, repeatedly: right after a navigation the browser may lose the setting. */
export const goOffline = (page: Page): Promise<void> =>
  expect(async () => {
    await page.context().setOffline(false);
    await page.context().setOffline(true);
    expect(await page.evaluate('navigator.onLine')).toBe(false);
  }).toPass();

/** State with an offline banner and the loaded content. */
export const offline = (ready: Sign, before: Before = nothing): State => ({
  name: 'offline',
  before,
  after: async (page, text) => {
    await ready(page, text).waitFor();
    await goOffline(page);
  },
  sign: banner,
  check: (page, text) => ready(page, text).waitFor({ timeout: 1000 }),
});

/** States of a call without a response: a skeleton, and Retry after a failure. */
export const loads = (call: CallName, before: Before = nothing): State[] => [
  {
    name: 'loading',
    before: async (page) => {
      await before(page);
      await intercept(page, call, 'never answered');
    },
    sign: skeleton,
  },
  {
    name: 'error',
    before: async (page) => {
      await before(page);
      await intercept(page, call, 500);
    },
    sign: retry,
    check: (page) => page.getByRole('alert').first().waitFor(),
  },
];

const old: Sign = (page, text) =>
  page.getByText(new RegExp(text('common', 'states.stale', { time: '\\d\\d:\\d\\d' }).replace(/\.$/, '')));

/** State of a screen reopened from the menu whose read fails: it keeps old data and shows its time. */
export const stale = (call: CallName, entry: string, ready: Sign, before: Before = nothing): State => ({
  name: 'stale',
  before,
  after: async (page, text) => {
    await ready(page, text).waitFor();
    await intercept(page, call, 500);
    const open = (key: string) =>
      page.getByRole('link', { name: text('common', `nav.${key}`), exact: true }).click();
    // SWR does not read again within a second.
    await expect(async () => {
      await open('accountData');
      await heading('account', 'title')(page, text).waitFor();
      await open(entry);
      await old(page, text).waitFor({ timeout: 2000 });
    }).toPass();
  },
  sign: old,
  check: (page, text) => ready(page, text).waitFor({ timeout: 1000 }),
});
