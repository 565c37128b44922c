import { atom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';

/** Whether single keys do something in this browser: who talks to their computer may have to turn them off (WCAG 2.1.4). */
export const shortcutsOnAtom = atomWithStorage('visita.shortcuts', true, undefined, { getOnInit: true });

/** Whether the list of keys is open. */
export const shortcutsHelpAtom = atom(false);
