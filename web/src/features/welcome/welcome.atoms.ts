import { atomWithStorage } from 'jotai/utils';

/** The pros who need no welcome in this browser any more: they hid it, or have done everything. */
export const welcomedAtom = atomWithStorage<readonly string[]>('visita.welcomed', [], undefined, {
  getOnInit: true,
});
