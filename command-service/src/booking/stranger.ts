import { openDays } from '@visita/contracts/availability/question';
import { offeredSlots } from '@visita/contracts/availability/slots';
import { addDays } from '@visita/contracts/availability/zones';
import { onOwnTerms } from '@visita/contracts/clinic/events';
import { ProofNeeded, Rejection } from '@visita/contracts/problem';
import { deriveId } from '@visita/platform/ids/derive-id';
import { mailHolderOf } from '@visita/platform/auth/mailbox';
import { holdNetworkOf } from '@visita/platform/auth/network';
import type { UnitOfWork } from '../unit-of-work.ts';
import type { Bookable } from './bookable.ts';
import type { BookingDraft } from './decider.ts';
import type { Held } from './live-holds.ts';
import { inSeconds } from './reserve.ts';
import type { PlacingDeps } from './deps.ts';

/** A stranger's address, with the proof or code of an earlier challenge. */
export type Stranger = { address: string; proof?: string | undefined; code?: string | undefined };

type Limits = { readonly minutes: number; readonly fromNetwork: number; readonly byCodes: number };

const fromNetwork = 6;
/** Minimum number of a pro's visits that strangers may hold at once. */
const visits = 10;
const daysAhead = 30;
const codeMinutes = 30;
/** Minutes that a hold with a proof or a code lasts. */
const earnedMinutes = 15;
/**
 * Maximum number of one person's holds by codes beyond the limit; fewer if a pro has few open
 * times.
 */
const byCodes = 3;
const tooMany =
  'Bookings from your address or its domain wait for confirmation: use the links in the mails, or';
/**
 * Open times of a pro for each hold that a person may have by code. Ten mail domains can then hold
 * a sixth of the times by code; together with the third that needs no code, this is half.
 */
const timesPerCode = 60;

/**
 * Returns the minutes of the longest visit that strangers may book with this pro here. Each hold counts as much,
 * since a short one can block the longest.
 */
const longestOf = ({ hub, clinic, service }: Bookable): number => {
  const offered = hub.services.flatMap(({ clinicServiceId, own = {} }) => {
    const listed = clinic.services.find((one) => one.clinicServiceId === clinicServiceId);
    const terms = listed && onOwnTerms(listed, own);
    return terms && terms.bookableBy !== 'staff' ? [terms.duration] : [];
  });
  return Math.max(service.duration, ...offered);
};

/**
 * Returns the limits of strangers' holds: a third of a pro's open times of the next 30 days, by
 * working hours, closings and vacations.
 */
const limitsOf = (bookable: Bookable, { now, allowance }: UnitOfWork): Limits => {
  const { zone, resources } = bookable;
  const [{ windows, dayHours, closings: busy }] = resources;
  const durationMinutes = longestOf(bookable);
  const question = { zone, now, horizonDays: daysAhead, durationMinutes };
  const { first } = openDays(question);
  const dates = Array.from({ length: daysAhead + 1 }, (_, day) => addDays(first, day));
  const offered = offeredSlots({ ...question, dates, windows, dayHours, busy });
  const open = Object.values(offered).reduce((sum, times) => sum + times.length, 0);
  const held = Math.max(visits, Math.floor(open / 3));
  const earned = Math.max(1, Math.min(byCodes, Math.floor(open / timesPerCode)));
  return {
    minutes: held * durationMinutes * allowance,
    fromNetwork: fromNetwork * allowance,
    byCodes: earned * allowance,
  };
};

const shareOf = (held: Held, limits: Limits): number =>
  Math.max(held.minutes / limits.minutes, held.fromNetwork / limits.fromNetwork);

type Asking = {
  /** An unknown patient does not have an id yet. */
  booking: BookingDraft;
  bookable: Bookable;
  stranger: Stranger;
  /** The booking that is given up for this one and does not count. */
  corrects: string | null;
  /** Returns the draft with the patient's own id, which is created if the patient is unknown. */
  identified: () => Promise<BookingDraft>;
};

