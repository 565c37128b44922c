import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { chooseTime, fillContact } from './patient.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';

const languages = { it: 'it-IT', en: 'en-GB', es: 'es-ES' } as const;
const slug = 'marco_de_santis';
const timezoneId = 'Europe/Rome';
const patient = { name: 'Lucia Conti', email: 'lucia.conti@example.com', phone: '3337654321' };

/** Returns controls lower than 44 px; a label is part of its checkbox. */
const smallTargets = (page: Page): Promise<string[]> =>
  page
    .locator('a:visible, button:visible, select:visible, textarea:visible, label:visible:has(input)')
    .evaluateAll((targets) =>
      targets
        .filter((target) => target.getBoundingClientRect().height < 44)
        .map((target) => target.outerHTML.slice(0, 120)),
    );

test.beforeAll(async ({ stack }) => {
  await openPractice(stack, slug);
});

for (const [language, locale] of Object.entries(languages) as ['it' | 'en' | 'es', string][]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    // Colours don't depend on the language, so the daily run checks each language and each scheme once.
    const tag = (language === 'en') === (colorScheme === 'dark') ? [] : ['@release'];
    test(`the booking page is accessible in ${language}, ${colorScheme}`, { tag }, async ({ openWindow }) => {
      const window = await openWindow({ locale, timezoneId, colorScheme, phone: true });
      const page = await window.newPage();
      await page.goto(`/booking/${slug}`);
      await page.getByRole('combobox').waitFor();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expectAccessible(page);
      await chooseTime(page, language, 'Controllo nei');
      await expectAccessible(page);
      expect(await smallTargets(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expectAccessible(page);
      expect(await smallTargets(page)).toEqual([]);
    });
  }
}

test('unknown addresses and used links are reported, and a chosen language stays', async ({ openWindow }) => {
  const window = await openWindow({ locale: 'fr-FR', timezoneId, refusals: true });
  const page = await window.newPage();
  await page.goto('/booking/nobody_here');
  await expect(page.getByRole('heading', { name: textsOf('it', 'booking')('notFound.title') })).toBeVisible();
  await page.getByRole('button', { name: 'EN – English' }).click();
  await expect(page.getByRole('heading', { name: textsOf('en', 'booking')('notFound.title') })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/confirmation/?token=not-a-token');
  const panel = page.getByRole('alert');
  await expect(panel).toContainText(textsOf('en', 'booking')('confirmation.failed'));
  await expect(panel).toContainText(textsOf('en', 'booking')('confirmation.invalid'));
  await expectAccessible(page);
});

test('an email with an internationalised domain is accepted and shown as typed', async ({ openWindow }) => {
  const it = textsOf('it', 'booking');
  const window = await openWindow({ locale: 'it-IT', timezoneId, phone: true });
  const page = await window.newPage();
  await page.goto(`/booking/${slug}`);
  await chooseTime(page, 'it', 'Controllo nei');
  await fillContact(page, 'it', { ...patient, email: 'lucia@пример.рф', phone: '3337654322' });
  await page.getByRole('button', { name: it('form.submit') }).click();
  await expect(page.getByRole('dialog', { name: it('success.title') })).toContainText('lucia@пример.рф');
});

test('of two patients for one time, the second is informed and chooses again', async ({ openWindow }) => {
  const it = textsOf('it', 'booking');
  const pages: Page[] = [];
  for (const refusals of [false, true]) {
    const window = await openWindow({ locale: 'it-IT', timezoneId, refusals });
    const page = await window.newPage();
    await page.goto(`/booking/${slug}`);
    pages.push(page);
  }
  const [first, second] = pages as [Page, Page];
  const chosen = await chooseTime(first, 'it', 'Prima visita');
  expect(await chooseTime(second, 'it', 'Prima visita')).toEqual(chosen);
  await fillContact(first, 'it', patient);
  await fillContact(second, 'it', { ...patient, email: 'other@example.com' });
  await first.getByRole('button', { name: it('form.submit') }).click();
  await expect(first.getByRole('dialog', { name: it('success.title') })).toBeVisible();
  await second.getByRole('button', { name: it('form.submit') }).click();
  await expect(second.getByRole('alert')).toContainText(it('error.taken'));
  await expect(second.getByRole('button', { name: chosen.time, exact: true })).toHaveCount(0);
  await expectAccessible(second);
  const other = second.getByRole('button', { name: /^\d\d:\d\d$/ }).last();
  await other.click();
  await expect(second.getByLabel(it('form.name'), { exact: true })).toHaveValue(patient.name);
  await second.getByRole('button', { name: it('form.submit') }).click();
  await expect(second.getByRole('dialog', { name: it('success.title') })).toBeVisible();
});

test('the month is usable by keyboard alone', async ({ openWindow }) => {
  const window = await openWindow({ locale: 'en-GB', timezoneId });
  const page = await window.newPage();
  await page.goto(`/booking/${slug}`);
  const services = page.getByRole('combobox');
  await services.selectOption({ index: 1 });
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('gridcell')).toHaveCount(42);
  const reachable = grid.locator('button[tabindex="0"]');
  await expect(reachable).toHaveCount(1);
  const first = (await reachable.getAttribute('aria-label')) ?? '';
  await reachable.focus();
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
  await expect(grid.locator('button:focus')).toHaveAttribute('aria-label', first);
  await page.keyboard.press('Enter');
  await expect(grid.getByRole('gridcell', { selected: true })).toHaveText(/\d+/);
  const focused = grid.locator('button:focus');
  await page.keyboard.press('PageDown');
  await expect(focused).not.toHaveAttribute('aria-label', first);
  const later = (await focused.getAttribute('aria-label')) ?? '';
  await page.keyboard.press('PageUp');
  await expect(focused).not.toHaveAttribute('aria-label', later);
});

test('Back closes the form and keeps the choices', async ({ openWindow }) => {
  const page = await (await openWindow({ locale: 'it-IT', timezoneId, phone: true })).newPage();
  await page.goto(`/booking/${slug}`);
  await chooseTime(page, 'it', 'Controllo nei');
  const form = page.getByRole('dialog');
  await page.goBack();
  await expect(form).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/booking/${slug}$`));
  // Closing by the button leaves no history entry.
  await page.getByRole('button', { name: textsOf('it', 'booking')('time.continue') }).click();
  await expect(form).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  // Its `history.back()` completes asynchronously.
  await expect.poll(() => page.evaluate('navigation.canGoForward')).toBe(true);
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
});

test('a page’s title names its professional, and embedded data is not requested again', async ({
  stack,
  openWindow,
}) => {
  const page = await (await openWindow({ locale: 'es-ES', timezoneId })).newPage();
  await expect
    .poll(async () => (await (await fetch(`${stack.address}/booking/${slug}`)).text()).includes('first-data'))
    .toBe(true);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`/booking/${slug}`, { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(slug.toUpperCase());
  await expect(page.getByText('Dr./Dra.')).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
  expect(asked.filter((path) => path.startsWith('/locales/'))).toEqual(['/locales/es/booking.json']);
});

test('search engines find a page until its professional disables it', async ({ stack, openWindow }) => {
  const settings = textsOf('en', 'settings');
  const { token } = await openPractice(stack, 'ada_found');
  const shown = async () => {
    const page = await fetch(`${stack.address}/booking/ada_found`);
    const named = await (await fetch(`${stack.address}/sitemap-1.xml`)).text();
    return [page.headers.get('x-robots-tag'), named.includes('/booking/ada_found</loc>')];
  };
  await expect.poll(shown).toEqual([null, true]);
  const page = await (await openWindow({ locale: 'en-GB', timezoneId })).newPage();
  await page.goto('/cookie-policy');
  await page.evaluate(`localStorage.setItem('visita.session', '${token}')`);
  await page.goto('/dashboard/setting');
  const toggle = page.getByRole('switch', { name: settings('options.searchEngines.label') });
  await expect(toggle).toBeChecked();
  await toggle.press('Space');
  await expect.poll(shown).toEqual(['noindex', false]);
  await page.reload();
  await expect(toggle).not.toBeChecked();
});
