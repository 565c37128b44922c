import type { BookingView } from '@visita/contracts/booking/views';
import { useRef, useState } from 'react';
import { isBufferTaken } from '../../../lib/api/api.ts';
import { call } from '../../../lib/api/client.ts';
import { putBooking } from '../../../lib/data/calendar.api.ts';
import { namingClash } from '../../../lib/booking/in-the-way.ts';
import { usePro } from '../../../lib/session/use-pro.ts';
import { wallClock } from '../../../lib/time/wall-clock.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { useAbout } from './use-about.ts';

/** New wall time and hub service of a booking, and all services of a visit that has several. */
export type BookingChange = { date: string; hub_service_id: string; hub_service_ids?: string[] | undefined };

const edit = async (id: string, change: BookingChange & { anyway?: true }): Promise<void> => {
  await putBooking((await call('editBooking', { params: { id }, body: change })).data);
};

/**
 * Returns a function that moves a booking or changes its service, with a toast and undo; resolves to whether
 * it succeeded. After a refusal only for another visit's buffer, the same change overrides it.
 */
export const useBookingChange = () => {
  const pro = usePro();
  const aboutOf = useAbout();
  const failed = 'bookingChangeFailed';
  const mailed = useSubmit({ failed, done: 'bookingChanged' });
  const unmailed = useSubmit({ failed, done: 'bookingChangedUnmailed' });
  const refused = useRef('');
  const [tight, setTight] = useState('');
  const save = (before: BookingView, change: BookingChange): Promise<boolean> => {
    const { id, date, hub_service_id } = before;
    const ids = before.services?.map((one) => one.hub_service_id);
    const several = ids ?? (change.hub_service_ids && [hub_service_id]);
    const { submit } = before.patient_email === '' ? unmailed : mailed;
    const back = { date: wallClock(date), hub_service_id, ...(several && { hub_service_ids: several }) };
    // An orphan's former service no longer exists, so there is no undo.
    const moveBack = {
      of: id,
      act: () => void submit(() => edit(id, back), undefined, aboutOf(back, before)),
    };
    const undo = before.status === 'orfan' ? undefined : moveBack;
    const key = JSON.stringify(change);
    const anyway = refused.current === key;
    const send = async () => {
      try {
        const { hub_service_id: hubServiceId, hub_service_ids: changed = ids } = change;
        const hubServiceIds = changed?.includes(hubServiceId) ? changed : undefined;
        const wanted = { pro, hubServiceId, hubServiceIds, start: change.date, except: id };
        await namingClash(() => edit(id, { ...change, ...(anyway && { anyway }) }), wanted);
      } catch (error) {
        refused.current = isBufferTaken(error) ? key : '';
        setTight(refused.current);
        throw error;
      }
    };
    return submit(send, undo, aboutOf(change, before));
  };
  return {
    save,
    sending: mailed.sending || unmailed.sending,
    /** Returns whether a change was refused only for another visit's buffer. */
    isTight: (change: BookingChange | null) => change !== null && tight === JSON.stringify(change),
    wasTight: () => refused.current !== '',
  };
};
