import { atom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';

/** True if single-key shortcuts are on; users of speech input must be able to turn them off (WCAG 2.1.4). */
export const shortcutsOnAtom = atomWithStorage('visita.shortcuts', true, undefined, { getOnInit: true });

export const shortcutsHelpAtom = atom(false);
