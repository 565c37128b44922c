import { atom, getDefaultStore, useAtomValue } from 'jotai';
import type { ComponentType } from 'react';

const placeAtom = atom<{ Place: ComponentType } | null>(null);

/**
 * Sets the component that renders toasts. It is loaded with the first module that can show one, so it works
 * offline and is not part of the calendar's first load.
 */
export const giveToastPlace = (Place: ComponentType): void => getDefaultStore().set(placeAtom, { Place });

/** Returns the component that renders toasts; null until it is loaded. */
export const useToastPlace = (): ComponentType | null =>
  useAtomValue(placeAtom, { store: getDefaultStore() })?.Place ?? null;
