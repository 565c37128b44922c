import { expect, type BrowserContext, type Page } from '@playwright/test';
import { textsOf } from '../texts.ts';
import type { Screen, State, Text } from './screen.ts';
import type { Viewer, World } from './world.ts';

/** A state of a screen, and the language in which it is looked at. */
export type Look = { screen: Screen; state: State; world: World; language: 'it' | 'en' | 'es' };

const logIn = (page: Page, viewer: Viewer, { tokens }: World): Promise<unknown> =>
  page.addInitScript(
    viewer === 'nobody'
      ? "localStorage.removeItem('visita.session')"
      : `localStorage.setItem('visita.session', '${tokens[viewer]}')`,
  );

/** Brings a state about in a page of its own, and sees its sign; the page is the caller's to look at and to close. */
export const show = async (
  context: BrowserContext,
  { screen, state, world, language }: Look,
): Promise<Page> => {
  const text: Text = (namespace, key, values) => textsOf(language, namespace)(key, values);
  const page = await context.newPage();
  await logIn(page, state.viewer ?? screen.viewer, world);
  await state.before?.(page);
  await page.goto((state.path ?? screen.path)(world));
  await state.after?.(page, text);
  await expect(state.sign(page, text), `${screen.route}: ${state.name}`).toBeVisible();
  await state.check?.(page, text);
  for (const [namespace, key, value] of state.keeps ?? [])
    await expect(page.getByLabel(text(namespace, key), { exact: true })).toHaveValue(value);
  return page;
};

/** Ends a look; the network is there again for the next one. */
export const leave = async (page: Page): Promise<void> => {
  const context = page.context();
  await page.close();
  await context.setOffline(false);
};
