import { useState } from 'react';
import { ApiError } from '../lib/api/api.ts';
import { answerVisit, cancelManaged, moveManaged, useManagedBooking } from './data.ts';

/** Reason why a change failed, if the patient can act on it. */
export type ManageFailure = 'send' | 'network' | 'taken' | 'rate' | 'late' | 'inactive';

/** Change that was made, to be told to the patient. */
type Done = 'moved' | 'cancelled';

const failures: Readonly<Record<string, ManageFailure>> = {
  network: 'network',
  'rate-limited': 'rate',
  'slot-taken': 'taken',
  'slot-not-offered': 'taken',
  'professional-busy': 'taken',
  'notice-limit': 'late',
  'booking-not-active': 'inactive',
};

const failureOf = (error: unknown): ManageFailure =>
  (error instanceof ApiError ? failures[error.code] : undefined) ?? 'send';

/** Booking of a mailed link, with its actions, which are idempotent. */
export const useManaged = (token: string | null) => {
  const booking = useManagedBooking(token);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<ManageFailure | null>(null);
  const [done, setDone] = useState<Done | null>(null);

  const change = async (what: Done | null, send: () => ReturnType<typeof moveManaged>): Promise<boolean> => {
    setSending(true);
    setFailure(null);
    setDone(null);
    try {
      await booking.mutate(await send(), { revalidate: false });
      setDone(what);
      return true;
    } catch (error) {
      setFailure(failureOf(error));
      // Another person may have changed the booking.
      await booking.mutate();
      return false;
    } finally {
      setSending(false);
    }
  };

  return {
    booking,
    sending,
    failure,
    done,
    clearFailure: () => setFailure(null),
    move: (date: string) => change('moved', () => moveManaged(token ?? '', date)),
    answer: (coming: boolean) => change(null, () => answerVisit(token ?? '', coming)),
    cancel: () => change('cancelled', () => cancelManaged(token ?? '')),
  };
};
