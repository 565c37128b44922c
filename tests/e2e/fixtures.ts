import { setTimeout as after } from 'node:timers/promises';
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { startStack, type Stack } from '../support/stack.ts';
import { violationsOn } from './axe.ts';
import { everyLook } from './every-look.ts';
import { openDemo } from './screens/demo.ts';
import { openWorld, type World } from './screens/world.ts';

type Open = (options: {
  locale: string;
  timezoneId: string;
  colorScheme?: 'light' | 'dark';
  phone?: boolean;
  /** Ignores console errors of provoked refusals. */
  refusals?: boolean;
  /** Ignores console errors of provoked outages. */
  outages?: boolean;
  /** Allows the service worker; routes of a test don't see its requests. */
  shell?: boolean;
  /** Base URL other than the product's own. */
  baseURL?: string;
  extraHTTPHeaders?: Record<string, string>;
  viewport?: { width: number; height: number };
  hasTouch?: boolean;
  isMobile?: boolean;
  forcedColors?: 'active';
}) => Promise<BrowserContext>;

type TestFixtures = {
  /** Opens a private browser context; console errors and warnings of its pages fail the test. */
  openWindow: Open;
};

// Mails as HTML allow no scripts, so the browser logs those of the test driver.
const sandboxed = /\/dev\/mail\/.+\/html$/;

const blocked = /Service Worker registration blocked by Playwright/;
// Logged when a page is left while it connects.
const left = /WebSocket is closed before the connection is established/;
const refusal = /status of 4\d\d.*\(.*\/api\/.+\)/;
const outage = [/net::ERR_/, /status of 50\d/, /WebSocket connection to/];

type WorkerFixtures = {
  stack: Stack;
  /** Data for tests that mock responses and change nothing. */
  world: World;
  /** The demo's full practice. */
  demo: World;
};

/** Milliseconds for a page to release a test's routes. */
const releaseTimeoutMs = 10_000;

export const operatorToken = 'opens-the-desk-of-the-browser-tests';

/** Test fixtures with the default product, one per worker. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const stack = await startStack({ OPERATOR_TOKEN: operatorToken });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  world: [({ stack }, use) => openWorld(stack, 'stella').then(use), { scope: 'worker', timeout: 600_000 }],
  demo: [({ stack }, use) => openDemo(stack).then(use), { scope: 'worker', timeout: 900_000 }],
  openWindow: async ({ browser, stack }, use) => {
    const complaints: string[] = [];
    const contexts: BrowserContext[] = [];
    const listen = (expected: readonly RegExp[]) => (page: Page) => {
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        const { url } = message.location();
        const complaint = `${page.url()}: ${message.text()} (${url})`;
        const unexpected = !expected.some((pattern) => pattern.test(complaint));
        if (['error', 'warning'].includes(message.type()) && !sandboxed.test(url) && unexpected)
          complaints.push(complaint);
      });
    };
    await use(async ({ phone = false, refusals = false, outages = false, shell = false, ...options }) => {
      const viewport = phone ? { width: 390, height: 844 } : { width: 1280, height: 900 };
      const serviceWorkers = shell ? 'allow' : 'block';
      const context = await browser.newContext({
        baseURL: stack.address,
        viewport,
        serviceWorkers,
        // Animations would change colours and move targets.
        reducedMotion: 'reduce',
        ...options,
      });
      const expected = [blocked, left, ...(refusals ? [refusal] : []), ...(outages ? outage : [])];
      context.on('page', listen(expected));
      contexts.push(context);
      return context;
    });
    // Requests in progress at the end of a test are ignored.
    const routed = contexts.flatMap((context) => [context, ...context.pages()]);
    const unrouted = Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
    // A page during a navigation may never answer (microsoft/playwright#38674); it is closed with its
    // context.
    await Promise.race([unrouted, after(releaseTimeoutMs, undefined, { ref: false })]);
    await Promise.all(contexts.map((context) => context.close()));
    expect(complaints, 'console errors and warnings').toEqual([]);
  },
});

/**
 * Expects no WCAG 2.2 AA violation that axe finds in the page. Contrast is checked by the tests of screens;
 * before a release here too.
 */
export const expectAccessible = async (page: Page): Promise<void> => {
  const scope = everyLook ? 'everything' : 'all but contrast';
  expect(await violationsOn(page, 'document', scope), `accessibility of ${page.url()}`).toEqual([]);
};

/** Expects an alert; `timed-messages.spec.ts` tests how long it stays. */
export const expectAlert = (page: Page, text: string): Promise<void> =>
  expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();

export { expect } from '@playwright/test';
