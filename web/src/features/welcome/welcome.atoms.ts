import { atomWithStorage } from 'jotai/utils';

/** Ids of professionals who hid or finished the setup in this browser. */
export const welcomedAtom = atomWithStorage<readonly string[]>('visita.welcomed', [], undefined, {
  getOnInit: true,
});
