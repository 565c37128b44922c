import type { Page } from '@playwright/test';
import { startOf } from '../texts.ts';
import type { State, Text } from './screen.ts';
import { field, press } from './states.ts';

export type Device = 'desktop' | 'phone';
export type Sign = State['sign'];
export type After = NonNullable<State['after']>;

/** What a screen has behind its buttons: a panel, a question, another view. What it does not tell is as on the screen. */
export type Opening = Partial<State> &
  Pick<State, 'name' | 'sign'> & {
    readonly after: After;
    readonly only?: Device;
    /** Goes where the window changes: it is looked at in the device's own. */
    readonly fixed?: true;
    /** Another view of the same screen: nothing lies over it, and nothing is closed. */
    readonly view?: true;
    /** Closing it leads on: what it was opened from is gone. */
    readonly leads?: true;
  };

/** By the route of the screen that they open on. */
export type Openings = Readonly<Record<string, readonly Opening[]>>;

/** The part of a text before whatever it names. */
export const beginning = (text: Text, namespace: string, key: string): RegExp =>
  startOf(
    text(namespace, key, { clinic: '{{', name: '{{', patient: '{{', service: '{{', title: '{{', unit: '{{' }),
  );

export const dialog =
  (namespace: string, key: string): Sign =>
  (page, text) =>
    page.getByRole('dialog', { name: beginning(text, namespace, key) });

export const pressed =
  (namespace: string, key: string): After =>
  (page, text) =>
    press(page, text(namespace, key));

export const pressedOf =
  (namespace: string, key: string): After =>
  (page, text) =>
    page
      .getByRole('button', { name: beginning(text, namespace, key) })
      .first()
      .click();

export const inTurn =
  (...steps: readonly After[]): After =>
  async (page, text) => {
    for (const step of steps) await step(page, text);
  };

export const filled =
  (namespace: string, key: string, value: string): After =>
  (page, text) =>
    field(page, text(namespace, key)).fill(value);

export const listed =
  (namespace: string, key: string): After =>
  (page, text) =>
    page.getByRole('combobox', { name: text(namespace, key), exact: true }).click();

/** Those of an open list; the browser's own lists have theirs out of reach. */
const choices = (page: Page) => page.getByRole('listbox').getByRole('option');

export const chosen = (namespace: string, key: string): After =>
  inTurn(listed(namespace, key), (page) => choices(page).first().click());
