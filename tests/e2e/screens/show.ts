import { expect, type Page } from '@playwright/test';
import { textsOf } from '../texts.ts';
import type { Screen, State, Text } from './screen.ts';
import type { Viewer, World } from './world.ts';

/** A state of a screen, and the language in which it is looked at. */
export type Look = { screen: Screen; state: State; world: World; language: 'it' | 'en' | 'es' };

/** What the tab remembers of another state is gone; the last of the scripts wins. */
const logIn = (page: Page, viewer: Viewer, { tokens }: World): Promise<unknown> =>
  page.addInitScript(
    `sessionStorage.clear();${
      viewer === 'nobody'
        ? "localStorage.removeItem('visita.session')"
        : `localStorage.setItem('visita.session', '${tokens[viewer]}')`
    }`,
  );

/**
 * Brings a state about in a page that may have shown others, and sees its sign. In a page that is used again the
 * product's scripts are compiled already, which is half of what opening it costs.
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
