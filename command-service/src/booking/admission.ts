import { Rejection } from '@visita/contracts/problem';
import type { Dependencies } from '../dependencies.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import { admit, withdraw } from './admit.ts';
import type { BookingDraft } from './decider.ts';
import type { BookingFacts } from './facts.ts';
import { meetByCode, meetStranger, type Met, type Stranger } from './stranger.ts';

type Admission = {
  readonly facts: BookingFacts;
  /** Null for staff. */
  readonly stranger: Stranger | null;
  /** With a stand-in for the id of a patient whom the pro does not know. */
  readonly first: BookingDraft;
  /** With the patient's own id, which is made where there is none. */
  readonly identified: () => Promise<BookingDraft>;
};

/**
 * Admits a booking and returns its draft, or refuses it and leaves nothing: nothing is reserved yet. A patient whom the
 * pro does not know gets an id only after giving the proof or code that strangers are asked for.
 */
export const admitBooking = async (
  deps: Dependencies,
  { facts, stranger, first, identified }: Admission,
  work: UnitOfWork,
): Promise<BookingDraft> => {
  const { bookable, corrected } = facts;
  const corrects = corrected?.booking.bookingId ?? null;
  const counted = [first.bookingId];
  const asking = (booking: BookingDraft) => stranger && { booking, bookable, stranger, corrects, identified };
  const admitted = async (draft: BookingDraft, met: Met | null): Promise<BookingDraft> => {
    const { proven = false, confirmBy = draft.confirmBy } = met ?? {};
    await admit(deps, { ...draft, pro: bookable.pro, corrects, proven }, work);
    return { ...draft, confirmBy };
  };
  try {
    const stand = asking(first);
    const met = stand && (await meetStranger(deps, stand, work));
    const draft = await identified();
    counted.push(draft.bookingId);
    // A new patient needs a key before anything is written of them: it is made while they are counted.
    deps.personalKeys.keysFor([`patient-${draft.patientId}`]).catch(() => undefined);
    const again = deps.rules.isOn('held-times') ? asking(draft) : null;
    if (!again) return await admitted(draft, met);
    await deps.liveHolds.rename(first.bookingId, draft.bookingId);
    return await admitted(draft, met).catch(async (error: unknown) => {
      if (!(error instanceof Rejection) || error.code !== 'hold-limit') throw error;
      return admitted(draft, await meetByCode(deps, again, work));
    });
  } catch (error) {
    if (error instanceof Rejection) for (const id of counted) await deps.liveHolds.end(id);
    throw error;
  }
};

/** Takes back the admission of a booking that was refused later. */
export const withdrawBooking = async (
  deps: Dependencies,
  draft: BookingDraft,
  { cause }: Pick<UnitOfWork, 'cause'>,
): Promise<void> => {
  await withdraw(deps, draft, cause);
  await deps.liveHolds.end(draft.bookingId);
};
