import type { BlockView } from '@visita/contracts/block/views';
import type { PatientView } from '@visita/contracts/booking/views';
import { atom } from 'jotai';
import { newId } from '../compat/new-id.ts';

export type When = { day: string | null; time: string };

/** Initial values of a new booking: the clicked time, the patient whose page is open, or none. */
export type NewBookingStart = When & {
  /** Record of a patient; `pro_id` is its professional if it may be a colleague's. */
  patient?: Omit<PatientView, 'version'> & { pro_id?: string };
  /** Professional and minutes chosen with the time. */
  proId?: string | null;
  minutes?: number | null;
  /** Clinic, hub and service of a repeated booking. */
  choice?: { clinicId: string; hubId: string; hubServiceId: string; further?: string[] };
  /** Series of repeated visits that was saved, whose progress is shown. */
  series?: string;
  /** Name of the draft that the form continues. */
  draft?: string;
};

/** Prefix of the names of drafts of new bookings. */
export const bookingDrafts = 'new booking ';

type OpenedBooking = NewBookingStart & { draft: string };

const openedBookingAtom = atom<OpenedBooking | null>(null);

/** Returns whether an open form continues with another time; others open another form. */
const isMoved = ({ patient, choice, draft, series }: NewBookingStart): boolean =>
  !patient && !choice && !draft && !series;

/** The form of a new booking. A press on another time while it is open changes only its time. */
export const newBookingAtom = atom(
  (get) => get(openedBookingAtom),
  (get, set, start: NewBookingStart | null) => {
    const before = get(openedBookingAtom);
    const kept = before && start && isMoved(start) ? before.draft : start?.draft;
    set(openedBookingAtom, start && { ...start, draft: kept ?? `${bookingDrafts}${newId()}` });
  },
);

/** Time, professional and patient chosen in the open form of a new booking. */
export type ChosenSlot = { day: string; time: string; minutes: number; proId: string; patient: string };

export const chosenSlotAtom = atom<ChosenSlot | null>(null);

/** Initial values of a new block, or an existing block to change. */
export type BlockStart = (When & { minutes?: number | null; proId?: string | null }) | BlockView;

export const blockAtom = atom<BlockStart | null>(null);
