import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/client.ts';
import { useToasts } from '../../ui/toast.tsx';
import { putBooking } from '../../lib/data/calendar.api.ts';

/** When a booking shall be, on the clinic's wall clock, and which service of whom. */
export type BookingChange = { date: string; hub_service_id: string };

/** Moves a booking or changes its service, and says how that went; true where it did. */
export const useBookingChange = () => {
  const { t } = useTranslation('calendar');
  const toasts = useToasts();
  const [sending, setSending] = useState(false);
  const save = async (id: string, change: BookingChange): Promise<boolean> => {
    setSending(true);
    try {
      const { data } = await call('editBooking', { params: { id }, body: change });
      await putBooking(data);
      toasts.done(
        t(($) => $.edit.done),
        7,
      );
      return true;
    } catch (error) {
      toasts.failed(
        error,
        t(($) => $.edit.errorMessage),
        7,
      );
      return false;
    } finally {
      setSending(false);
    }
  };
  return { save, sending };
};
