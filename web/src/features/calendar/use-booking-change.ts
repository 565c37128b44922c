import type { BookingView } from '@visita/contracts/booking/views';
import { call } from '../../lib/client.ts';
import { putBooking } from '../../lib/data/calendar.api.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { useSubmit } from '../../ui/use-submit.ts';

/** When a booking shall be, on the clinic's wall clock, and which service of whom. */
export type BookingChange = { date: string; hub_service_id: string };

const edit = async (id: string, change: BookingChange): Promise<void> => {
  await putBooking((await call('editBooking', { params: { id }, body: change })).data);
};

/** Moves a booking or changes its service, and says how that went; true where it did. Undoing is moving it back. */
export const useBookingChange = () => {
  const { sending, submit } = useSubmit({ failed: 'bookingChangeFailed', done: 'bookingChanged' });
  const save = (before: BookingView, change: BookingChange): Promise<boolean> => {
    const { id, date, hub_service_id } = before;
    const back = { date: wallClock(date), hub_service_id };
    // An orphan's service is nobody's any more: there is no way back.
    const undo = before.status === 'orfan' ? undefined : () => void submit(() => edit(id, back));
    return submit(() => edit(id, change), undo);
  };
  return { save, sending };
};
