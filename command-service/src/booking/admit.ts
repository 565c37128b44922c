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

/** `proId`: the professional of the counted patients; `corrects`: the booking that is given up for this one. */
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

/**
 * Returns the standing of an admitted booking. If the booking was not placed in time, an event in
 * its stream keeps it from ever being placed.
 */
const standingOf = async (domain: Domain, admission: Admission, at: At): Promise<Standing> => {
  const { now, cause, proId, corrects } = at;
  const { bookingId, reservationId, deadline } = admission;
  if (bookingId === corrects) return 'gone';
  const { state } = await domain.bookings.load(bookingId);
  // A booking that was moved to a colleague may come back.
  if (state.status !== 'none') return state.proId === proId ? standingOfPlaced(state, now) : 'idle';
  if (state.abandoned.includes(reservationId)) return 'gone';
  if (deadline > now) return 'held';
  return (await isAbandoned(domain, admission, { resourceId: professionalResource(proId), now, cause }))
    ? 'gone'
    : 'held';
};

type Counting = { key: string; admission: Admission; limits: QuotaLimits; type?: 'admit' | 'confirm' };

/**
 * Makes the step that counts a booking against the limits of a person or phone. After a refusal the counted bookings
 * are read again.
 */
const admissionStep = (
  domain: Domain,
  { key, admission, limits, type = 'admit' }: Counting,
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

/** Returns the value that identifies a phone among a pro's patients; null if there is none. */
export const phoneOf = (proId: string, { prefix, phone }: Phone): PersonalValue | null =>
  prefix === null || phone === null ? null : { kind: 'phone', scope: proId, value: prefix + phone };

type Admitted = Pick<BookingDetails, 'bookingId' | 'reservationId' | 'patientId' | 'placedBy'> & {
  contact: Phone;
  /** The person who booked for the patient. */
  told: { readonly contactId: string; readonly contact: Phone } | null;
  pro: ProAccount;
  corrects?: string | null;
  /**
   * Whether the email address was verified by a mailed code, so that holds of others in its name do
   * not count.
   */
  proven?: boolean;
};

/**
 * Returns the key under which a person's holds for others are counted, separately from holds for
 * the person.
 */
const forOthers = (key: string): string => deriveId(key, 'for others');

type AdmitDeps = Pick<Dependencies, 'domain' | 'pseudonyms' | 'holdsPerPatient' | 'strict'>;

/**
 * Makes the steps that count a booking; refuses with `booking-limit` or `hold-limit`. The limits
 * apply to patients: a booking by a pro is only counted. Phones are counted only if the pro allows
 * one booking per patient, or if strangers' holds are counted. These steps come before the
 * reservation: a booking that was never placed no longer counts after its deadline.
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
  // A stranger must not learn whether an email address belongs to a patient. Only the mail says
  // that the limit is reached, and its link does not confirm.
  const bookings = online && one && !strict ? 1 : null;
  const holds = online && !proven ? holdsPerPatient * allowance : null;
  // All merged records of a person share one count.
  const steps = [count(seenKept(domain, pro.id, patientId), { bookings, holds })];
  const counted = online && strict;
  // Requests for dependants are counted for the person who asks, since names can be made up.
  if (told && online)
    steps.push(count(forOthers(seenKept(domain, pro.id, told.contactId)), { bookings: null, holds }));
  const phone = phoneOf(pro.id, told?.contact ?? contact);
  if (phone === null || (!one && !counted)) return steps;
  const id = await pseudonyms.idOf(phone);
  // Each member of a family may have a booking.
  const byPhone = { bookings: told ? null : bookings, holds: counted ? holds : null };
  return [...steps, count(told ? forOthers(id) : id, byPhone)];
};

/**
 * Counts a confirmed booking if the pro allows one booking per patient; throws `booking-limit`. An
 * unverified phone is not counted.
 */
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
