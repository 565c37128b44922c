import { Rejection } from '@visita/contracts/problem';
import type { QuotaEvent } from '@visita/contracts/quota/events';
import type { Decider } from '@visita/platform/runtime/decider';

/** An admitted booking; another stream decides whether it is still active. */
export type Admission = {
  readonly bookingId: string;
  readonly reservationId: string;
  readonly deadline: string;
};

/** The last mailed code. */
type SentCode = { readonly codeId: string; readonly expires: string };

export type QuotaState = {
  readonly admitted: readonly Admission[];
  /** Ids of bookings confirmed or being confirmed. */
  readonly confirmed: readonly string[];
  readonly code: SentCode | null;
};

/**
 * Standing of an admitted booking, from its own stream. Bookings without professional are `idle`:
 * they do not count and may become active again.
 */
export type Standing = 'held' | 'booked' | 'idle' | 'gone';

/** Maximum of a patient's confirmed bookings and of holds; null for no limit. */
export type QuotaLimits = { readonly bookings: number | null; readonly holds: number | null };

type Admit = {
  type: 'admit';
  admission: Admission;
  limits: QuotaLimits;
  /** Standings by booking id; a missing booking counts as `booked`. */
  standings: Readonly<Record<string, Standing>>;
};

type Confirm = Omit<Admit, 'type' | 'limits'> & { type: 'confirm'; limits: Pick<QuotaLimits, 'bookings'> };

export type QuotaCommand =
  | Admit
  /** The patient confirms a hold. */
  | Confirm
  /** An admitted booking was not made. */
  | { type: 'withdraw'; bookingId: string }
  | {
      type: 'send-code';
      now: string;
      code: Extract<QuotaEvent, { type: 'HoldCodeSent' }>['data'];
    };

type Counting = Pick<Confirm, 'admission' | 'limits' | 'standings'>;

/**
 * Only confirmed bookings count towards the limit, because anyone who knows an email or phone can
 * make holds in its name.
 */
const requireCapacity = (
  { admission, limits, standings }: Counting,
  { admitted, confirmed }: QuotaState,
): void => {
  if (limits.bookings === null) return;
  const isBooked = ({ bookingId }: Admission): boolean => {
    const standing = standings[bookingId];
    if (standing === undefined || standing === 'booked') return bookingId !== admission.bookingId;
    return standing === 'held' && confirmed.includes(bookingId);
  };
  if (admitted.filter(isBooked).length >= limits.bookings) throw new Rejection('booking-limit');
};

const confirm = (command: Confirm, state: QuotaState): readonly QuotaEvent[] => {
  const { admission } = command;
  const { bookingId } = admission;
  if (state.confirmed.includes(bookingId)) return [];
  requireCapacity(command, state);
  const known = state.admitted.some((one) => one.bookingId === bookingId);
  return [
    // The booking was admitted before the pro set the limit.
    ...(known ? [] : [{ type: 'BookingAdmitted', data: admission } as const]),
    { type: 'AdmissionConfirmed', data: { bookingId } },
  ];
};

const admit = (command: Admit, state: QuotaState): readonly QuotaEvent[] => {
  const { admission, limits, standings } = command;
  const { admitted } = state;
  if (admitted.some((one) => one.bookingId === admission.bookingId)) return [];
  const standingOf = ({ bookingId }: Admission): Standing => standings[bookingId] ?? 'held';
  requireCapacity(command, state);
  const held = admitted.filter((one) => standingOf(one) === 'held').length;
  if (limits.holds !== null && held >= limits.holds) throw new Rejection('hold-limit');
  const gone = admitted.filter((one) => standingOf(one) === 'gone');
  return [
    ...gone.map(({ bookingId }): QuotaEvent => ({ type: 'AdmissionEnded', data: { bookingId } })),
    { type: 'BookingAdmitted', data: admission },
  ];
};

/** Decides `quota-<id>` of a patient, or of a phone on a pro's list: the number of bookings and holds. */
export const quotaDecider: Decider<QuotaState, QuotaEvent, QuotaCommand> = {
  stream: (id) => `quota-${id}`,
  version: 2,
  initialState: { admitted: [], confirmed: [], code: null },
  evolve: (state, event) => {
    switch (event.type) {
      case 'BookingAdmitted':
        return { ...state, admitted: [...state.admitted, event.data] };
      case 'AdmissionEnded':
        return {
          ...state,
          admitted: state.admitted.filter((one) => one.bookingId !== event.data.bookingId),
          confirmed: state.confirmed.filter((bookingId) => bookingId !== event.data.bookingId),
        };
      case 'AdmissionConfirmed':
        return { ...state, confirmed: [...state.confirmed, event.data.bookingId] };
      case 'HoldCodeSent': {
        const { codeId, expires } = event.data;
        return { ...state, code: { codeId, expires } };
      }
    }
  },
  decide: (command, state) => {
    switch (command.type) {
      case 'admit':
        return admit(command, state);
      case 'confirm':
        return confirm(command, state);
      case 'withdraw': {
        const { bookingId } = command;
        const known = state.admitted.some((one) => one.bookingId === bookingId);
        return known ? [{ type: 'AdmissionEnded', data: { bookingId } }] : [];
      }
      case 'send-code':
        // A valid code was already mailed.
        if (state.code !== null && state.code.expires > command.now) return [];
        return [{ type: 'HoldCodeSent', data: command.code }];
    }
  },
};
