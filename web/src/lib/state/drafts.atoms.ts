import { atom } from 'jotai';

export const draftsOfAtom = atom('');
