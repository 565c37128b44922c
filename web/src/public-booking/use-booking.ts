import { useState } from 'react';
import { ApiError } from '../lib/api/api.ts';
import { useIdempotencyKey } from '../lib/api/use-idempotency-key.ts';
import { sendBooking, type BookingAnswer, type BookingRequest } from './data.ts';
import { solve } from './proof.ts';

/** Reason why a booking failed, if the patient can act on it. */
export type Failure = 'send' | 'network' | 'data' | 'taken' | 'limit' | 'holds' | 'rate' | 'code';

const failures: Readonly<Record<string, Failure>> = {
  network: 'network',
  'malformed-request': 'data',
  'booking-limit': 'limit',
  'hold-limit': 'holds',
  'code-sent': 'code',
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

/** The difficulty may rise while a proof is being solved. */
const mostProofs = 3;

/** Sends a booking; if the server asks for a proof of work, solves it and sends again. */
const sendProven = async (
  request: BookingRequest,
  key: string,
  proofs = mostProofs,
): Promise<BookingAnswer> => {
  try {
    return await sendBooking(request, key);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.challenge || proofs === 0) throw error;
    return sendProven({ ...request, proof: await solve(error.challenge) }, key, proofs - 1);
  }
};

type Outcome = { onBooked: (answer: BookingAnswer, request: BookingRequest) => void; onTaken: () => void };

/** Sends bookings. A retry after a lost response uses the same idempotency key, so it books once. */
export const useBooking = ({ onBooked, onTaken }: Outcome) => {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [codeAsked, setCodeAsked] = useState(false);
  const withKey = useIdempotencyKey();
  const send = async (request: BookingRequest) => {
    setSending(true);
    setFailure(null);
    try {
      onBooked(await withKey(request, (key) => sendProven(request, key)), request);
      setCodeAsked(false);
    } catch (error) {
      const asked = error instanceof ApiError && error.code === 'code-sent';
      if (asked) setCodeAsked(true);
      if (asked && request.code === undefined) return;
      const reason = failureOf(error);
      setFailure(reason);
      if (reason === 'taken') onTaken();
    } finally {
      setSending(false);
    }
  };
  return { send, sending, failure, codeAsked, clearFailure: () => setFailure(null) };
};
