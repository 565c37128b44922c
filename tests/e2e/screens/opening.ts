import type { Page } from '@playwright/test';
import { startOf } from '../texts.ts';
import type { State, Text } from './screen.ts';
import { field, press } from './states.ts';

export type Device = 'desktop' | 'phone';
export type Sign = State['sign'];
export type After = NonNullable<State['after']>;

/** Overlay or view behind a screen's button; unset fields are the screen's. */
export type Opening = Partial<State> &
  Pick<State, 'name' | 'sign'> & {
    readonly after: After;
    readonly only?: Device;
    /** Depends on the window's width, so it is checked only in the device's own. */
    readonly fixed?: true;
    /** Another view of the same screen, without an overlay to close. */
    readonly view?: true;
    /** Closing it leaves the screen it was opened from. */
    readonly leads?: true;
  };

export type Openings = Readonly<Record<string, readonly Opening[]>>;

/** Returns a pattern of a text's start, before its first value. */
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

/** Options of an open list; native lists are not accessible to tests. */
const choices = (page: Page) => page.getByRole('listbox').getByRole('option');

export const chosen = (namespace: string, key: string): After =>
  inTurn(listed(namespace, key), (page) => choices(page).first().click());
