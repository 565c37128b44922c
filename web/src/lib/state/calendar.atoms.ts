import { atom } from 'jotai';

/** The calendar's address when it was left, to come back to; null until it was open. */
export const lastAddressAtom = atom<string | null>(null);

/** Whether the rooms that bring news are still being entered: what is read before would have to be read again. */
export const enteringRoomsAtom = atom(false);

/** The days in sight, first included and last excluded; null until the calendar is open. */
export const visibleAtom = atom<{ from: string; to: string } | null>(null);
