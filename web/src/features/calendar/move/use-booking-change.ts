import type { BookingView } from '@visita/contracts/booking/views';
import { useRef, useState } from 'react';
import { isBufferTaken } from '../../../lib/api/api.ts';
import { call } from '../../../lib/api/client.ts';
import { putBooking } from '../../../lib/data/calendar.api.ts';
import { namingClash } from '../../../lib/booking/in-the-way.ts';
import { usePro } from '../../../lib/session/use-pro.ts';
import { wallClock } from '../../../lib/time/wall-clock.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

/** When a booking shall be, on the clinic's wall clock, and which service of whom. */
export type BookingChange = { date: string; hub_service_id: string };

const edit = async (id: string, change: BookingChange & { anyway?: true }): Promise<void> => {
  await putBooking((await call('editBooking', { params: { id }, body: change })).data);
};

/**
 * Moves a booking or changes its service, and says how that went; true where it did. Undoing is moving it back. Where
 * only the time around other visits was in the way, the same asked for again is placed there anyway.
 */
export const useBookingChange = () => {
  const pro = usePro();
  const failed = 'bookingChangeFailed';
  const mailed = useSubmit({ failed, done: 'bookingChanged' });
  const unmailed = useSubmit({ failed, done: 'bookingChangedUnmailed' });
  const refused = useRef('');
  const [tight, setTight] = useState('');
  const save = (before: BookingView, change: BookingChange): Promise<boolean> => {
    const { id, date, hub_service_id } = before;
    const { submit } = before.patient_email === '' ? unmailed : mailed;
    const back = { date: wallClock(date), hub_service_id };
    // An orphan's service is nobody's any more: there is no way back.
    const moveBack = { of: id, act: () => void submit(() => edit(id, back)) };
    const undo = before.status === 'orfan' ? undefined : moveBack;
    const wish = JSON.stringify(change);
    const anyway = refused.current === wish;
    const send = async () => {
      try {
        const wanted = { pro, hubServiceId: change.hub_service_id, start: change.date, except: id };
        await namingClash(() => edit(id, { ...change, ...(anyway && { anyway }) }), wanted);
      } catch (error) {
        refused.current = isBufferTaken(error) ? wish : '';
        setTight(refused.current);
        throw error;
      }
    };
    return submit(send, undo);
  };
  return {
    save,
    sending: mailed.sending || unmailed.sending,
    /** Whether a change was refused for the time around other visits alone. */
    isTight: (change: BookingChange | null) => change !== null && tight === JSON.stringify(change),
    wasTight: () => refused.current !== '',
  };
};
