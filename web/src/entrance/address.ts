import { isMeasured } from '@visita/contracts/measured-pages';
import { useSyncExternalStore } from 'react';
import { isInside } from '../lib/page/paths.ts';
import { isRunning } from '../lib/page/tag-manager.ts';

/**
 * History state of a screen: values from the previous screen, and a mailed link's token, which survives a
 * reload.
 */
export type ScreenState = { token?: string; expired?: boolean; signedUp?: boolean };

type Options = { replace?: boolean; state?: ScreenState };

const listeners = new Set<() => void>();
let turns = 0;

const changed = (): void => {
  turns += 1;
  for (const listen of listeners) listen();
};

addEventListener('popstate', changed);

/**
 * Returns whether a path needs its own document: the dashboard, or a page without measurement while a tag
 * manager runs in this one.
 */
const isElsewhere = (path: string): boolean => isInside(path) || (isRunning() && !isMeasured(path));

/** Navigates to a path, by a document load if the path needs its own document. */
export const go = (path: string, { replace = false, state }: Options = {}): void => {
  if (isElsewhere(path)) return replace ? location.replace(path) : location.assign(path);
  if (replace) history.replaceState(state ?? null, '', path);
  else {
    history.pushState(state ?? null, '', path);
    scrollTo(0, 0);
  }
  changed();
};

const subscribe = (listen: () => void) => {
  listeners.add(listen);
  return () => void listeners.delete(listen);
};

/** Returns the current path without a trailing slash, its query and history state. */
export const useAddress = () => {
  useSyncExternalStore(subscribe, () => turns);
  return {
    path: location.pathname.replace(/(?<=.)\/$/, ''),
    query: new URLSearchParams(location.search),
    state: (history.state ?? {}) as ScreenState,
  };
};

/** Handles clicks on links to screens of this document without a page load. */
export const followLinks = (): void =>
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !plain || link.target !== '' || link.origin !== location.origin) return;
    event.preventDefault();
    go(link.pathname);
  });
