import { atom, getDefaultStore, useAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icons/icons.tsx';
import style from './scheme.module.css';
import { localStore } from '../lib/state/storage.ts';

type Scheme = 'light' | 'dark';

/** Mantine's storage key, shared with the dashboard. */
const storageKey = 'mantine-color-scheme-value';

const dark = matchMedia('(prefers-color-scheme: dark)');

const current = (): Scheme => {
  const chosen = localStore.getItem(storageKey);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return dark.matches ? 'dark' : 'light';
};

const schemeAtom = atom<Scheme>(current());
const store = getDefaultStore();

const show = (): void => {
  store.set(schemeAtom, current());
  document.documentElement.dataset['mantineColorScheme'] = current();
};

/** Applies the chosen colour scheme, by default the system's. */
export const followScheme = (): void => {
  show();
  dark.addEventListener('change', show);
};

export const SchemeToggle = () => {
  const { t } = useTranslation('common');
  const [scheme] = useAtom(schemeAtom, { store });
  const next = scheme === 'dark' ? 'light' : 'dark';
  const choose = () => {
    localStore.setItem(storageKey, next);
    show();
  };
  return (
    <button type="button" className={style['toggle']} aria-label={t(($) => $.scheme[next])} onClick={choose}>
      <Icon name={next === 'dark' ? 'moon' : 'sun'} size={18} />
    </button>
  );
};
