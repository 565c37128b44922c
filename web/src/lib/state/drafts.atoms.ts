import { atom } from 'jotai';

/** The id of the pro whose drafts the forms of the dashboard keep. */
export const draftsOfAtom = atom('');
