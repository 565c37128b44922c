import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { startFront, type Front } from '../support/front.ts';
import { logIn, untilLive } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';
import { inDays } from './week.ts';

const common = textsOf('it', 'common');
const appointment = textsOf('it', 'appointment');
const files = join(import.meta.dirname, '../../web/public');
const browser = { locale: 'it-IT', timezoneId: 'Europe/Rome', shell: true, outages: true };

const tomorrow = inDays(1);
/** Offline banner with the time of the shown data. */
const offline = new RegExp(common('offline.since', { time: '\\d\\d:\\d\\d' }));
const patient = { name: 'Nives Orlando', email: 'nives@example.com', prefix: '+39', phone: '3337654321' };

let front: Front;
let email: string;

test.beforeAll(async ({ stack }) => {
  front = await startFront();
  front.to(stack.address);
  const practice = await openPractice(stack, 'pia_shell');
  email = practice.email;
  const booking = { hubServiceId: practice.hubServiceIds[0], date: `${tomorrow}T10:00`, proNotes: '' };
  await practice.call('placeBooking', { body: { booking, patient } });
});

test.afterAll(() => front.goAway());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens a dashboard served by the worker, from its second load on. */
const openDashboard = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage();
  await logIn(page, email, 'it');
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)');
  await openAgain(page);
  return page;
};

