import type { Contact } from '@visita/contracts/booking/events';
import type { Language } from '@visita/contracts/language';
import { isErased } from '@visita/contracts/event';
import { ProofNeeded, Rejection } from '@visita/contracts/problem';
import type { WaitingContact, WaitingDetails } from '@visita/contracts/waiting/events';
import { endOfWaiting, waitingDays } from '@visita/contracts/waiting/fit';
import { addDays } from '@visita/contracts/availability/zones';
import type { ManageLink } from '@visita/platform/auth/booking-token';
import { proOf } from '@visita/platform/auth/caller';
import type { CallContext } from '@visita/platform/http/calls';
import { deriveId } from '@visita/platform/ids/derive-id';
import { step } from '@visita/platform/runtime/commit';
import { requireBookingAt } from '../access.ts';
import type { PlacedBooking } from '../booking/decider.ts';
import { loadLinked } from '../booking/links.ts';
import { makePatientIds, mergesOf, personOfPro, type PatientIds } from '../booking/patient-ids.ts';
import { inSeconds } from '../booking/reserve.ts';
import { registerSteps } from '../patient/register.ts';
import { requireUnrestricted } from '../patient/restriction.ts';
import { isUnproven, requireProven } from '../pro/proven.ts';
import { loadPro } from '../pro/view.ts';
import { type Command, inSameTime, type UnitOfWork } from '../unit-of-work.ts';
import type { WaitingEntry } from './decider.ts';
import type { WaitingDeps } from './deps.ts';
import { loadOffering, type OfferingHub } from './place.ts';

type Context = CallContext<'joinWaitingList'>;
type Body = Context['body'];

/** Hours for which the mailed link of a visitor's entry is valid. */
const confirmHours = 24;
/** Maximum number of a person's entries with one professional; also of a visitor's new entries a day. */
const entriesPerPerson = 5;
/** Maximum number of entries that a booking's link makes one after the other. */
const entriesPerBooking = 20;

/** Person and origin of a new entry. */
type Joining = {
  readonly entryId: string;
  readonly hub: OfferingHub;
  readonly ids: PatientIds;
  readonly contact: WaitingContact;
  readonly language: Language;
  readonly joinedBy: 'patient' | 'pro';
  readonly confirmBy: string | null;
  readonly booking: PlacedBooking | null;
};

const windowOf = (
  { zones }: WaitingDeps,
  body: Body,
  { hub, booking }: Pick<Joining, 'hub' | 'booking'>,
  at: Date,
) => {
  const zone = zones(hub.clinic.details.timezone);
  const today = zone.dayOf(at);
  const from = body.from !== undefined && body.from > today ? body.from : today;
  const last = booking ? zone.dayOf(booking.start) : addDays(today, waitingDays);
  const until = body.until !== undefined && body.until < last ? body.until : last;
  if (until < from) throw new Rejection('period-inverted');
  return { timezone: zone.timezone, from, until, ends: endOfWaiting(zone, at, until) };
};

const entryOf = (deps: WaitingDeps, body: Body, joining: Joining, { at }: UnitOfWork) => {
  const { entryId, hub, ids, contact, language, joinedBy, confirmBy, booking } = joining;
  const { weekdays, fromTime, toTime } = body;
  const entry: WaitingDetails = {
    entryId,
    clinicId: hub.clinic.id,
    proId: hub.hub.proId,
    patientId: ids.patientId,
    contact,
    clinicServiceId: booking?.service.clinicServiceId ?? body.clinicServiceId,
    proIds: [...new Set(body.proIds)],
    weekdays: [...new Set(weekdays)].toSorted((one, other) => one - other),
    fromTime,
    toTime,
    ...windowOf(deps, body, joining, at),
    language,
    joinedBy,
    confirmBy,
    bookingId: booking?.bookingId ?? null,
  };
  return entry;
};

/** Requires a proof of work of visitors in strict mode. */
const requireProof = async ({ strict, proofs }: WaitingDeps, body: Body, now: Date): Promise<void> => {
  if (!strict) return;
  const purpose = JSON.stringify(['waiting list', body.clinicServiceId, body.contactInfo?.email]);
  const asked = { purpose, now, load: 0 };
  if (body.proof !== undefined && (await proofs.isSolved(body.proof, asked))) return;
  throw new ProofNeeded(await proofs.challenge(asked));
};

