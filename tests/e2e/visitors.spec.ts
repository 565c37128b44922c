import type { Page } from '@playwright/test';
import { freePort } from '@visita/platform/machine/free-port';
import { startCountryDouble, type CountryDouble } from '@visita/platform/testing/country-double';
import { startStack, type Stack } from '../support/stack.ts';
import { startTagDouble, type TagDouble } from '../support/tag-double.ts';
import { logIn } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { chooseTime } from './patient.ts';
import { openPractice, password } from './practice.ts';
import { textsOf } from './texts.ts';

const locales = { it: 'it-IT', en: 'en-GB', es: 'es-ES' } as const;
const common = textsOf('it', 'common');
const legal = textsOf('it', 'legal');
const browser = { locale: 'it-IT', timezoneId: 'Europe/Rome' };

let tags: TagDouble;
let countries: CountryDouble;
/** A product with measurement and country lookup configured. */
let configured: Stack;
let email: string;

test.beforeAll(async () => {
  test.setTimeout(900_000);
  [tags, countries] = await Promise.all([startTagDouble(), startCountryDouble()]);
  configured = await startStack({
    TAG_MANAGER_KEY: 'GTM-TEST1',
    TAG_MANAGER_ORIGIN: tags.origin,
    COUNTRY_LOOKUP_BASE: countries.base,
    COUNTRY_LOOKUP_TOKEN: countries.token,
    TRUST_PROXY: 'loopback',
  });
  ({ email } = await openPractice(configured, 'vito_visitors'));
});

test.afterAll(async () => {
  await configured.stop();
  await Promise.all([tags.close(), countries.close()]);
});

test.beforeEach(() => {
  tags.asked.length = 0;
  countries.asked.length = 0;
});

const bar = (page: Page) => page.getByRole('region', { name: common('measurement.title') });
const runs = (page: Page): Promise<number | undefined> => page.evaluate('window.measured');
const measured = (page: Page) => expect.poll(() => runs(page)).toBe(1);

for (const [language, locale] of Object.entries(locales) as ['it' | 'en' | 'es', string][]) {
  test(`visitors are asked in ${language}, and both buttons look alike`, async ({ openWindow }) => {
    const texts = textsOf(language, 'common');
    const dark = language === 'es';
    const context = await openWindow({
      locale,
      timezoneId: 'Europe/Rome',
      baseURL: configured.address,
      colorScheme: dark ? 'dark' : 'light',
      phone: dark,
    });
    const page = await context.newPage();
    await page.goto('/login');
    const region = page.getByRole('region', { name: texts('measurement.title') });
    await expect(region).toContainText(texts('measurement.text'));
    await expectAccessible(page);
    const looks = await page.evaluate<
      object[]
    >(`[...document.querySelectorAll('section[aria-label] button')].map((button) => {
      const { backgroundColor, color, fontSize, fontWeight, borderColor } = getComputedStyle(button);
      const { width, height } = button.getBoundingClientRect();
      return { backgroundColor, color, fontSize, fontWeight, borderColor, width, height };
    })`);
    expect(looks).toHaveLength(2);
    expect(looks[0]).toEqual(looks[1]);
    expect(await runs(page)).toBeUndefined();
    expect(tags.asked).toEqual([]);
  });
}

test('no measurement without consent, which can be changed', async ({ openWindow }) => {
  const page = await (await openWindow({ ...browser, baseURL: configured.address })).newPage();
  await page.goto('/signup');
  await bar(page)
    .getByRole('button', { name: common('measurement.refused') })
    .click();
  await expect(bar(page)).toHaveCount(0);
  await page.goto('/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect(bar(page)).toHaveCount(0);
  expect(await runs(page)).toBeUndefined();
  expect(tags.asked).toEqual([]);

  await page.getByRole('link', { name: common('legal.cookiePolicy') }).click();
  await expect(page.getByText(legal('cookiePolicy.choice.refused'))).toBeVisible();
  await expectAccessible(page);
  const accept = page.getByRole('button', { name: common('measurement.accepted') });
  await accept.click();
  await measured(page);
  await expect(accept).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await expect.poll(() => tags.asked).toEqual(['/gtm.js?id=GTM-TEST1', '/collect']);
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['_measured']);

  await page.getByRole('button', { name: common('measurement.refused') }).click();
  await expect(page.getByText(legal('cookiePolicy.choice.refused'))).toBeVisible();
  await expect.poll(() => runs(page)).toBeUndefined();
  expect(await page.context().cookies()).toEqual([]);
});