const openAgain = async (page: Page): Promise<void> => {
  await page.goto('/dashboard/calendar');
  await untilLive(page);
  expect(await page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
};

/** Returns all cached addresses, and the cached contents as one text. */
const keptIn = (page: Page): Promise<{ addresses: string[]; text: string }> =>
  page.evaluate(`(async () => {
    const kept = { addresses: [], text: '' };
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        kept.addresses.push(new URL(request.url).pathname);
        kept.text += await (await cache.match(request)).text();
      }
    }
    return kept;
  })()`);

test(
  'without the service the dashboard opens from its cache, and recovers by itself',
  { tag: '@release' },
  async ({ openWindow }) => {
    const context = await openWindow({ ...browser, baseURL: front.address });
    const page = await openDashboard(context);
    for (const [path, name] of [
      ['patients', 'patients'],
      ['setting', 'setting'],
      ['account-data', 'accountData'],
    ] as const) {
      await page.getByRole('link', { name: common(`nav.${name}`), exact: true }).click();
      await page.waitForURL(`**/dashboard/${path}`);
    }
    await page.getByRole('link', { name: common('nav.patients'), exact: true }).click();
    await expect(page.getByText(patient.email)).toBeVisible();

    const kept = await keptIn(page);
    expect(kept.addresses.length).toBeGreaterThan(100);
    expect(kept.addresses.filter((path) => !/^\/(assets|locales|index\.html|icon\.svg)/.test(path))).toEqual(
      [],
    );
    expect(kept.text).not.toContain(patient.email);
    expect(kept.text).not.toContain(email);
    expect(kept.text, 'nothing of the operators’ desk').not.toContain('/operator/api');

    await front.goAway();
    await expect(page.getByText(offline)).toBeVisible();
    await expect(page.getByText(patient.email), 'what was loaded stays').toBeVisible();
    await expectAccessible(page);
    await page.goto('/dashboard/calendar');
    const retry = button(page, common('actions.retry'));
    await expect(retry).toBeVisible();
    // Styles injected by Mantine carry the cached page's nonce; otherwise the browser would log an error.
    expect(await page.evaluate("document.querySelectorAll('style[nonce]').length")).toBeGreaterThan(0);
    await expectAccessible(page);
    const visitor = await context.newPage();
    for (const path of ['/booking/pia_shell', '/operator'])
      await expect(visitor.goto(path)).rejects.toThrow(/ERR_CONNECTION_REFUSED/);
    await page.goto('/dashboard/patients');
    await expect(retry).toBeVisible();

    await front.comeBack();
    await expect(page.getByText(patient.email), 'without a press').toBeVisible({ timeout: 20_000 });
    await expect(page.getByText(offline)).toHaveCount(0);
  },
);

test('an update is offered and applied on confirmation', { tag: '@release' }, async ({ openWindow }) => {
  const context = await openWindow({ ...browser, baseURL: front.address });
  const page = await openDashboard(context);
  const other = await context.newPage();
  await openAgain(other);
  await page.evaluate('window.stayed = true');
  await page.bringToFront();
  await button(page, common('nav.newBooking')).first().click();
  const notes = page.getByLabel(appointment('proNotes'));
  await notes.fill('half written');

  // Simulates another build: another script and a changed worker.
  front.change(/^\/dashboard/, (html) =>
    html.replace(/(\/assets\/rolldown-runtime-[\w-]+\.js)"/, '$1?next"'),
  );
  front.change(/^\/sw\.js/, (script) => `${script}\n// next`);
  const look = 'navigator.serviceWorker.ready.then((registration) => registration.update()).then(() => null)';
  await page.evaluate(look);
  const notice = page.getByText(common('update.text'));
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await expect(notes).toHaveValue('half written');
  expect(await page.evaluate('window.stayed'), 'the page was not loaded again').toBe(true);

  await Promise.all([page.waitForEvent('load'), button(page, common('update.action')).click()]);
  await untilLive(page);
  expect(await page.evaluate('window.stayed')).toBeUndefined();
  expect(await page.locator('script[src$="?next"]').count()).toBe(1);
  await expect(other.getByText(common('update.text')), 'the other tab runs the old one').toBeVisible();
  await expect(notice, 'this one is new').toHaveCount(0);

  // A newly opened page has the latest build and shows no notice.
  front.change(/^\/dashboard/, (html) => html.replace('?next"', '?third"'));
  front.change(/^\/sw\.js/, (script) => `${script}\n// third`);
  const fresh = await context.newPage();
  const asked = fresh.waitForResponse(
    (answer) => answer.request().resourceType() === 'fetch' && answer.url().endsWith('/dashboard/calendar'),
    { timeout: 60_000 },
  );
  await openAgain(fresh);
  await fresh.evaluate(look);
  await (await asked).finished();
  expect(await fresh.evaluate('navigator.serviceWorker.ready.then(({ waiting }) => waiting !== null)')).toBe(
    true,
  );
  await expect(fresh.getByText(common('update.text'))).toHaveCount(0);
});

type Manifest = {
  name: string;
  start_url: string;
  scope: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
  shortcuts: { name: string; url: string }[];
};

/** Returns the size of a PNG from its header. */
const sizeOf = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

test('the app can be installed from the dashboard only', async ({ openWindow, stack }) => {
  const manifest = JSON.parse(readFileSync(join(files, 'manifest.webmanifest'), 'utf8')) as Manifest;
  const images = manifest.icons.filter(({ type }) => type === 'image/png');
  expect(images.map(({ sizes, purpose }) => `${sizes} ${purpose}`).toSorted()).toEqual([
    '192x192 any',
    '192x192 maskable',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src, sizes } of images) expect(sizeOf(readFileSync(join(files, src)))).toBe(sizes);
  const page = await (await openWindow({ ...browser, refusals: true })).newPage();
  await page.goto('/login');
  const served = await page.evaluate(
    "fetch(document.querySelector('link[rel=manifest]').href).then(async (answer) => [answer.headers.get('content-type'), await answer.json()])",
  );
  expect(served).toEqual([expect.stringContaining('application/manifest+json'), manifest]);
  const browserSession = await page.context().newCDPSession(page);
  expect((await browserSession.send('Page.getAppManifest')).errors, 'what the browser thinks of it').toEqual(
    [],
  );
  for (const { url } of manifest.shortcuts)
    expect((await page.request.get(`${stack.address}${url}`)).ok()).toBe(true);

  await page.goto('/booking/pia_shell');
  await page.getByRole('combobox').waitFor();
  await expect(page.locator('link[rel=manifest]')).toHaveCount(0);
  const loaded = await page.evaluate(
    "performance.getEntriesByType('resource').map(({ name }) => name).join()",
  );
  expect(loaded).not.toContain('sw.js');
});
