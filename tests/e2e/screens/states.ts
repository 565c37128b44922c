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

/** The toast about a command that did not reach the service. */
export const networkAlert: Sign = (page, text) =>
  page.getByRole('alert').filter({ hasText: text('common', 'problems.network') });

export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

const skeleton: Sign = (page, text) =>
  page.getByRole('status', { name: text('common', 'states.loading') }).first();

const banner = (page: Page, text: Text): Locator =>
  page.getByText(new RegExp(`^${text('common', 'offline.plain').split('.')[0]}\\.`));

/**
 * The network goes away while the page is open. A browser that has just left another document may take back what it was
 * told of the network: it is told until it knows.
 */
export const goOffline = (page: Page): Promise<void> =>
  expect(async () => {
    await page.context().setOffline(false);
    await page.context().setOffline(true);
    expect(await page.evaluate('navigator.onLine')).toBe(false);
  }).toPass();

/** The page says so, and goes on showing what it had. */
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

/** A skeleton for as long as one of the calls is not answered, and Retry where it fails. */
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

/** Opened again from the menu, a screen reads again; what it had stays, and it says of when that is. */
export const stale = (call: CallName, entry: string, ready: Sign, before: Before = nothing): State => ({
  name: 'stale',
  before,
  after: async (page, text) => {
    await ready(page, text).waitFor();
    await intercept(page, call, 500);
    const open = (key: string) =>
      page.getByRole('link', { name: text('common', `nav.${key}`), exact: true }).click();
    // What was read within the last second is not read again.
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
