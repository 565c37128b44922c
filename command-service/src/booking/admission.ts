import { Rejection } from '@visita/contracts/problem';
import type { UnitOfWork } from '../unit-of-work.ts';
import type { BookingDraft } from './decider.ts';
import type { BookingFacts } from './facts.ts';
import { meetByCode, meetStranger, type Met, type Stranger } from './stranger.ts';
import type { PlacingDeps } from './deps.ts';

type Admission = {
  readonly facts: BookingFacts;
  /** Null for staff. */
  readonly stranger: Stranger | null;
  /** Draft with a stand-in for the id of an unknown patient. */
  readonly first: BookingDraft;
  /** Returns the draft with the patient's own id, which is created if the patient is unknown. */
  readonly identified: () => Promise<BookingDraft>;
};

/** A booking that may be committed. */
export type Admitted = {
  readonly draft: BookingDraft;
  /** Whether a stranger's email address was verified by a mailed code. */
  readonly proven: boolean;
};

const askingFor = (booking: BookingDraft, { facts, stranger, identified }: Admission) => {
  const { bookable, corrected } = facts;
  const corrects = corrected?.booking.bookingId ?? null;
  return stranger && { booking, bookable, stranger, corrects, identified };
};

const admittedAs = (draft: BookingDraft, { confirmBy, proven }: Met): Admitted => ({
  draft: { ...draft, confirmBy },
  proven,
});

/**
 * Admits a booking, or refuses it without leaving any data. An unknown patient gets an id only
 * after the proof or code that strangers need.
 */
export const admitBooking = async (
  deps: PlacingDeps,
  admission: Admission,
  work: UnitOfWork,
): Promise<Admitted> => {
  const { first, identified } = admission;
  const asking = askingFor(first, admission);
  try {
    const met = asking && (await meetStranger(deps, asking, work));
    const draft = await identified();
    // A patient without an email needs a key, which is created while the booking is counted.
    deps.personalKeys.keysFor([`patient-${draft.patientId}`]).catch(() => undefined);
    if (!met) return { draft, proven: false };
    if (deps.strict) await deps.liveHolds.rename(first.bookingId, draft.bookingId);
    return admittedAs(draft, met);
  } catch (error) {
    if (error instanceof Rejection) await deps.liveHolds.end(first.bookingId);
    throw error;
  }
};

/**
 * Admits a stranger who was refused with `hold-limit` by a mailed code, because others may hold
 * times in the stranger's name. Throws the refusal if strangers are not counted.
 */
export const admitByCode = async (
  deps: PlacingDeps,
  admission: Admission,
  { draft, refusal }: { draft: BookingDraft; refusal: Rejection },
  work: UnitOfWork,
): Promise<Admitted> => {
  const asking = deps.strict ? askingFor(draft, admission) : null;
  if (!asking) throw refusal;
  return admittedAs(draft, await meetByCode(deps, asking, work));
};
