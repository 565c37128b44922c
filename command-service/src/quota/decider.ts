import { Rejection } from '@visita/contracts/problem';
import type { QuotaEvent } from '@visita/contracts/quota/events';
import type { Decider } from '@visita/platform/runtime/decider';

/** A booking that was let in; whether it still stands is not decided here. */
export type Admission = {
  readonly bookingId: string;
  readonly reservationId: string;
  readonly deadline: string;
};

/** The code that was mailed last, as far as it takes to know it again. */
type SentCode = { readonly codeId: string; readonly expires: string };

export type QuotaState = { readonly admitted: readonly Admission[]; readonly code: SentCode | null };

/** What an admitted booking's own stream says. Orphans are `idle`: they count for nothing, and may come back. */
export type Standing = 'held' | 'booked' | 'idle' | 'gone';

/** How many of a patient's bookings may stand at once; null where it does not matter. */
export type QuotaLimits = { readonly bookings: number | null; readonly holds: number | null };

type Admit = {
  type: 'admit';
  admission: Admission;
  limits: QuotaLimits;
  /** By booking id, as far as asked; one that was not asked counts as held. */
  standings: Readonly<Record<string, Standing>>;
};

export type QuotaCommand =
  | Admit
  /** A booking was let in and did not come about. */
  | { type: 'withdraw'; bookingId: string }
  | {
      type: 'send-code';
      now: string;
      code: Extract<QuotaEvent, { type: 'HoldCodeSent' }>['data'];
    };

const admit = ({ admission, limits, standings }: Admit, { admitted }: QuotaState): readonly QuotaEvent[] => {
  if (admitted.some((one) => one.bookingId === admission.bookingId)) return [];
  const standingOf = ({ bookingId }: Admission): Standing => standings[bookingId] ?? 'held';
  const count = (...wanted: Standing[]) => admitted.filter((one) => wanted.includes(standingOf(one))).length;
  if (limits.bookings !== null && count('held', 'booked') >= limits.bookings) {
    throw new Rejection('booking-limit');
  }
  if (limits.holds !== null && count('held') >= limits.holds) throw new Rejection('hold-limit');
  const gone = admitted.filter((one) => standingOf(one) === 'gone');
  return [
    ...gone.map(({ bookingId }): QuotaEvent => ({ type: 'AdmissionEnded', data: { bookingId } })),
    { type: 'BookingAdmitted', data: admission },
  ];
};

/** Decides `quota-<id of a patient, or of a phone among a pro's patients>`: how many bookings may stand there. */
export const quotaDecider: Decider<QuotaState, QuotaEvent, QuotaCommand> = {
  stream: (id) => `quota-${id}`,
  initialState: { admitted: [], code: null },
  evolve: (state, event) => {
    switch (event.type) {
      case 'BookingAdmitted':
        return { ...state, admitted: [...state.admitted, event.data] };
      case 'AdmissionEnded':
        return {
          ...state,
          admitted: state.admitted.filter((one) => one.bookingId !== event.data.bookingId),
        };
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
      case 'withdraw': {
        const { bookingId } = command;
        const known = state.admitted.some((one) => one.bookingId === bookingId);
        return known ? [{ type: 'AdmissionEnded', data: { bookingId } }] : [];
      }
      case 'send-code':
        // One is on its way already.
        if (state.code !== null && state.code.expires > command.now) return [];
        return [{ type: 'HoldCodeSent', data: command.code }];
    }
  },
};
