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

/** Loads bookings, closings and vacations of the visible days and the months around. */
export const useCalendar = (
  pro: Pro,
  visible: { from: string; to: string } | null,
  options?: Parameters<typeof useCall>[2],
) => {
  const query = rangeAround(visible, wallNow(undefined).slice(0, 10));
  const entering = useAtomValue(enteringRoomsAtom);
  const input = entering ? null : { params: { proId: pro.id }, query };
  const { data, ...rest } = useCall('getProCalendar', input, options);
  return { data: data?.data, ...rest };
};

const change = (update: (bookings: readonly BookingView[]) => BookingView[]): Promise<unknown> =>
  patchAnswers('getProCalendar', (calendar) => ({ ...calendar, bookings: update(calendar.bookings) }));

/** Removes a held time once it is booked or gone. */
const endHold = (id: string): Promise<unknown> =>
  patchAnswers('getProCalendar', (calendar) => ({
    ...calendar,
    held: calendar.held.filter((one) => one.id !== id),
  }));

/** Adds or replaces a booking in every loaded calendar, with notes if the professional may read them. */
export const putBooking = async (booking: BookingView): Promise<void> => {
  await change((bookings) => [...bookings.filter(({ id }) => id !== booking.id), booking]);
  await endHold(booking.id);
};

export const patchBooking = (id: string, changes: Partial<BookingView>): Promise<unknown> =>
  change((bookings) => bookings.map((booking) => (booking.id === id ? { ...booking, ...changes } : booking)));

export const dropBooking = async (id: string): Promise<void> => {
  await change((bookings) => bookings.filter((booking) => booking.id !== id));
  await endHold(id);
};

export const putBlock = (block: BlockView): Promise<unknown> =>
  patchAnswers('getProCalendar', (calendar) => ({
    ...calendar,
    blocks: [...calendar.blocks.filter(({ id }) => id !== block.id), block],
  }));

export const dropBlock = (id: string): Promise<unknown> =>
  patchAnswers('getProCalendar', (calendar) => ({
    ...calendar,
    blocks: calendar.blocks.filter((block) => block.id !== id),
  }));

export type Contact = Pick<PatientView, 'name' | 'prefix' | 'phone'> &
  Partial<Pick<PatientView, 'version' | 'email'>>;

/**
 * Returns a function that updates the name, phone and email in bookings of a patient or their responsible contact.
 */
export const withContact =
  (patientId: string, { name, prefix, phone, email }: Contact) =>
  (booking: BookingView): BookingView => {
    const reached = { patient_prefix: prefix, patient_phone: phone, ...(email && { patient_email: email }) };
    if (booking.contact_id === patientId) return { ...booking, contact_name: name, ...reached };
    if (booking.patient_id !== patientId) return booking;
    return { ...booking, patient_name: name, ...(booking.contact_id ? {} : reached) };
  };

/** Shows a patient's new name and phone on all their bookings. */
export const updatePatient = (patientId: string, contact: Contact): Promise<unknown> =>
  change((bookings) => bookings.map(withContact(patientId, contact)));

export const refreshCalendar = (): Promise<unknown> => mutate(isCall('getProCalendar'));
