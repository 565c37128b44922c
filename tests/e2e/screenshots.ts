import { fixedTime } from '../support/fixed-clock.ts';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '../support/chromium.ts';
import { startStack, type Stack } from '../support/stack.ts';
import type { Language } from './patient.ts';
import { describeScreens, type Picture } from './screens-page.ts';
import { screens, type Screen, type State, type World } from './screens.ts';
import { openDemo } from './screens/demo.ts';
import { showEntries } from './screens/dashboard-openings.ts';
import type { Device } from './screens/opening.ts';
import { looksAt } from './screens/openings.ts';
import { show } from './screens/show.ts';
import { textsOf } from './texts.ts';

const docs = join(import.meta.dirname, '../../docs');
const directory = join(docs, 'screenshots');
/** Maximum bytes of all screenshots, which every clone downloads. */
const limit = 4_000_000;
/** Fixed, because links contain it. */
const port = '4180';
/** Partial redraws of a tile change the antialiasing of rounded edges. */
const wholeTiles = '--disable-partial-raster';
/** WebP quality at which text stays sharp. */
const quality = 0.78;

const locales = { it: 'it-IT', en: 'en-GB', es: 'es-ES' } as const;
const viewports = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;

type Window = { language: Language; device: Device };

const open = async (
  browser: Browser,
  { address }: Stack,
  { language, device }: Window,
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: address,
    viewport: viewports[device],
    colorScheme: device === 'phone' ? 'dark' : 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    locale: locales[language],
    timezoneId: 'Europe/Rome',
  });
  await context.clock.setFixedTime(fixedTime);
  // Pages of a booking follow its own language unless the visitor chose one.
  await context.addInitScript(`localStorage.setItem('visita.language', '${language}')`);
  return context;
};

/** Addresses that show the same as another one. */
const sameAs: Readonly<Record<string, string>> = {
  '/': '/login',
  '*': '/login',
  '/dashboard': '/dashboard/calendar',
};

/** Names of addresses that would otherwise coincide. */
const names: Readonly<Record<string, string>> = {
  '/booking': 'booking-without-address',
  '/booking/:username': 'booking',
  '/dashboard/patients/:patientId': 'patient',
  '/dashboard/*': 'lost',
};

const slug = (text: string): string =>
  (names[text] ?? text)
    .replace(/^\/dashboard\//, '')
    .replaceAll(/[^a-z]+/gi, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase();

/** States for screenshots: on a desktop all openings, on a phone the free times. */
const statesOf = (screen: Screen, device: Device): readonly State[] =>
  looksAt(screen, [device]).filter(
    ({ name }, index) => index === 0 || device === 'desktop' || name === 'day',
  );

type Shot = { screen: Screen; state: State; window: Window };

const shoot = async (page: Page, { screen: { route }, state, window: { language, device } }: Shot) => {
  // On any day, the phone shows one with bookings.
  if (route === '/dashboard/calendar' && device === 'phone')
    await showEntries(page, (namespace, key, values) => textsOf(language, namespace)(key, values));
  // Rooms are joined asynchronously.
  const connecting = textsOf(language, 'common')('live.connecting');
  await page.getByText(connecting, { exact: true }).waitFor({ state: 'hidden' });
  if (state.name !== 'loading') await page.waitForLoadState('networkidle');
  await page.evaluate('document.fonts.ready');
  await page.evaluate('scrollTo({ top: 0, behavior: "instant" })');
  return page.screenshot({ animations: 'disabled' });
};

/** Converts to WebP by the browser's encoder, a third of the size of PNG. */
const asWebp = async (page: Page, png: Buffer): Promise<Buffer> => {
  const made = `(async () => {
    const picture = new Image();
    picture.src = 'data:image/png;base64,${png.toString('base64')}';
    await picture.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [picture.width, picture.height];
    canvas.getContext('2d').drawImage(picture, 0, 0);
    return canvas.toDataURL('image/webp', ${quality}).split(',')[1];
  })()`;
  return Buffer.from(await page.evaluate<string>(made), 'base64');
};

const pictures = async (browser: Browser, stack: Stack, world: World): Promise<Picture[]> => {
  const made: Picture[] = [];
  const darkroom = await browser.newPage();
  for (const [index, screen] of screens.filter(({ route }) => !sameAs[route]).entries())
    for (const device of ['desktop', 'phone'] as const) {
      const spoken = index % 2 === 0 ? 'it' : 'es';
      const window: Window = { device, language: device === 'desktop' ? 'en' : spoken };
      const context = await open(browser, stack, window);
      const page = await context.newPage();
      for (const [which, state] of statesOf(screen, device).entries()) {
        const named = [
          slug(screen.route),
          which === 0 ? '' : slug(state.name),
          device === 'phone' ? 'phone' : '',
        ];
        const file = `${named.filter(Boolean).join('-')}.webp`;
        await show(page, { screen, state, world, language: window.language });
        const taken = await shoot(page, { screen, state, window });
        await writeFile(join(directory, file), await asWebp(darkroom, taken));
        made.push({ route: screen.route, state: which === 0 ? '' : state.name, file, ...window });
        process.stdout.write(`  ${file}\n`);
      }
      await context.close();
    }
  return made;
};

/** Makes screenshots of every screen of the demo for the documentation, at a fixed time. */
const { executablePath, args, env } = await findChromium();
await rm(directory, { recursive: true, force: true });
await mkdir(directory, { recursive: true });
const stack = await startStack({ RATE_LIMIT_FACTOR: '1000', PORT: port });
const browser = await chromium.launch({
  executablePath,
  args: [...args, wholeTiles],
  ...(env ? { env } : {}),
});
try {
  const made = await pictures(browser, stack, await openDemo(stack, { whole: true }));
  await writeFile(join(docs, 'screens.md'), describeScreens(made, sameAs));
  const sizes = await Promise.all(made.map(({ file }) => stat(join(directory, file))));
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
  process.stdout.write(`${made.length} pictures, ${Math.round(bytes / 1000)} kB\n`);
  if (bytes > limit) throw new Error(`the pictures take more than ${limit} bytes`);
} finally {
  await browser.close();
  await stack.stop();
}
