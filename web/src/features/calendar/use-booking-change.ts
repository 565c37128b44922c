import { call } from '../../lib/client.ts';
import { putBooking } from '../../lib/data/calendar.api.ts';
import { useSubmit } from '../../ui/use-submit.ts';

/** When a booking shall be, on the clinic's wall clock, and which service of whom. */
export type BookingChange = { date: string; hub_service_id: string };

/** Moves a booking or changes its service, and says how that went; true where it did. */
export const useBookingChange = () => {
  const { sending, submit } = useSubmit({ failed: 'bookingChangeFailed', done: 'bookingChanged' });
  const save = (id: string, change: BookingChange): Promise<boolean> =>
    submit(async () => putBooking((await call('editBooking', { params: { id }, body: change })).data));
  return { save, sending };
};
