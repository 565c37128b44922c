import { atom } from 'jotai';

/** What the calendar shows: null is every clinic, every professional. */
export const filtersAtom = atom<{ clinicId: string | null; proId: string | null }>({
  clinicId: null,
  proId: null,
});

/** The booking whose details are open. */
export const openBookingAtom = atom<string | null>(null);

/** The days in sight, first included and last excluded; null until the calendar has laid itself out. */
export const visibleAtom = atom<{ from: string; to: string } | null>(null);
