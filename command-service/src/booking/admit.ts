import { professionalResource } from '@visita/contracts/agenda/resources';
import type { BookingDetails } from '@visita/contracts/booking/events';
import { isErased } from '@visita/contracts/event';
import { deriveId } from '@visita/platform/ids/derive-id';
import { type BeforeStep, step, takeSettled } from '@visita/platform/runtime/commit';
import type { Cause } from '@visita/platform/runtime/decider';
import type { PersonalValue } from '@visita/platform/vault/pseudonyms';
import type { Dependencies } from '../dependencies.ts';
import type { Domain } from '../domain.ts';
import { keptOf, seenKept } from '../patient/merged.ts';
import type { ProAccount } from '../pro/state.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import type { Admission, QuotaLimits, Standing } from '../quota/decider.ts';
import type { PlacedBooking } from './decider.ts';
import { inSeconds, isAbandoned, placingSeconds } from './reserve.ts';

/** `proId`: whose patients are counted; `corrects`: the booking that is given up for the one that asks. */
type At = { now: string; cause: Cause; proId: string; corrects?: string | null };

const standingOfPlaced = (booking: PlacedBooking, now: string): Standing => {
  if (booking.start <= now) return 'gone';
  switch (booking.status) {
    case 'confirmed':
      return 'booked';
    case 'pending':
      return booking.confirmBy !== null && booking.confirmBy <= now ? 'gone' : 'held';
    case 'orfan':
      return 'idle';
    case 'cancelled':
    case 'lapsed':
      return 'gone';
  }
};

/** What became of an admitted booking. One that was not placed in time is fenced off, so that it never will be. */
const standingOf = async (domain: Domain, admission: Admission, at: At): Promise<Standing> => {
  const { now, cause, proId, corrects } = at;
  const { bookingId, reservationId, deadline } = admission;
  if (bookingId === corrects) return 'gone';
  const { state } = await domain.bookings.load(bookingId);
  // One that was moved to a colleague may come back.
  if (state.status !== 'none') return state.proId === proId ? standingOfPlaced(state, now) : 'idle';
  if (state.abandoned.includes(reservationId)) return 'gone';
  if (deadline > now) return 'held';
  return (await isAbandoned(domain, admission, { resourceId: professionalResource(proId), now, cause }))
    ? 'gone'
    : 'held';
};

type Asked = { key: string; admission: Admission; limits: QuotaLimits; type?: 'admit' | 'confirm' };

/** Makes the step that counts a booking against the limits of a person or phone. A refusal looks at what is counted. */
const admissionStep = (
  domain: Domain,
  { key, admission, limits, type = 'admit' }: Asked,
  at: At,
): BeforeStep => {
  const { quotas } = domain;
  const admit = (standings: Record<string, Standing>) =>
    step(quotas, key, { type, admission, limits, standings });
  return {
    ...admit({}),
    settle: async (refusal) => {
      if (!['booking-limit', 'hold-limit'].includes(refusal.code)) throw refusal;
      const { state } = await quotas.load(key);
      const standings = await Promise.all(
        state.admitted.map(async (one) => [one.bookingId, await standingOf(domain, one, at)] as const),
      );
      return admit(Object.fromEntries(standings));
    },
    undo: (cause) => quotas.execute(key, { type: 'withdraw', bookingId: admission.bookingId }, cause),
  };
};

type Phone = { prefix: string | null; phone: string | null };

/** What a phone is known by among a pro's patients; null where none was given. */
export const phoneOf = (proId: string, { prefix, phone }: Phone): PersonalValue | null =>
  prefix === null || phone === null ? null : { kind: 'phone', scope: proId, value: prefix + phone };

type Admitted = Pick<BookingDetails, 'bookingId' | 'reservationId' | 'patientId' | 'placedBy'> & {
  contact: Phone;
  /** Who booked for somebody else. */
  told: { readonly contactId: string; readonly contact: Phone } | null;
  pro: ProAccount;
  corrects?: string | null;
  /** A mailed code has proven who asks, so that what others hold in their name does not count. */
  proven?: boolean;
};

/** What somebody holds for others does not count against what they book for themselves. */
const forOthers = (key: string): string => deriveId(key, 'for others');

type AdmitDeps = Pick<Dependencies, 'domain' | 'pseudonyms' | 'holdsPerPatient' | 'strict'>;

/**
 * Makes the steps that count a booking, refused with `booking-limit` or `hold-limit`. Patients are limited; a booking by a
 * pro is only counted, and phones only where the pro chose one booking per patient, or where strangers' holds are
 * counted. They come before reserving: a booking that was never placed counts for nothing after its deadline.
 */
export const admissionSteps = async (
  { domain, pseudonyms, holdsPerPatient, strict }: AdmitDeps,
  { pro, bookingId, reservationId, patientId, placedBy, contact, told, ...more }: Admitted,
  { at, cause, allowance }: Pick<UnitOfWork, 'at' | 'cause' | 'allowance'>,
): Promise<BeforeStep[]> => {
  const one = pro.options.patientBookingLimit;
  const online = placedBy === 'patient';
  if (!online && !one) return [];
  const { corrects = null, proven = false } = more;
  const admission = { bookingId, reservationId, deadline: inSeconds(at, placingSeconds) };
  const asked = { now: at.toISOString(), cause, proId: pro.id, corrects };
  const count = (key: string, limits: QuotaLimits) =>
    admissionStep(domain, { key, admission, limits }, asked);
  // An address that is not proven is not told whether it is a patient's: the mail says it, and the link confirms none.
  const bookings = online && one && !strict ? 1 : null;
  const holds = online && !proven ? holdsPerPatient * allowance : null;
  // Under whichever of their records: a person is counted once.
  const steps = [count(seenKept(domain, pro.id, patientId), { bookings, holds })];
  const counted = online && strict;
  // Names cost nothing: requests are counted by who asks, not by the names they ask for.
  if (told && online)
    steps.push(count(forOthers(seenKept(domain, pro.id, told.contactId)), { bookings: null, holds }));
  const phone = phoneOf(pro.id, told?.contact ?? contact);
  if (phone === null || (!one && !counted)) return steps;
  const id = await pseudonyms.idOf(phone);
  // Each of a family may have a booking of their own.
  const byPhone = { bookings: told ? null : bookings, holds: counted ? holds : null };
  return [...steps, count(told ? forOthers(id) : id, byPhone)];
};

/** Whom the pro lets have one booking confirms no second; throws `booking-limit`. A phone that is unproven tells nothing. */
export const admitConfirmed = async (
  { domain, pseudonyms, strict }: Omit<AdmitDeps, 'holdsPerPatient'>,
  { pro, booking }: { pro: ProAccount; booking: PlacedBooking },
  { at, now, cause }: Pick<UnitOfWork, 'at' | 'now' | 'cause'>,
): Promise<void> => {
  if (!pro.options.patientBookingLimit || booking.status !== 'pending') return;
  const { bookingId, reservationId, patientId, contact, told } = booking;
  const phone = told || isErased(contact) || strict ? null : phoneOf(pro.id, contact);
  const person = await keptOf(domain, pro.id, patientId);
  const keys = [person, ...(phone ? [await pseudonyms.idOf(phone)] : [])];
  const admission = { bookingId, reservationId, deadline: inSeconds(at, placingSeconds) };
  const asked = { type: 'confirm', admission, limits: { bookings: 1, holds: null } } as const;
  for (const key of keys)
    await takeSettled(admissionStep(domain, { ...asked, key }, { now, cause, proId: pro.id }), cause);
};
