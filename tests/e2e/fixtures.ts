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
  /** The test provokes refusals, which the browser reports to the console. */
  refusals?: boolean;
  /** The test takes the network or the service away, which the browser reports too. */
  outages?: boolean;
  /** Pages may be kept by the service worker; what it fetches, no route of a test sees. */
  shell?: boolean;
  /** Another address than the product's own. */
  baseURL?: string;
  extraHTTPHeaders?: Record<string, string>;
  viewport?: { width: number; height: number };
  hasTouch?: boolean;
  isMobile?: boolean;
  forcedColors?: 'active';
}) => Promise<BrowserContext>;

type TestFixtures = {
  /** A private window; whatever its pages write to the console as an error or a warning fails the test. */
  openWindow: Open;
};

// A mail's own HTML runs no scripts, so the browser complains of the ones that the test driver brings.
const sandboxed = /\/dev\/mail\/.+\/html$/;

const blocked = /Service Worker registration blocked by Playwright/;
// What a page says that is left while it connects, which is the test's doing.
const left = /WebSocket is closed before the connection is established/;
const refusal = /status of 4\d\d.*\(.*\/api\/.+\)/;
const outage = [/net::ERR_/, /status of 50\d/, /WebSocket connection to/];

type WorkerFixtures = {
  stack: Stack;
  /** For tests that answer in the product's place, and leave it as it is. */
  world: World;
  /** The demo's practice, as full as one is. */
  demo: World;
};

/** How long a page may take to let go of a test's answers, in milliseconds. */
const patience = 10_000;

/** Opens the operators' desk of the product under test. */
export const operatorToken = 'opens-the-desk-of-the-browser-tests';

/** Browser tests on the real default product, one for all tests of a worker. */
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
        // A fading modal has colours that are nobody's design, and a moving one is clicked beside.
        reducedMotion: 'reduce',
        ...options,
      });
      const expected = [blocked, left, ...(refusals ? [refusal] : []), ...(outages ? outage : [])];
      context.on('page', listen(expected));
      contexts.push(context);
      return context;
    });
    // What is still on its way when a test ends is no fault of the product.
    const routed = contexts.flatMap((context) => [context, ...context.pages()]);
    const unrouted = Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
    // A page that is being left may never answer (microsoft/playwright#38674); it goes with its window.
    await Promise.race([unrouted, after(patience, undefined, { ref: false })]);
    await Promise.all(contexts.map((context) => context.close()));
    expect(complaints, 'console errors and warnings').toEqual([]);
  },
});

/**
 * Asserts that the page as it stands has no WCAG 2.2 AA violation that axe can find. Its colours are those of the
 * screens, whose contrast is looked at by themselves; before a release here too.
 */
export const expectAccessible = async (page: Page): Promise<void> => {
  const scope = everyLook ? 'everything' : 'all but contrast';
  expect(await violationsOn(page, 'document', scope), `accessibility of ${page.url()}`).toEqual([]);
};

/** Asserts that a failure is told; how long it stays is for `timed-messages.spec.ts`. */
export const expectAlert = (page: Page, text: string): Promise<void> =>
  expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();

export { expect } from '@playwright/test';
