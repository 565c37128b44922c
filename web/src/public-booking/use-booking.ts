import { useRef, useState } from 'react';
import { ApiError } from '../lib/api.ts';
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

/** A random UUID; `crypto.randomUUID` is missing on plain http addresses. */
const newKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

type Outcome = { onBooked: (answer: BookingAnswer) => void; onTaken: () => void };

/** Sends bookings. The same request sent again after a lost answer has the same key, so it books once. */
export const useBooking = ({ onBooked, onTaken }: Outcome) => {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const last = useRef({ text: '', key: '' });
  const send = async (request: BookingRequest) => {
    const text = JSON.stringify(request);
    if (last.current.text !== text) last.current = { text, key: newKey() };
    setSending(true);
    setFailure(null);
    try {
      onBooked(await sendBooking(request, last.current.key));
    } catch (error) {
      const reason = failureOf(error);
      setFailure(reason);
      // A refusal was remembered under the key; the next attempt is a new one.
      if (reason !== 'network') last.current = { text: '', key: '' };
      if (reason === 'taken') onTaken();
    } finally {
      setSending(false);
    }
  };
  return { send, sending, failure, clearFailure: () => setFailure(null) };
};
