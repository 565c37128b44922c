import { atom, getDefaultStore, useAtom } from 'jotai';
import { pageSetting } from './page-setting.ts';
import { localStore } from '../state/storage.ts';

type TagManager = { origin: string; key: string };
type Choice = 'accepted' | 'refused';

const storageKey = 'visita.measurement';

const storedChoice = (): Choice | null => {
  const stored = localStore.getItem(storageKey);
  return stored === 'accepted' || stored === 'refused' ? stored : null;
};

const choiceAtom = atom<Choice | null>(storedChoice());
const runningAtom = atom(false);

/**
 * Configuration of the tag manager in this document; null if there is none, if it runs in a frame, and on
 * pages without measurement.
 */
const ownTagManager = (): TagManager | null => {
  const [origin, key] = pageSetting('tag-manager')?.split(' ') ?? [];
  return origin && key ? { origin, key } : null;
};

export const frameOrigin = (): string | null => pageSetting('tag-frame');

/** Returns whether the tag manager's script is in this document; only a new document is without it. */
export const isRunning = (): boolean => getDefaultStore().get(runningAtom);

const start = ({ origin, key }: TagManager): void => {
  if (isRunning()) return;
  getDefaultStore().set(runningAtom, true);
  Object.assign(globalThis, { dataLayer: [{ 'gtm.start': Date.now(), event: 'gtm.js' }] });
  const script = document.createElement('script');
  script.async = true;
  script.src = `${origin}/gtm.js?id=${encodeURIComponent(key)}`;
  document.head.append(script);
};

/** Starts the tag manager if it is configured and the visitor consented. */
export const startTagManager = (): void => {
  const tagManager = ownTagManager();
  if (tagManager && storedChoice() === 'accepted') start(tagManager);
};

/** Deletes all cookies: the product sets none on these pages, so they come from measurement. */
const dropCookies = (): void => {
  const labels = location.hostname.split('.');
  // A script may have set them for any parent domain.
  const domains = ['', ...labels.map((_, from) => `; domain=${labels.slice(from).join('.')}`)];
  for (const cookie of document.cookie.split('; '))
    for (const domain of domains) document.cookie = `${cookie.split('=', 1)[0]}=; path=/; max-age=0${domain}`;
};

/** The visitor's consent to measurement; `choose` is null if nothing is configured. */
export const useMeasurement = () => {
  const [choice, setChoice] = useAtom(choiceAtom);
  const mayBeMeasured = ownTagManager() !== null || frameOrigin() !== null;
  const choose = (next: Choice): void => {
    localStore.setItem(storageKey, next);
    setChoice(next);
    if (next === 'accepted') startTagManager();
    else if (isRunning()) {
      dropCookies();
      location.reload();
    }
  };
  return { choice, choose: mayBeMeasured ? choose : null };
};
