import { atom, getDefaultStore, useAtomValue } from 'jotai';

/** Applies an available update; null if there is none. */
const updateAtom = atom<{ apply: () => void } | null>(null);

/** Milliseconds between checks for updates. */
const interval = 60 * 60_000;

/** Returns whether the server has another build than the running one; false if unreachable. */
const isOutdated = async (): Promise<boolean> => {
  const own = document.querySelector('script[type="module"]')?.getAttribute('src');
  // A plain fetch, which the service worker does not intercept.
  const page = await fetch('/dashboard/calendar', { cache: 'no-store' }).catch(() => null);
  return own != null && page?.ok === true && !(await page.text()).includes(`"${own}"`);
};

/**
 * Activates the waiting worker and reloads. A reload during activation may hang, so it waits for that, up to
 * a limit.
 */
const takeOver = (waiting: ServiceWorker): void => {
  const reload = () => location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', reload);
  setTimeout(reload, 3000);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  waiting.postMessage({ type: 'SKIP_WAITING' });
};

/**
 * Offers the update to a page of an older build. A page loaded from the server may be newer than the active
 * worker, whose successor then waits until all pages are closed.
 */
const offerUpdate = async (registration: ServiceWorkerRegistration): Promise<void> => {
  if (!(await isOutdated())) return;
  const apply = () => {
    if (registration.waiting) takeOver(registration.waiting);
    else location.reload();
  };
  getDefaultStore().set(updateAtom, { apply });
};

/** Registers the service worker and listens for updates; returns whether it succeeded. */
export const keepShell = async (): Promise<boolean> => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false;
  const { serviceWorker } = navigator;
  // Blocked by the browser's settings or offline: the dashboard works without it.
  const registration = await serviceWorker.register('/sw.js').catch(() => undefined);
  if (!registration) return false;
  const look = () => void offerUpdate(registration);
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && serviceWorker.controller) look();
    });
  if (registration.waiting) look();
  // The worker may have been found before this page listened.
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
  // Another tab activated the update, so the files of this build may be gone.
  serviceWorker.addEventListener('controllerchange', look);
  setInterval(() => void registration.update().catch(() => undefined), interval);
  return true;
};

export const useUpdate = () => useAtomValue(updateAtom, { store: getDefaultStore() });
