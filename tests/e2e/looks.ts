import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { violationsOn } from './axe.ts';
import type { Device } from './screens/opening.ts';
import type { Screen, State, Text } from './screens/screen.ts';
import type { Language } from './patient.ts';
import { visitors } from './screens/visitors.ts';
import { textsOf } from './texts.ts';

/** The smallest window that must do, and what is left of a desktop's at 200 %. */
const narrow = { phone: { width: 320, height: 640 }, desktop: { width: 640, height: 400 } } as const;

const layoutScript = readFileSync(join(import.meta.dirname, 'layout.js'), 'utf8');

/** What is wrong with how the page is laid out once it has come to rest; targets are at least so many pixels either way. */
const layoutFaultsOn = async (page: Page, leastTarget: number): Promise<string[]> => {
  let faults: string[] = [];
  const look = async () => {
    faults = await page.evaluate<string[]>(`${layoutScript}; layoutFaults(${leastTarget})`);
    return faults.length;
  };
  // The calendar needs several passes after its window changed.
  await expect
    .poll(look, { timeout: 5000 })
    .toBe(0)
    .catch(() => undefined);
  return faults;
};

/** The topmost thing that lies over the page, where there is one: what is beneath was looked at without it. */
const topmost = "[...document.querySelectorAll('dialog[open], [role=dialog]')].at(-1) ?? document";

const violationsOnTop = (page: Page): Promise<string[]> => violationsOn(page, topmost);

/** Presses the product's own language selector, which may lie under what is open. */
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

/** What is wrong with a state for who cannot see it well: in every language, and once in the dark. It begins and ends in Italian. */
export const barriersOf = async ({ page, screen, state }: Omit<Look, 'device'>): Promise<string[]> => {
  const faults: string[] = [];
  const look = async (language: Language, named: string) => {
    const text: Text = (namespace, key, values) => textsOf(language, namespace)(key, values);
    await speak(page, language);
    await expect(state.sign(page, text), `${screen.route}: ${state.name} in ${language}`).toBeVisible();
    for (const fault of await violationsOn(page))
      faults.push(`${state.name} (${language} ${named}): ${fault}`);
  };
  await paint(page, 'light');
  for (const language of ['it', 'en', 'es'] as const) await look(language, 'light');
  await paint(page, 'dark');
  await look('it', 'dark');
  return faults;
};

/** Goes on in a language; a page where none can be chosen is loaded again, as if it had been chosen before. */
const speak = async (page: Page, language: Language): Promise<void> => {
  if (!(await page.evaluate(selectLanguage(language)))) {
    await page.evaluate(`localStorage.setItem('visita.language', '${language}')`);
    await page.reload();
  }
  await page.locator(`html[lang=${language}]`).waitFor();
};

/** Light or dark as the system; the dashboard's kit follows a moment later. */
const paint = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme });
  const painted = `html:is(:not([data-mantine-color-scheme]), [data-mantine-color-scheme=${colorScheme}])`;
  await page.locator(painted).waitFor({ state: 'attached' });
};

type Look = { page: Page; screen: Screen; state: State; device: Device };

/** All that is wrong with a look, and in which languages, schemes and windows. The page speaks Italian before and after. */
export const faultsOf = async ({ page, screen, state, device }: Look): Promise<string[]> => {
  const faults = new Map<string, string[]>();
  const look = async (language: Language, named: string, ...lookers: (() => Promise<string[]>)[]) => {
    const text: Text = (namespace, key, values) => textsOf(language, namespace)(key, values);
    await speak(page, language);
    await expect(state.sign(page, text), `${screen.route}: ${state.name} in ${language}`).toBeVisible();
    for (const looker of lookers)
      for (const fault of await looker())
        faults.set(fault, [...(faults.get(fault) ?? []), `${language} ${named}`]);
  };
  const least = visitors.includes(screen) ? 44 : 24;
  const violations = () => violationsOnTop(page);
  const layout = () => layoutFaultsOn(page, least);
  await paint(page, 'light');
  for (const language of ['it', 'en', 'es'] as const) await look(language, 'light', violations, layout);
  await paint(page, 'dark');
  for (const language of ['es', 'en', 'it'] as const) await look(language, 'dark', violations);
  await page.setViewportSize(narrow[device]);
  for (const language of ['es', 'en', 'it'] as const)
    await look(language, 'narrow', () => layoutFaultsOn(page, 24));
  return [...faults].map(([fault, looks]) => `${state.name} (${looks.join(', ')}): ${fault}`);
};
