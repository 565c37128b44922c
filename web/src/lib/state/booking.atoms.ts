import type { PatientView } from '@visita/contracts/booking/views';
import { atom } from 'jotai';

/** Day and time of a booking being written. */
export type When = { day: string | null; time: string };

/** Where a new booking starts: the day and time that were clicked, the patient whose page is open, or nothing. */
export type NewBookingStart = When & {
  patient?: PatientView;
  /** Who shall treat, and for how many minutes, where that was chosen with the time. */
  proId?: string | null;
  minutes?: number | null;
};

/** The open new-booking panel. */
export const newBookingAtom = atom<NewBookingStart | null>(null);
