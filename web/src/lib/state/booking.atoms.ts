import type { BlockView } from '@visita/contracts/block/views';
import type { PatientView } from '@visita/contracts/booking/views';
import { atom } from 'jotai';

export type When = { day: string | null; time: string };

/** Initial values of a new booking: the clicked time, the patient whose page is open, or none. */
export type NewBookingStart = When & {
  patient?: Omit<PatientView, 'version'>;
  /** Professional and minutes chosen with the time. */
  proId?: string | null;
  minutes?: number | null;
  /** Clinic, hub and service of a repeated booking. */
  choice?: { clinicId: string; hubId: string; hubServiceId: string };
};

export const newBookingAtom = atom<NewBookingStart | null>(null);

/** Initial values of a new block, or an existing block to change. */
export type BlockStart = (When & { minutes?: number | null; proId?: string | null }) | BlockView;

export const blockAtom = atom<BlockStart | null>(null);
