import type { Locator, Page } from '@playwright/test';
import type { Viewer, World } from './world.ts';

/** Returns the product's text by namespace and key, in the language under test. */
export type Text = (namespace: string, key: string, values?: Readonly<Record<string, string>>) => string;

/** State of a screen: how to reach and recognise it. */
export type State = {
  /** `ready`, `loading`, `empty`, `error`, `stale`, `offline`, or a name of its own. */
  readonly name: string;
  /** Overrides the screen's viewer. */
  readonly viewer?: Viewer;
  readonly path?: (world: World) => string;
  /** Before the page opens: mocked responses. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** After the page opened: actions that lead to the state. */
  readonly after?: (page: Page, text: Text) => Promise<unknown>;
  /** Element that is visible only in this state. */
  readonly sign: (page: Page, text: Text) => Locator;
  /** Fields by label that must keep their values. */
  readonly keeps?: readonly (readonly [namespace: string, key: string, value: string])[];
  /** Additional check; throws if it fails. */
  readonly check?: (page: Page, text: Text) => Promise<unknown>;
};

/** An address of the product with all its states. */
export type Screen = {
  /** Route of the router, or the public entry. */
  readonly route: string;
  readonly viewer: Viewer;
  readonly path: (world: World) => string;
  readonly states: readonly State[];
};
