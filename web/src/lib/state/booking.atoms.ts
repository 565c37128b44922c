import type { BlockView } from '@visita/contracts/block/views';
import type { PatientView } from '@visita/contracts/booking/views';
import { atom } from 'jotai';

/** Day and time of a booking being written. */
export type When = { day: string | null; time: string };

/** Where a new booking starts: the day and time that were clicked, the patient whose page is open, or nothing. */
export type NewBookingStart = When & {
  patient?: Omit<PatientView, 'version'>;
  /** Who shall treat, and for how many minutes, where that was chosen with the time. */
  proId?: string | null;
  minutes?: number | null;
  /** Where, with whom and what, where the same is booked again. */
  choice?: { clinicId: string; hubId: string; hubServiceId: string };
};

/** The open new-booking panel. */
export const newBookingAtom = atom<NewBookingStart | null>(null);

/** A time to be blocked, or one that is, to be changed. */
export type BlockStart = (When & { minutes?: number | null }) | BlockView;

/** The open panel of a blocked time. */
export const blockAtom = atom<BlockStart | null>(null);