const isBookable = (deps: WaitingDeps, { clinic, hub }: OfferingHub, clinicServiceId: string) => {
  const service = clinic.services.find((one) => one.clinicServiceId === clinicServiceId);
  const state = deps.domain.pros.peek(hub.proId);
  const proven = state.status !== 'registered' || !isUnproven(deps, state);
  return clinic.onlineBooking && service?.bookableBy !== 'staff' && proven;
};

/** Joins a visitor. The answer is the same for everyone; too many entries are not stored. */
const joinVisitor = async (deps: WaitingDeps, { body }: Context, work: UnitOfWork): Promise<void> => {
  const { contactInfo: typed } = body;
  if (!typed) throw new Rejection('malformed-request', 'Name the person: contactInfo, token or patient.');
  const { domain } = deps;
  const hubs = await loadOffering(domain, body);
  await Promise.all(hubs.map(({ hub }) => domain.pros.load(hub.proId)));
  const hub = hubs.find((one) => isBookable(deps, one, body.clinicServiceId));
  if (!hub) throw new Rejection('not-found');
  await requireProof(deps, body, work.at);
  const { privacyPolicy: _consented, ...contact } = typed;
  const person = { proId: hub.hub.proId, contact: { ...contact, patientNotes: '' }, told: null };
  const { comunicationsLanguage } = (await loadPro(domain, hub.hub.proId)).options;
  const language = body.language ?? comunicationsLanguage;
  const confirmBy = inSeconds(work.at, confirmHours * 3_600);
  const checked = { hub, contact, language, joinedBy: 'patient', confirmBy, booking: null } as const;
  const merges = await mergesOf(deps, person.proId);
  // An inverted window is refused before anything is written.
  windowOf(deps, body, checked, work.at);
  const ids = await makePatientIds(deps, { person, merges }, work.cause);
  const { length } = await deps.waitingEntries.ofPatient(ids.patientId);
  const day = work.now.slice(0, 10);
  const next = await nextEntry(deps, [ids.patientId, day], entriesPerPerson, () => false);
  if (length >= entriesPerPerson || next === null) return;
  const entry = entryOf(deps, body, { ...checked, ids, entryId: next }, work);
  await work.execute(domain.waits, entry.entryId, { type: 'join', entry });
};

/**
 * Returns the first of some derived ids that has no entry, or has one that goes on; null if there is none. Requests
 * at the same time get the same id, so that they cannot make more entries, and send more mails, than allowed.
 */
const nextEntry = async (
  { domain }: WaitingDeps,
  of: readonly string[],
  maximum: number,
  goesOn: (entry: WaitingEntry) => boolean,
): Promise<string | null> => {
  for (let nth = 1; nth <= maximum; nth += 1) {
    const entryId = deriveId(...of, `waiting entry ${nth}`);
    const { state } = await domain.waits.load(entryId);
    if (state.status === 'none' || goesOn(state)) return entryId;
  }
  return null;
};

/** Joins the patient of a booking, who wants an earlier time. */
const joinByLink = async (
  deps: WaitingDeps,
  { body }: Context,
  work: UnitOfWork,
  link: ManageLink,
): Promise<string> => {
  const { domain } = deps;
  const { bookingId } = link;
  const booking = await loadLinked(domain, link, work.at);
  if (booking.clinicId !== body.clinicId) throw new Rejection('not-found');
  if (booking.status !== 'confirmed' || booking.start <= work.now) throw new Rejection('booking-not-active');
  const { contact: typed, told, language, service } = booking;
  if (isErased(typed)) throw new Rejection('patient-erased');
  const isOpen = ({ status }: WaitingEntry) => status === 'waiting';
  const entryId = await nextEntry(deps, [bookingId], entriesPerBooking, isOpen);
  if (entryId === null) throw new Rejection('too-many');
  const reached = told && !isErased(told.contact) ? told.contact : typed;
  const { clinicId, proId, patientId } = booking;
  const wish = { clinicId, clinicServiceId: service.clinicServiceId, proIds: [proId] };
  const [hub] = await loadOffering(domain, wish);
  const { email, prefix, phone } = reached;
  const contact = { name: typed.name, email, prefix, phone };
  const ids = { patientId, contactId: told?.contactId ?? null };
  const made = { hub, ids, contact, language, confirmBy: null, booking } as const;
  // A link moves its visit to another time, never to a colleague.
  const own = { ...body, proIds: [proId] };
  const entry = entryOf(deps, own, { ...made, entryId, joinedBy: 'patient' }, work);
  await work.execute(domain.waits, entryId, { type: 'join', entry });
  return entryId;
};

