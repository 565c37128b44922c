import { atom } from 'jotai';

/** Last address of the calendar; null before it was opened. */
export const lastAddressAtom = atom<string | null>(null);

/** True while the live rooms are being joined: earlier reads would be repeated. */
export const enteringRoomsAtom = atom(false);

/** Visible days, the last excluded; null before the calendar was opened. */
export const visibleAtom = atom<{ from: string; to: string } | null>(null);
