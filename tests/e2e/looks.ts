import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { atRest } from './at-rest.ts';
import { type Scope, violationsOn } from './axe.ts';
import { everyLook } from './every-look.ts';
import type { Device } from './screens/opening.ts';
import type { Seen } from './screens/openings.ts';
import type { Screen, Text } from './screens/screen.ts';
import type { Language } from './patient.ts';
import { visitors } from './screens/visitors.ts';
import { textsOf } from './texts.ts';

/** Window size of each device, and the narrowest supported one: for a desktop its width at 200 % zoom. */
export const windows = {
  phone: { own: { width: 390, height: 844 }, narrow: { width: 320, height: 640 } },
  desktop: { own: { width: 1280, height: 900 }, narrow: { width: 640, height: 400 } },
} as const;

const layoutScript = readFileSync(join(import.meta.dirname, 'layout.js'), 'utf8');

/**
 * Returns layout faults once the page has settled, which takes the calendar several passes after a resize;
 * targets must have a minimum size.
 */
const layoutFaultsOn = (page: Page, leastTarget: number): Promise<string[]> =>
  atRest(() => page.evaluate<string[]>(`${layoutScript}; layoutFaults(${leastTarget})`));

/** The topmost overlay, if any: the page below was checked without it. */
const topmost =
  "[...document.querySelectorAll('dialog[open], [role=dialog], [data-over], [data-dates-dropdown], [popover]:popover-open')].at(-1) ?? document";

const violationsOnTop = (page: Page, scope: Scope): Promise<string[]> => violationsOn(page, topmost, scope);

/** Addresses that show the same as another one; checked before a release. */
export const same: readonly string[] = ['/', '*', '/dashboard'];

const languages = ['it', 'en', 'es'] as const;
type Scheme = 'light' | 'dark';
const searched: readonly Language[] = everyLook ? languages : ['it'];

const selectLanguage = (language: Language) => `(() => {
  const button = document.querySelector('button[lang=${language}]');
  const select = document.querySelector('select:has(> option[lang=${language}])');
  if (button) button.click();
  if (select) {
    select.value = '${language}';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }
  return Boolean(button ?? select);
})()`;

/** Returns a state's accessibility faults; before a release in every language. Starts and ends in Italian. */
export const barriersOf = async ({
  page,
  screen,
  state,
}: Pick<Look, 'page' | 'screen' | 'state'>): Promise<string[]> => {
  const faults: string[] = [];
  const look = async (language: Language, scheme: Scheme) => {
    const text: Text = (namespace, key, values) => textsOf(language, namespace)(key, values);
    await speak(page, language);
    await expect(state.sign(page, text), `${screen.route}: ${state.name} in ${language}`).toBeVisible();
    for (const fault of await violationsOn(page, 'document', scopeIn(scheme)))
      faults.push(`${state.name} (${language} ${scheme}): ${fault}`);
  };
  await paint(page, 'light');
  for (const language of searched) await look(language, 'light');
  await paint(page, 'dark');
  await look('it', 'dark');
  return faults;
};

/** Dark mode changes only colours. */
const scopeIn = (scheme: Scheme): Scope => (scheme === 'light' || everyLook ? 'everything' : 'contrast');

/** Switches the language; a page without a selector is reloaded with the stored choice. */
const speak = async (page: Page, language: Language): Promise<void> => {
  if ((await page.locator(`html[lang=${language}]`).count()) > 0) return;
  if (!(await page.evaluate(selectLanguage(language)))) {
    await page.evaluate(`localStorage.setItem('visita.language', '${language}')`);
    await page.reload();
  }
  await page.locator(`html[lang=${language}]`).waitFor();
};

/** Emulates the system's colour scheme; Mantine applies it asynchronously. */
const paint = async (page: Page, colorScheme: Scheme): Promise<void> => {
  const painted = page.locator(
    `html:is(:not([data-mantine-color-scheme]), [data-mantine-color-scheme=${colorScheme}])`,
  );
  // On a busy machine a page may miss the change, so it is repeated.
  await expect(async () => {
    await page.emulateMedia({ colorScheme });
    try {
      await painted.waitFor({ state: 'attached', timeout: 10_000 });
    } catch (error) {
      await page.emulateMedia({ colorScheme: null });
      throw error;
    }
  }).toPass({ timeout: 60_000 });
};

type Look = {
  page: Page;
  screen: Screen;
  state: Seen;
  /** Devices whose windows are checked, one after the other. */
  devices: readonly Device[];
};

/** Returns the colour schemes checked on a device. */
const schemesOf = (device: Device, language: Language): readonly Scheme[] => {
  if (everyLook) return ['dark', 'light'];
  if (language !== 'it') return [];
  // On a phone only the layout differs.
  return device === 'desktop' ? ['dark', 'light'] : ['light'];
};

/**
 * Returns all faults of a state: its layout by language in each device's window and the narrowest, and its
 * accessibility in both colour schemes. Starts and ends in Italian.
 */
export const faultsOf = async (seen: Look): Promise<string[]> => {
  const { page, screen, state, devices } = seen;
  const faults = new Map<string, string[]>();
  const note = (named: string, found: readonly string[]): void => {
    for (const fault of found) faults.set(fault, [...(faults.get(fault) ?? []), named]);
  };
  const least = visitors.includes(screen) ? 44 : 24;
  const look = async (language: Language, device: Device) => {
    // Longer words of other languages break the narrowest window first.
    if (everyLook || language === 'it' || state.fixed) {
      await page.setViewportSize(windows[device].own);
      for (const scheme of schemesOf(device, language)) {
        await paint(page, scheme);
        note(`${language} ${device} ${scheme}`, await violationsOnTop(page, scopeIn(scheme)));
      }
      note(`${language} ${device}`, await layoutFaultsOn(page, least));
    }
    if (state.fixed) return;
    await page.setViewportSize(windows[device].narrow);
    note(`${language} narrow ${device}`, await layoutFaultsOn(page, 24));
  };
  for (const language of languages) {
    const text: Text = (namespace, key, values) => textsOf(language, namespace)(key, values);
    await speak(page, language);
    await expect(state.sign(page, text), `${screen.route}: ${state.name} in ${language}`).toBeVisible();
    for (const device of devices) await look(language, device);
  }
  await speak(page, 'it');
  return [...faults].map(([fault, looks]) => `${state.name} (${looks.join(', ')}): ${fault}`);
};
