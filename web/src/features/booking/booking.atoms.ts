import { atom } from 'jotai';

/** Where a new booking starts: the day and time that were clicked, or neither. */
export type NewBookingStart = { day: string | null; time: string };

/** The open new-booking panel. */
export const newBookingAtom = atom<NewBookingStart | null>(null);
