import { expect, type Page } from '@playwright/test';
import { textsOf } from '../texts.ts';
import type { Screen, State, Text } from './screen.ts';
import type { Viewer, World } from './world.ts';

/** State of a screen and the language under test. */
export type Look = { screen: Screen; state: State; world: World; language: 'it' | 'en' | 'es' };

/** Clears the tab's storage of earlier states; the last init script wins. */
const logIn = (page: Page, viewer: Viewer, { tokens }: World): Promise<unknown> =>
  page.addInitScript(
    `sessionStorage.clear();${
      viewer === 'visitor'
        ? "localStorage.removeItem('visita.session')"
        : `localStorage.setItem('visita.session', '${tokens[viewer]}')`
    }`,
  );

/**
 * Brings a page into a state and waits for its sign. Pages are reused, because compiling the product's
 * scripts is half of opening a page.
 */
export const show = async (page: Page, { screen, state, world, language }: Look): Promise<void> => {
  const text: Text = (namespace, key, values) => textsOf(language, namespace)(key, values);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().setOffline(false);
  await logIn(page, state.viewer ?? screen.viewer, world);
  await state.before?.(page);
  await page.goto((state.path ?? screen.path)(world));
  await state.after?.(page, text);
  await expect(state.sign(page, text), `${screen.route}: ${state.name}`).toBeVisible({ timeout: 20_000 });
  await state.check?.(page, text);
  for (const [namespace, key, value] of state.keeps ?? [])
    await expect(page.getByLabel(text(namespace, key), { exact: true })).toHaveValue(value);
};
