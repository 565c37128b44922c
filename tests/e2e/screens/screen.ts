import type { Locator, Page } from '@playwright/test';
import type { Viewer, World } from './world.ts';

/** The product's text by namespace and key, in the language that is looked at. */
export type Text = (namespace: string, key: string, values?: Readonly<Record<string, string>>) => string;

/** One state of a screen: how it is brought about, and by what it is told. */
export type State = {
  /** `ready`, `loading`, `empty`, `error`, `stale`, `offline` where the screen has them; others say what they are. */
  readonly name: string;
  /** Where it is not the screen's own. */
  readonly viewer?: Viewer;
  readonly path?: (world: World) => string;
  /** Before the page is opened: what the product answers instead. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** Once the page is open: what leads to the state. */
  readonly after?: (page: Page, text: Text) => Promise<unknown>;
  /** What is visible then, and in no other state. */
  readonly sign: (page: Page, text: Text) => Locator;
  /** Fields by the text of their label, with what must still stand in them. */
  readonly keeps?: readonly (readonly [namespace: string, key: string, value: string])[];
  /** What else must be so; throws where it is not. */
  readonly check?: (page: Page, text: Text) => Promise<unknown>;
};

/** One address of the product with all its states. */
export type Screen = {
  /** As the router names it, or the public entry. */
  readonly route: string;
  readonly viewer: Viewer;
  readonly path: (world: World) => string;
  readonly states: readonly State[];
};
