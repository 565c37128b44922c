import { useState } from 'react';
import { ApiError } from '../lib/api.ts';
import { useIdempotencyKey } from '../lib/use-idempotency-key.ts';
import { sendBooking, type BookingAnswer, type BookingRequest } from './data.ts';

/** Why a booking did not go through, as far as the patient can do something about it. */
export type Failure = 'send' | 'network' | 'data' | 'taken' | 'limit' | 'holds' | 'rate';

const failures: Readonly<Record<string, Failure>> = {
  network: 'network',
  'malformed-request': 'data',
  'booking-limit': 'limit',
  'hold-limit': 'holds',
  'rate-limited': 'rate',
  'slot-taken': 'taken',
  'slot-not-offered': 'taken',
  'professional-busy': 'taken',
  'hub-not-active': 'taken',
  'service-unknown': 'taken',
  'clinic-archived': 'taken',
  'not-found': 'taken',
};

const failureOf = (error: unknown): Failure =>
  (error instanceof ApiError ? failures[error.code] : undefined) ?? 'send';

type Outcome = { onBooked: (answer: BookingAnswer) => void; onTaken: () => void };

/** Sends bookings. The same request sent again after a lost answer has the same key, so it books once. */
export const useBooking = ({ onBooked, onTaken }: Outcome) => {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const withKey = useIdempotencyKey();
  const send = async (request: BookingRequest) => {
    setSending(true);
    setFailure(null);
    try {
      onBooked(await withKey(request, (key) => sendBooking(request, key)));
    } catch (error) {
      const reason = failureOf(error);
      setFailure(reason);
      if (reason === 'taken') onTaken();
    } finally {
      setSending(false);
    }
  };
  return { send, sending, failure, clearFailure: () => setFailure(null) };
};
