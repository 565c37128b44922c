import { isMeasured } from '@visita/contracts/measured-pages';
import { useSyncExternalStore } from 'react';
import { isInside } from '../lib/page/paths.ts';
import { isRunning } from '../lib/page/tag-manager.ts';

/** What one screen tells the next, and a mailed link's token across a reload. It stays in the tab's own history. */
export type Told = { token?: string; expired?: boolean; signedUp?: boolean };

type Options = { replace?: boolean; told?: Told };

const listeners = new Set<() => void>();
let turns = 0;

const changed = (): void => {
  turns += 1;
  for (const listen of listeners) listen();
};

addEventListener('popstate', changed);

/** A page that is not of this document: the dashboard's, and what must not be measured where this one is. */
const isElsewhere = (path: string): boolean => isInside(path) || (isRunning() && !isMeasured(path));

/** Shows another screen; the dashboard's get a document of their own. */
export const go = (path: string, { replace = false, told }: Options = {}): void => {
  if (isElsewhere(path)) return replace ? location.replace(path) : location.assign(path);
  if (replace) history.replaceState(told ?? null, '', path);
  else {
    history.pushState(told ?? null, '', path);
    scrollTo(0, 0);
  }
  changed();
};

const subscribe = (listen: () => void) => {
  listeners.add(listen);
  return () => void listeners.delete(listen);
};

/** Where the page is, without a slash at the end, and what it was told on the way. */
export const useAddress = () => {
  useSyncExternalStore(subscribe, () => turns);
  return {
    path: location.pathname.replace(/(?<=.)\/$/, ''),
    query: new URLSearchParams(location.search),
    told: (history.state ?? {}) as Told,
  };
};

/** Follows links to other screens of this document within it. */
export const followLinks = (): void =>
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !plain || link.target !== '' || link.origin !== location.origin) return;
    event.preventDefault();
    go(link.pathname);
  });
