import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findBrowser } from '../support/browser.ts';
import { startStack, type Stack } from '../support/stack.ts';

const root = join(import.meta.dirname, '../..');
const directory = join(root, 'docs/screenshots');
const run = promisify(execFile);

type Window = { locale: string; phone?: boolean; dark?: boolean };

const open = async (browser: Browser, stack: Stack, { locale, phone, dark }: Window): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: stack.address,
    viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale,
    timezoneId: 'Europe/Rome',
  });
  return context.newPage();
};

const shoot = async (page: Page, name: string): Promise<void> => {
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: join(directory, `${name}.png`), animations: 'disabled' });
  process.stdout.write(`  ${name}.png\n`);
};

const logIn = async (page: Page): Promise<void> => {
  await page.goto('/login');
  await page.locator('form input').first().fill('giulia.ferri@visita.example');
  await page.locator('input[type=password]').fill('visita-demo');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/calendar');
  await page.locator('[data-shown=true]').waitFor();
};

const dashboard = async (browser: Browser, stack: Stack): Promise<void> => {
  const page = await open(browser, stack, { locale: 'it-IT' });
  await logIn(page);
  await shoot(page, 'calendar');
  await page.goto('/dashboard/clinic');
  await page.getByText('Studio Dermatologico Brera').first().waitFor();
  await shoot(page, 'clinics');
  await page.goto('/dashboard/overview');
  await page.locator('svg[role=img]').first().waitFor();
  await shoot(page, 'overview');
  const dark = await open(browser, stack, { locale: 'en-GB', phone: true, dark: true });
  await logIn(dark);
  // Whatever the day, the next Monday has bookings.
  const days = (8 - (new Date().getDay() || 7)) % 7;
  for (let day = 0; day < days; day += 1) await dark.getByRole('button', { name: /next/i }).click();
  await dark.locator('[data-shown=true]').waitFor();
  await shoot(dark, 'calendar-phone-dark');
};

const booking = async (browser: Browser, stack: Stack): Promise<void> => {
  for (const [name, window] of [
    ['booking', { locale: 'en-GB' }],
    ['booking-phone', { locale: 'es-ES', phone: true }],
  ] as const) {
    const page = await open(browser, stack, window);
    await page.goto('/booking/giulia_ferri');
    await page.getByRole('combobox').last().selectOption({ index: 1 });
    await page.getByRole('gridcell').getByRole('button', { disabled: false }).first().click();
    await page
      .getByRole('button', { name: /^\d\d:\d\d$/ })
      .first()
      .waitFor();
    await page.evaluate('scrollTo({ top: 0, behavior: "instant" })');
    await shoot(page, name);
  }
};

/** Makes the pictures of the documentation from the demo, in the real product. */
const { executablePath, args, env } = await findBrowser();
await mkdir(directory, { recursive: true });
const stack = await startStack({ RATE_LIMIT_FACTOR: '1000' });
try {
  await run(process.execPath, [join(root, 'bin/seed.ts')], {
    env: { ...process.env, VAR_DIRECTORY: stack.varDirectory },
  });
  const browser = await chromium.launch({ executablePath, args: [...args], ...(env ? { env } : {}) });
  await dashboard(browser, stack);
  await booking(browser, stack);
  await browser.close();
} finally {
  await stack.stop();
}