/** Returns the stranger's email; null only for bookings by staff. */
const emailOf = ({ booking: { told, contact } }: Asking): string | null => (told?.contact ?? contact).email;

/** Returns the purpose of a proof of work, which is valid for one time and one patient only. */
const purposeOf = (asking: Asking): string => {
  const { service, start } = asking.booking;
  return JSON.stringify([service.hubServiceId, start, emailOf(asking)]);
};

/**
 * Requires a proof of work. `load` is 0 at the number of holds that need no proof, and 1 at the
 * number that needs a code.
 */
const requireProof = async ({ proofs }: PlacingDeps, asking: Asking, at: Date, load: number) => {
  const { proof } = asking.stranger;
  const asked = { purpose: purposeOf(asking), now: at, load };
  if (proof !== undefined && (await proofs.isSolved(proof, asked))) return;
  throw new ProofNeeded(await proofs.challenge(asked));
};

/** Accepts the mailed code, or mails one and throws `code-sent`. */
const requireCode = async (deps: PlacingDeps, asking: Asking, work: UnitOfWork): Promise<void> => {
  const { domain, holdCodes } = deps;
  const email = emailOf(asking);
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

/** Deadline of a stranger's hold, and whether the email address was verified by a mailed code. */
export type Met = Pick<BookingDraft, 'confirmBy'> & { readonly proven: boolean };

const earn = async (deps: PlacingDeps, asking: Asking, { at, now }: UnitOfWork, holder: string | null) => {
  const { bookingId, proId, confirmBy } = asking.booking;
  const longest = inSeconds(at, earnedMinutes * 60);
  const until = confirmBy !== null && confirmBy < longest ? confirmBy : longest;
  const count = await deps.liveHolds.earn({ bookingId, proId, until, holder, instead: asking.corrects }, now);
  return { until, count };
};

/**
 * Counts a hold by code; `most` is this person's maximum. Only codes to the person's own mailboxes
 * count.
 */
const earnByCode = async (
  deps: PlacingDeps,
  asking: Asking,
  work: UnitOfWork,
  most: number,
): Promise<Met> => {
  await requireCode(deps, asking, work);
  const email = emailOf(asking);
  const holder = email === null ? null : deps.hash.keyed('mail-holder', mailHolderOf(email));
  const { until, count } = await earn(deps, asking, work, holder);
  if (count > most) throw new Rejection('hold-limit', `${tooMany} try again in ${earnedMinutes} minutes.`);
  return { confirmBy: until, proven: true };
};

/**
 * Admits by code a stranger with too many holds under an email or phone that other people may have
 * typed.
 */
export const meetByCode = (deps: PlacingDeps, asking: Asking, work: UnitOfWork): Promise<Met> =>
  earnByCode(deps, asking, work, Infinity);

/**
 * Counts strangers' holds of a pro's times, by network and in total. Beyond the limits a proof or a
 * code is required; holds of other people never cause a refusal. If the booking fails, the caller
 * ends its hold.
 */
export const meetStranger = async (deps: PlacingDeps, asking: Asking, work: UnitOfWork): Promise<Met> => {
  const { strict, liveHolds, hash } = deps;
  const { booking, bookable, stranger, corrects } = asking;
  const { bookingId, proId, confirmBy } = booking;
  if (!strict) return { confirmBy, proven: false };
  const network = hash.keyed('network', holdNetworkOf(stranger.address));
  const hold = { bookingId, proId, network, minutes: longestOf(bookable), until: confirmBy ?? work.now };
  const held = await liveHolds.add({ ...hold, instead: corrects }, work.now);
  const limits = limitsOf(bookable, work);
  const share = shareOf(held, limits);
  if (share <= 0.5) return { confirmBy, proven: false };
  const isFull = held.minutes > limits.minutes;
  if (share > 1) return earnByCode(deps, asking, work, isFull ? limits.byCodes : Infinity);
  await requireProof(deps, asking, work.at, share * 2 - 1);
  const { until } = await earn(deps, asking, work, null);
  return { confirmBy: until, proven: false };
};