test('pages with personal data are never measured', { tag: '@release' }, async ({ openWindow }) => {
  const page = await (
    await openWindow({ ...browser, baseURL: configured.address, refusals: true })
  ).newPage();
  await page.goto('/login');
  await bar(page)
    .getByRole('button', { name: common('measurement.accepted') })
    .click();
  await measured(page);
  await expect.poll(() => tags.asked).toHaveLength(2);
  for (const path of [
    '/booking/vito_visitors',
    '/confirmation/?token=x',
    '/manage/?token=x',
    '/password-setting?token=x',
    '/password-setting-collaborator?token=x',
    '/new-mail-setting?token=x',
    '/no/such/page',
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect([path, await runs(page)]).toEqual([path, undefined]);
  }
  expect(tags.asked).toHaveLength(2);

  await logIn(page, email, 'it', password);
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  expect(await runs(page), 'the measured login left its document behind').toBeUndefined();
  await page.goto('/dashboard/patients', { waitUntil: 'networkidle' });
  expect(await runs(page)).toBeUndefined();
  expect(
    tags.asked.filter((path) => path.startsWith('/gtm.js')),
    'the login page, twice',
  ).toHaveLength(2);
});

test('under strict trust, tags run in an isolated frame that receives only page names', async ({
  openWindow,
}) => {
  test.setTimeout(600_000);
  const port = String(await freePort());
  const tagOrigin = `http://127.0.0.1:${port}`;
  const strict = await startStack({
    TRUST: 'strict',
    PORT: port,
    TAG_ORIGIN: tagOrigin,
    TAG_MANAGER_KEY: 'GTM-TEST1',
    TAG_MANAGER_ORIGIN: tags.origin,
  });
  try {
    const page = await (await openWindow({ ...browser, baseURL: strict.address, refusals: true })).newPage();
    const frames = () => page.frames().filter((frame) => frame.url().startsWith(tagOrigin));
    await page.goto('/login');
    const accept = bar(page).getByRole('button', { name: common('measurement.accepted') });
    await accept.waitFor();
    expect(frames()).toEqual([]);
    await accept.click();
    await expect.poll(() => tags.asked).toEqual(['/gtm.js?id=GTM-TEST1', '/collect']);
    expect(await runs(page), 'not in the page').toBeUndefined();
    const [frame] = frames();
    const heard = () => frames()[0]?.evaluate('dataLayer.map(({ event, page }) => [event, page])');
    expect(await frame?.evaluate('window.measured')).toBe(1);
    expect(await frame?.evaluate('origin')).toBe('null');
    for (const reach of ['document.cookie', 'localStorage', 'parent.document', 'parent.localStorage'])
      expect(
        await frame?.evaluate(
          `(() => { try { return void ${reach}; } catch ({ name }) { return name; } })()`,
        ),
        reach,
      ).toBe('SecurityError');
    await expectAccessible(page);

    await page.evaluate(`(() => {
      const [frame] = document.querySelectorAll('iframe');
      for (const message of [{ page: '/booking/anna' }, { page: '/signup?x' }, { event: 'x' }, 'x', null])
        frame.contentWindow.postMessage(message, '*');
    })()`);
    await expect.poll(heard).toEqual([
      ['gtm.js', undefined],
      ['page', '/login'],
    ]);
    await page.getByRole('link', { name: common('legal.cookiePolicy') }).click();
    // The frame may be removed with the page and added by the next one.
    await expect(async () => expect(await heard()).toContainEqual(['page', '/cookie-policy'])).toPass({
      timeout: 8_000,
    });
    await page.getByRole('button', { name: common('measurement.refused') }).click();
    await expect.poll(frames).toEqual([]);
    await page.getByRole('button', { name: common('measurement.accepted') }).click();
    await expect.poll(() => frames().length).toBe(1);

    for (const path of ['/booking/nobody', '/confirmation/?token=x', '/password-setting?token=x']) {
      await page.goto(path, { waitUntil: 'networkidle' });
      expect(frames(), path).toEqual([]);
    }
    expect(await page.context().cookies()).toEqual([]);

    // Opened directly, the frame has no parent and runs nothing.
    tags.asked.length = 0;
    await page.goto(`${tagOrigin}/`, { waitUntil: 'networkidle' });
    await page.evaluate("postMessage({ page: '/login' }, '*')");
    expect(await page.evaluate('dataLayer')).toEqual([]);
    expect(tags.asked).toEqual([]);
  } finally {
    await strict.stop();
  }
});

test('without configuration, neither visitors nor services are asked', async ({ openWindow }) => {
  const page = await (await openWindow(browser)).newPage();
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto('/login', { waitUntil: 'networkidle' });
  await expect(bar(page)).toHaveCount(0);
  await page.goto('/cookie-policy');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect(page.getByText(legal('cookiePolicy.choice.refused'))).toHaveCount(0);
  expect(asked).not.toContain('/api/country');
});

const from = (address: string) => ({ extraHTTPHeaders: { 'x-forwarded-for': address } });

test('the country sets a patient’s language and prefix, unless one was chosen', async ({ openWindow }) => {
  countries.say('ES');
  const window = { locale: 'de-DE', timezoneId: 'Europe/Rome', baseURL: configured.address };
  const page = await (await openWindow({ ...window, ...from('203.0.113.77') })).newPage();
  await page.goto('/booking/vito_visitors');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await chooseTime(page, 'es', 'Prima visita');
  await expect(page.getByLabel(textsOf('es', 'booking')('form.prefix'))).toHaveValue('+34');
  expect(countries.asked).toEqual(['203.0.113.0']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'IT – Italiano' }).click();
  await page.reload();
  await page.getByRole('combobox').waitFor();
  await expect(page.locator('html')).toHaveAttribute('lang', 'it');
  await page.goto('/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect(page.locator('html')).toHaveAttribute('lang', 'it');
  expect(countries.asked, 'the tab remembers').toEqual(['203.0.113.0']);
});

test('other countries get English and their own prefix', async ({ openWindow }) => {
  countries.say('FR');
  const window = { locale: 'it-IT', timezoneId: 'Europe/Rome', baseURL: configured.address };
  const page = await (await openWindow({ ...window, ...from('198.51.100.3') })).newPage();
  await page.goto('/booking/vito_visitors');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await chooseTime(page, 'en', 'Prima visita');
  await expect(page.getByLabel(textsOf('en', 'booking')('form.prefix'))).toHaveValue('+33');
});

test('a failing service is only logged, and nothing waits for it', async ({ openWindow }) => {
  countries.say(null);
  const window = { locale: 'es-ES', timezoneId: 'Europe/Rome', baseURL: configured.address };
  const page = await (await openWindow({ ...window, ...from('192.0.2.9') })).newPage();
  const answer = page.waitForResponse('**/api/country');
  await page.goto('/booking/vito_visitors');
  await page.getByRole('combobox').waitFor();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  expect(await (await answer).json()).toEqual({ message: 'Country', data: { country: null } });
  await chooseTime(page, 'es', 'Prima visita');
  await expect(page.getByLabel(textsOf('es', 'booking')('form.prefix')), 'the clinic’s').toHaveValue('+39');
  expect(configured.output()).toContain('country lookup failed');
  expect(configured.output()).not.toContain('192.0.2.9');
});
