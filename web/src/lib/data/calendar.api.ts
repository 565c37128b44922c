import type { BlockView } from '@visita/contracts/block/views';
import type { BookingView, PatientView } from '@visita/contracts/booking/views';
import type { Pro } from '@visita/contracts/pro/views';
import { useAtomValue } from 'jotai';
import { mutate } from 'swr';
import { enteringRoomsAtom } from '../state/calendar.atoms.ts';
import { rangeAround } from '../time/calendar-range.ts';
import { isCall } from '../api/rereads.ts';
import { patchAnswers, useCall } from '../api/use-call.ts';
import { wallNow } from '../time/wall-clock.ts';

/** Bookings, closings and vacations of the days in sight and a month around them. */
export const useCalendar = (pro: Pro, visible: { from: string; to: string } | null) => {
  const query = rangeAround(visible, wallNow(undefined).slice(0, 10));
  const entering = useAtomValue(enteringRoomsAtom);
  const { data, ...rest } = useCall('getProCalendar', entering ? null : { params: { proId: pro.id }, query });
  return { data: data?.data, ...rest };
};

const change = (update: (bookings: readonly BookingView[]) => BookingView[]): Promise<unknown> =>
  patchAnswers('getProCalendar', (calendar) => ({ ...calendar, bookings: update(calendar.bookings) }));

/** A time is held no longer once its booking stands, or is gone. */
const endHold = (id: string): Promise<unknown> =>
  patchAnswers('getProCalendar', (calendar) => ({
    ...calendar,
    held: calendar.held.filter((one) => one.id !== id),
  }));

/** Adds a booking to every loaded calendar, or replaces it. It has the notes wherever the pro may read them. */
export const putBooking = async (booking: BookingView): Promise<void> => {
  await change((bookings) => [...bookings.filter(({ id }) => id !== booking.id), booking]);
  await endHold(booking.id);
};

/** Changes what a booking says in every loaded calendar; whatever else came to be of it stays. */
export const patchBooking = (id: string, changes: Partial<BookingView>): Promise<unknown> =>
  change((bookings) => bookings.map((booking) => (booking.id === id ? { ...booking, ...changes } : booking)));

/** Takes a booking out of every loaded calendar. */
export const dropBooking = async (id: string): Promise<void> => {
  await change((bookings) => bookings.filter((booking) => booking.id !== id));
  await endHold(id);
};

/** Adds a blocked time to every loaded calendar, or replaces it. */
export const putBlock = (block: BlockView): Promise<unknown> =>
  patchAnswers('getProCalendar', (calendar) => ({
    ...calendar,
    blocks: [...calendar.blocks.filter(({ id }) => id !== block.id), block],
  }));

/** Takes a blocked time out of every loaded calendar. */
export const dropBlock = (id: string): Promise<unknown> =>
  patchAnswers('getProCalendar', (calendar) => ({
    ...calendar,
    blocks: calendar.blocks.filter((block) => block.id !== id),
  }));

export type Contact = Pick<PatientView, 'name' | 'prefix' | 'phone'> & Partial<Pick<PatientView, 'version'>>;

/** A booking of a patient, or one that they are told of, with the name and phone that they have now; others as they are. */
export const withContact =
  (patientId: string, { name, prefix, phone }: Contact) =>
  (booking: BookingView): BookingView => {
    const reached = { patient_prefix: prefix, patient_phone: phone };
    if (booking.contact_id === patientId) return { ...booking, contact_name: name, ...reached };
    if (booking.patient_id !== patientId) return booking;
    return { ...booking, patient_name: name, ...(booking.contact_id ? {} : reached) };
  };

/** Shows a patient's new name and phone on all their bookings. */
export const updatePatient = (patientId: string, contact: Contact): Promise<unknown> =>
  change((bookings) => bookings.map(withContact(patientId, contact)));

/** Reads the calendars again. */
export const refreshCalendar = (): Promise<unknown> => mutate(isCall('getProCalendar'));
