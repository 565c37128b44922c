import { useReducer } from 'react';
import { localStore } from '../state/storage.ts';

/** Choice kept in this browser under a key; null if none of the options was chosen. */
export const useKept = <Option extends string>(key: string, options: readonly Option[]) => {
  const [, refresh] = useReducer((times: number) => times + 1, 0);
  const kept = localStore.getItem(key);
  const choose = (option: Option) => {
    localStore.setItem(key, option);
    refresh();
  };
  return [options.find((option) => option === kept) ?? null, choose] as const;
};