type Listed = NonNullable<Body['patient']>;

/** Returns the hub on whose professional's list the person is. */
const hubOf = async (
  { domain }: WaitingDeps,
  [first, ...others]: readonly [OfferingHub, ...OfferingHub[]],
  { id }: Listed,
): Promise<OfferingHub> => {
  if (id === undefined) return first;
  const { state } = await domain.patients.load(id);
  const lists = state.status === 'registered' ? state.proId : null;
  return [first, ...others].find(({ hub }) => hub.proId === lists) ?? first;
};

/** Joins a person on behalf of staff, and registers them. */
const joinByStaff = async (
  deps: WaitingDeps,
  { body, caller }: Context,
  work: UnitOfWork,
  typed: Listed,
): Promise<string> => {
  const { domain } = deps;
  const { proId: callerId } = proOf(caller);
  requireProven(deps, await loadPro(domain, callerId));
  const hubs = await loadOffering(domain, body);
  for (const hub of hubs) requireBookingAt(hub, callerId);
  const hub = await hubOf(deps, hubs, typed);
  const treats = hub.hub.proId;
  const person = await personOfPro(deps, typed, { caller: callerId, treats });
  if (person.listed) await requireUnrestricted(domain, person.listed.patientId);
  const ids = await makePatientIds(deps, { person, merges: await mergesOf(deps, treats) }, work.cause);
  // Strangers can make entries of anyone, which count for staff once their link was used.
  const { length } = await deps.waitingEntries.ofPatient(ids.patientId, { waiting: true });
  if (length >= entriesPerPerson) throw new Rejection('too-many');
  const { email, prefix, phone } = person.told ?? person.contact;
  const contact = { name: person.contact.name, email, prefix, phone };
  const { comunicationsLanguage } = (await loadPro(domain, treats)).options;
  const language = body.language ?? comunicationsLanguage;
  const entryId = deriveId(work.cause.id, ids.patientId, 'waiting entry');
  const made = { hub, ids, contact, language, confirmBy: null, booking: null } as const;
  const entry = entryOf(deps, body, { ...made, entryId, joinedBy: 'pro' }, work);
  const told = person.told && ids.contactId ? { contactId: ids.contactId, contact: person.told } : null;
  const record: Contact = person.contact;
  await domain.patients.load(ids.patientId);
  if (told) await domain.patients.load(told.contactId);
  await work.commit({
    decide: step(domain.waits, entry.entryId, { type: 'join', entry }),
    after: () =>
      registerSteps(domain, { patientId: ids.patientId, proId: treats, contact: record, told, language }),
  });
  if (body.urgent) await work.execute(domain.waits, entry.entryId, { type: 'set-urgent', urgent: true });
  return entry.entryId;
};

/** Puts a person on the list: by staff, by a booking's link, or a visitor who confirms by mail. */
export const joinWaitingList: Command<'joinWaitingList', WaitingDeps> = async (context, work, deps) => {
  const { body, caller } = context;
  const message = 'Waiting list joined';
  if (body.token !== undefined) {
    const link = deps.bookingTokens.readManage(body.token);
    if (link === null) throw new Rejection('token-invalid');
    return { message, data: { id: await joinByLink(deps, context, work, link) } };
  }
  if (body.patient) {
    if (caller.kind !== 'pro') throw new Rejection('unauthenticated');
    return { message, data: { id: await joinByStaff(deps, context, work, body.patient) } };
  }
  const joining = joinVisitor(deps, context, work);
  // Creating the id and key of a new patient takes longer than finding a known one.
  await (deps.strict ? inSameTime(deps, joining) : joining);
  return { message, data: { id: null } };
};
