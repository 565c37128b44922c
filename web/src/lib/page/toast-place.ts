import { atom, getDefaultStore, useAtomValue } from 'jotai';
import type { ComponentType } from 'react';

const placeAtom = atom<{ Place: ComponentType } | null>(null);

/**
 * Gives messages their place on the page, by the module that shows them. It comes with whatever may have something to
 * say, and so without a network too: the calendar's first load has nothing to say, and does not pay for it.
 */
export const giveToastPlace = (Place: ComponentType): void => getDefaultStore().set(placeAtom, { Place });

/** Where messages stand; null until something is loaded that may have one. */
export const useToastPlace = (): ComponentType | null =>
  useAtomValue(placeAtom, { store: getDefaultStore() })?.Place ?? null;
