import { atom } from 'jotai';

/** What was typed into panels that were closed before it was sent, by panel: one pro's, and gone with their login. */
export const draftsAtom = atom(() => new Map<string, unknown>());
