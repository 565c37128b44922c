import { atom, getDefaultStore, useAtom } from 'jotai';

type TagManager = { origin: string; key: string };
type Choice = 'accepted' | 'refused';

const storageKey = 'visita.measurement';

const storedChoice = (): Choice | null => {
  const stored = localStorage.getItem(storageKey);
  return stored === 'accepted' || stored === 'refused' ? stored : null;
};

const choiceAtom = atom<Choice | null>(storedChoice());
const runningAtom = atom(false);

/** What the server told this page: null where nothing is configured, and on pages that must not be measured. */
const told = (): TagManager | null => {
  const content = document.querySelector<HTMLMetaElement>('meta[name="tag-manager"]')?.content ?? '';
  const [origin, key] = content.split(' ');
  return origin && key ? { origin, key } : null;
};

/** Whether its script is in this document. It cannot be taken out again: only another document is without it. */
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

/** Starts the tag manager where one is configured and the visitor has agreed. */
export const startTagManager = (): void => {
  const tagManager = told();
  if (tagManager && storedChoice() === 'accepted') start(tagManager);
};

/** The product sets no cookie of its own, so all there are come from what was measured. */
const dropCookies = (): void => {
  const labels = location.hostname.split('.');
  // A script may have set them for any domain above this one.
  const domains = ['', ...labels.map((_, from) => `; domain=${labels.slice(from).join('.')}`)];
  for (const cookie of document.cookie.split('; '))
    for (const domain of domains) document.cookie = `${cookie.split('=', 1)[0]}=; path=/; max-age=0${domain}`;
};

/** The visitor's choice about being measured; null for `choose` where there is nothing to choose. */
export const useMeasurement = () => {
  const [choice, setChoice] = useAtom(choiceAtom);
  const tagManager = told();
  const choose = (next: Choice): void => {
    localStorage.setItem(storageKey, next);
    setChoice(next);
    if (next === 'accepted') startTagManager();
    else if (isRunning()) {
      dropCookies();
      location.reload();
    }
  };
  return { choice, choose: tagManager && choose };
};
