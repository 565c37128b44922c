import { openDays } from '@visita/contracts/availability/question';
import { offeredSlots } from '@visita/contracts/availability/slots';
import { addDays } from '@visita/contracts/availability/zones';
import { onOwnTerms } from '@visita/contracts/clinic/events';
import { ProofNeeded, Rejection } from '@visita/contracts/problem';
import { deriveId } from '@visita/platform/core/derive-id';
import { holdNetworkOf } from '@visita/platform/auth/network';
import type { Dependencies } from '../dependencies.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import { type Bookable, hoursAt, inactivities } from './bookable.ts';
import type { Drafted } from './decider.ts';
import type { Held } from './live-holds.ts';
import { inSeconds } from './reserve.ts';

/** What a stranger brings along: from where they ask, and what they were asked for before. */
export type Stranger = { address: string; proof?: string | undefined; code?: string | undefined };

type Limits = { readonly minutes: number; readonly fromNetwork: number };

const fromNetwork = 6;
/** At least so many visits of a pro may be held at once. */
const visits = 10;
const daysAhead = 30;
const codeMinutes = 30;

/**
 * Minutes of the longest visit that strangers may book with this pro here: a short one that is held in its midst takes it
 * from everybody, so that all are counted as if they were as long.
 */
const longestOf = ({ hub, clinic, service }: Bookable): number => {
  const offered = hub.services.flatMap(({ clinicServiceId, own = {} }) => {
    const listed = clinic.services.find((one) => one.clinicServiceId === clinicServiceId);
    const terms = listed && onOwnTerms(listed, own);
    return terms && terms.bookableBy !== 'staff' ? [terms.duration] : [];
  });
  return Math.max(service.duration, ...offered);
};

/** A third of a pro's open times of the next 30 days, as working hours, closings and vacations have them. */
const limitsOf = (bookable: Bookable, { now, allowance }: UnitOfWork): Limits => {
  const { zone, hub } = bookable;
  const durationMinutes = longestOf(bookable);
  const question = { zone, now, horizonDays: daysAhead, durationMinutes };
  const { first } = openDays(question);
  const dates = Array.from({ length: daysAhead + 1 }, (_, day) => addDays(first, day));
  const busy = inactivities(bookable, now);
  const offered = offeredSlots({ ...question, dates, ...hoursAt(hub), busy });
  const open = Object.values(offered).reduce((sum, times) => sum + times.length, 0);
  const held = Math.max(visits, Math.floor(open / 3));
  return { minutes: held * durationMinutes * allowance, fromNetwork: fromNetwork * allowance };
};

/** Nothing up to half of what may be held, a proof of work up to all of it, beyond that a code from a mail. */
export const askedOf = (held: Held, limits: Limits): 'nothing' | 'proof' | 'code' => {
  const share = Math.max(held.minutes / limits.minutes, held.fromNetwork / limits.fromNetwork);
  if (share > 1) return 'code';
  return share > 0.5 ? 'proof' : 'nothing';
};

type Asking = {
  /** As far as it is known: whom nobody knows has no id of their own yet. */
  booking: Drafted;
  bookable: Bookable;
  stranger: Stranger;
  /** The booking that is given up for it, which counts for nothing. */
  corrects: string | null;
  /** The same with the patient's own id, which is made where there is none. */
  identified: () => Promise<Drafted>;
};

/** What the work is for: solved once, it is of no use for another time or another patient. */
const wishOf = ({ booking: { service, start, contact, told } }: Asking): string =>
  JSON.stringify([service.hubServiceId, start, (told?.contact ?? contact).email]);

const requireProof = async ({ proofs }: Dependencies, asking: Asking, at: Date): Promise<void> => {
  const { proof } = asking.stranger;
  if (proof !== undefined && (await proofs.isSolved(proof, wishOf(asking)))) return;
  throw new ProofNeeded(await proofs.challenge(wishOf(asking), at));
};

/** A code that was mailed to the patient lets them in; without one it is mailed, and the hold begins with the next try. */
const requireCode = async (deps: Dependencies, asking: Asking, work: UnitOfWork): Promise<void> => {
  const { domain, holdCodes } = deps;
  const { told, contact } = asking.booking;
  const { email } = told?.contact ?? contact;
  // Only professionals book for somebody without one.
  if (email === null) return;
  const { proId, hubId, clinicId, language, ...whole } = await asking.identified();
  const patientId = whole.told?.contactId ?? whole.patientId;
  const { state } = await domain.quotas.load(patientId);
  const sent = state.code !== null && state.code.expires > work.now ? state.code : null;
  if (sent && holdCodes.isOf(sent.codeId, asking.stranger.code)) return;
  const command = {
    type: 'send-code',
    now: work.now,
    code: {
      codeId: deriveId(work.cause.id, patientId, 'code'),
      expires: inSeconds(work.at, codeMinutes * 60),
      patientId,
      proId,
      hubId,
      clinicId,
      language,
      email,
    },
  } as const;
  await work.execute(domain.quotas, patientId, command);
  throw new Rejection('code-sent');
};

/**
 * What strangers may hold of a pro's times is counted, by network and in all. Who comes on top is asked for more, and
 * never refused for what others hold. Counts the booking; where it does not come about, its hold is to be ended.
 */
export const meetStranger = async (deps: Dependencies, asking: Asking, work: UnitOfWork): Promise<void> => {
  const { rules, liveHolds, hash } = deps;
  if (!rules.isOn('held-times')) return;
  const { booking, bookable, stranger, corrects } = asking;
  const { bookingId, proId, confirmBy } = booking;
  const network = hash.keyed('network', holdNetworkOf(stranger.address));
  const hold = { bookingId, proId, network, minutes: longestOf(bookable), until: confirmBy ?? work.now };
  const held = await liveHolds.add({ ...hold, instead: corrects }, work.now);
  const asked = askedOf(held, limitsOf(bookable, work));
  if (asked === 'proof') await requireProof(deps, asking, work.at);
  if (asked === 'code') await requireCode(deps, asking, work);
};
