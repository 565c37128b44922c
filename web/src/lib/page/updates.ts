import { atom, getDefaultStore, useAtomValue } from 'jotai';

/** Shows the newer version; null while there is none. */
const updateAtom = atom<{ apply: () => void } | null>(null);

/** How often to look for a newer version while the page stays open, in milliseconds. */
const interval = 60 * 60_000;

/** Whether the server hands out another build than the one at work here; false where it can't be asked. */
const isOutdated = async (): Promise<boolean> => {
  const own = document.querySelector('script[type="module"]')?.getAttribute('src');
  // Not a navigation, so the worker leaves it alone.
  const page = await fetch('/dashboard/calendar', { cache: 'no-store' }).catch(() => null);
  return own != null && page?.ok === true && !(await page.text()).includes(`"${own}"`);
};

/** A reload while the new worker takes over may never end: it waits until that has happened, for as long as is bearable. */
const takeOver = (waiting: ServiceWorker): void => {
  const reload = () => location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', reload);
  setTimeout(reload, 3000);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  waiting.postMessage({ type: 'SKIP_WAITING' });
};

/**
 * Offers the newer version to a page that runs an older one. A page loaded from the server is new before the worker of
 * its build is: that one may wait until all pages are closed.
 */
const offerUpdate = async (registration: ServiceWorkerRegistration): Promise<void> => {
  if (!(await isOutdated())) return;
  const apply = () => {
    if (registration.waiting) takeOver(registration.waiting);
    else location.reload();
  };
  getDefaultStore().set(updateAtom, { apply });
};

/** Has the dashboard's shell kept for times without a network, and listens for newer versions of it; whether it could. */
export const keepShell = async (): Promise<boolean> => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false;
  const { serviceWorker } = navigator;
  // Refused by the browser's settings, or no network: the dashboard works without it.
  const registration = await serviceWorker.register('/sw.js').catch(() => undefined);
  if (!registration) return false;
  const look = () => void offerUpdate(registration);
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && serviceWorker.controller) look();
    });
  if (registration.waiting) look();
  // The browser may have found it before this page could listen.
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
  // Another tab has let the newer one take over: the files of this one's build may be gone.
  serviceWorker.addEventListener('controllerchange', look);
  setInterval(() => void registration.update().catch(() => undefined), interval);
  return true;
};

export const useUpdate = () => useAtomValue(updateAtom, { store: getDefaultStore() });
