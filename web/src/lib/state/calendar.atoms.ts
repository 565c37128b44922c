import { atom } from 'jotai';

/** The calendar's address when it was left, for whoever comes back to it; null until it was open. */
export const lastAddressAtom = atom<string | null>(null);

/** The days in sight, first included and last excluded; null until the calendar is open. */
export const visibleAtom = atom<{ from: string; to: string } | null>(null);
