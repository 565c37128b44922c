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

export type QuotaState = {
  readonly admitted: readonly Admission[];
  /** Ids of those that were confirmed, or were going to be. */
  readonly confirmed: readonly string[];
  readonly code: SentCode | null;
};

/** What an admitted booking's own stream says. Orphans are `idle`: they count for nothing, and may come back. */
export type Standing = 'held' | 'booked' | 'idle' | 'gone';

/** How many of a patient's bookings may stand confirmed, and how many may be held, at once; null where it does not matter. */
export type QuotaLimits = { readonly bookings: number | null; readonly holds: number | null };

type Admit = {
  type: 'admit';
  admission: Admission;
  limits: QuotaLimits;
  /** By booking id, as far as asked; one that was not asked counts as what weighs most. */
  standings: Readonly<Record<string, Standing>>;
};

type Confirm = Omit<Admit, 'type' | 'limits'> & { type: 'confirm'; limits: Pick<QuotaLimits, 'bookings'> };

export type QuotaCommand =
  | Admit
  /** The patient uses the link of one that was held. */
  | Confirm
  /** A booking was let in and did not come about. */
  | { type: 'withdraw'; bookingId: string }
  | {
      type: 'send-code';
      now: string;
      code: Extract<QuotaEvent, { type: 'HoldCodeSent' }>['data'];
    };

type Counting = Pick<Confirm, 'admission' | 'limits' | 'standings'>;

/** Only what was confirmed counts as a booking: anyone who knows an email or a phone could hold in its name. */
const requireRoom = (
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
  requireRoom(command, state);
  const known = state.admitted.some((one) => one.bookingId === bookingId);
  return [
    // Let in before the pro chose the limit.
    ...(known ? [] : [{ type: 'BookingAdmitted', data: admission } as const]),
    { type: 'AdmissionConfirmed', data: { bookingId } },
  ];
};

const admit = (command: Admit, state: QuotaState): readonly QuotaEvent[] => {
  const { admission, limits, standings } = command;
  const { admitted } = state;
  if (admitted.some((one) => one.bookingId === admission.bookingId)) return [];
  const standingOf = ({ bookingId }: Admission): Standing => standings[bookingId] ?? 'held';
  requireRoom(command, state);
  const held = admitted.filter((one) => standingOf(one) === 'held').length;
  if (limits.holds !== null && held >= limits.holds) throw new Rejection('hold-limit');
  const gone = admitted.filter((one) => standingOf(one) === 'gone');
  return [
    ...gone.map(({ bookingId }): QuotaEvent => ({ type: 'AdmissionEnded', data: { bookingId } })),
    { type: 'BookingAdmitted', data: admission },
  ];
};

/** Decides `quota-<id of a patient, or of a phone among a pro's patients>`: how many bookings may stand there. */
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
        // One is on its way already.
        if (state.code !== null && state.code.expires > command.now) return [];
        return [{ type: 'HoldCodeSent', data: command.code }];
    }
  },
};
