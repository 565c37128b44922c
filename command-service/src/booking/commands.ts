import { isGone } from '@visita/contracts/booking/status';
import { Rejection } from '@visita/contracts/problem';
import { deriveId } from '@visita/platform/core/derive-id';
import { step } from '@visita/platform/runtime/commit';
import type { Cause } from '@visita/platform/runtime/decider';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { requireBookingAt } from '../access.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Facts, factsFor } from '../facts.ts';
import type { Domain } from '../domain.ts';
import { readAhead } from './read-ahead.ts';
import { type Bookable, intervalOf, loadBookable, requireOffered, requireOpen } from './bookable.ts';
import type { AgendaState, Placing } from '../agenda/decider.ts';
import { admit, withdraw } from './admit.ts';
import { correctedBy, giveUp, rightToCorrect } from './correct.ts';
import type { Drafted, NewBooking, PlacedBooking } from './decider.ts';
import { requireGapless } from './gapless.ts';
import { isUnproven, requireProven } from '../pro/proven.ts';
import { loadPro } from '../pro/view.ts';
import { requireUnrestricted } from '../patient/restriction.ts';
import { registerSteps } from '../patient/register.ts';
import { type Command, handling, inSameTime, type UnitOfWork } from '../unit-of-work.ts';
import {
  agendasOf,
  buffersOf,
  inSeconds,
  placingSeconds,
  requireFree,
  reservationIdOf,
  reserveSteps,
} from './reserve.ts';
import { meetByCode, meetStranger, type Met, type Stranger } from './stranger.ts';
import { bookingView } from './view.ts';
import { type Asked, askedByPro, findWhose, makeWhose, type Whose } from './whose.ts';
import { patientColumns } from '@visita/read-model/patient/columns';
import { patientView } from '@visita/read-model/patient/view';

/** What follows from where it is booked, and by whom. */
type Derived =
  | 'bookingId'
  | 'reservationId'
  | 'proId'
  | 'clinicId'
  | 'hubId'
  | 'patientId'
  | 'timezone'
  | 'service';

/** Where somebody wants to be booked, what else is known of it, and of the caller where that is no pro. */
type Wish = {
  bookable: Bookable;
  asked: Asked;
  given: Omit<NewBooking, Derived | 'contact'>;
  placing: Placing;
  stranger?: Stranger;
  /** What is given up for it, once nothing else is in its way. */
  corrects?: PlacedBooking | null;
};

/** Whom somebody else books for is reached by them. */
const unreached = { email: null, prefix: null, phone: null } as const;

/** Stands for whom nobody knows, until they are given ids. */
const unknown = ({ told }: Asked, { id }: Cause): Whose => ({ patientId: id, contactId: told && id });

const draft = (
  { bookable: { hub, clinic, service }, given, asked }: Wish,
  { patientId, contactId }: Whose,
  cause: Cause,
): Drafted => {
  // A key used again for something else makes another booking, never another meaning of the first.
  const what = [cause.id, patientId, service.hubServiceId, given.start];
  return {
    ...given,
    contact: asked.contact,
    told: contactId && asked.told ? { contactId, contact: asked.told } : null,
    bookingId: deriveId(...what, 'booking'),
    reservationId: reservationIdOf(what, { ...given, ...buffersOf(service) }),
    proId: hub.proId,
    clinicId: clinic.id,
    hubId: hub.hubId,
    patientId,
    timezone: clinic.details.timezone,
    service,
  };
};

/**
 * A stranger who asks for a service of known patients gets the answer, and the time, that everybody gets, so that nobody
 * learns from it who is a patient; only the mail says that it comes to nothing.
 */
const declinedFor = async (
  { patients }: Pick<Domain, 'patients'>,
  { bookable, given }: Wish,
  patientId: string,
): Promise<Pick<Drafted, 'declined'>> => {
  if (given.placedBy === 'pro' || bookable.rules.bookableBy !== 'known') return {};
  const { state } = await patients.load(patientId);
  return state.status === 'registered' ? {} : { declined: 'not-known' };
};

type Arrival = { booking: Drafted; identified: () => Promise<Drafted> };

/**
 * Lets the booking in, or refuses it and leaves nothing: nothing is reserved yet, and whom nobody knows is given an id
 * only once they have brought what strangers have to bring.
 */
const letIn = async (deps: Dependencies, { booking, identified }: Arrival, wish: Wish, work: UnitOfWork) => {
  const { bookable, stranger } = wish;
  const corrects = wish.corrects?.bookingId ?? null;
  const counted = [booking.bookingId];
  const askingFor = (one: Drafted) => stranger && { booking: one, bookable, stranger, corrects, identified };
  const letInAs = async (whole: Drafted, met: Met | undefined): Promise<Drafted> => {
    const { proven = false, confirmBy = whole.confirmBy } = met ?? {};
    await admit(deps, { ...whole, pro: bookable.pro, corrects, proven }, work);
    return { ...whole, confirmBy };
  };
  try {
    const first = askingFor(booking);
    const met = first && (await meetStranger(deps, first, work));
    const whole = await identified();
    counted.push(whole.bookingId);
    // Somebody new needs a key before anything is written of them: it is made while they are counted.
    deps.personalKeys.keysFor([`patient-${whole.patientId}`]).catch(() => undefined);
    const asking = deps.rules.isOn('held-times') ? askingFor(whole) : undefined;
    if (!asking) return await letInAs(whole, met);
    await deps.liveHolds.rename(booking.bookingId, whole.bookingId);
    return await letInAs(whole, met).catch(async (error: unknown) => {
      if (!(error instanceof Rejection) || error.code !== 'hold-limit') throw error;
      return letInAs(whole, await meetByCode(deps, asking, work));
    });
  } catch (error) {
    if (error instanceof Rejection) for (const id of counted) await deps.liveHolds.end(id);
    throw error;
  }
};

type Room = { agendas: readonly AgendaState[]; wanted: Parameters<typeof requireFree>[1] };

/** Refuses at once what cannot be free; what is given up for it is in nobody's way. */
const requireRoom = async (
  { domain }: Dependencies,
  wish: Wish,
  { agendas, wanted }: Room,
): Promise<void> => {
  const corrects = wish.corrects?.bookingId ?? null;
  const others = agendas.map(({ taken }) => ({
    taken: taken.filter(({ bookingId }) => bookingId !== corrects),
  }));
  requireFree(others, wanted);
  await requireGapless(domain, wish.bookable, { ...wanted, corrects });
};

/** What was let in counts for nothing where it did not come about. */
const letGo = async (deps: Dependencies, booking: Drafted, { cause }: UnitOfWork): Promise<void> => {
  await withdraw(deps, booking, cause);
  await deps.liveHolds.end(booking.bookingId);
};

/** Reserves, then places: a crash in between costs the slot a minute, never a double booking. */
const place = async (deps: Facts, wish: Wish, work: UnitOfWork) => {
  const { at, now, cause, commit } = work;
  const { proId: treats } = wish.asked;
  const wantedBy = (whose: Whose) => {
    const drafted = draft(wish, whose, cause);
    const { proId, reservationId, bookingId, start, end } = drafted;
    const deadline = inSeconds(at, placingSeconds);
    const reservation = { reservationId, bookingId, start, end, ...buffersOf(drafted.service), deadline };
    return { drafted, wanted: { proId, reservation, placing: wish.placing, now, cause } };
  };
  const interval = { ...wish.given, ...buffersOf(wish.bookable.service) };
  const [known, agendas] = await Promise.all([
    findWhose(deps, wish.asked),
    agendasOf(deps.domain, treats, interval),
  ]);
  if (known !== null && wish.given.placedBy === 'pro')
    await requireUnrestricted(deps.domain, known.patientId);
  const first = wantedBy(known ?? unknown(wish.asked, cause));
  await requireRoom(deps, wish, { agendas, wanted: first.wanted });
  const declined = await declinedFor(deps.domain, wish, first.drafted.patientId);
  const identified = async () => {
    const whose = known ?? (await makeWhose(deps, wish.asked, cause));
    return { ...wantedBy(whose).drafted, ...declined };
  };
  const drafted = await letIn(deps, { booking: first.drafted, identified }, wish, work);
  const { told, ...booking } = drafted;
  const { wanted } = wantedBy({ patientId: booking.patientId, contactId: told?.contactId ?? null });
  const placing = async () => {
    if (wish.corrects) await giveUp(deps, wish.corrects, work);
    return commit({
      before: reserveSteps(deps.present, wanted),
      decide: step(deps.domain.bookings, booking.bookingId, { type: 'place', booking, told }),
      // What a pro places is confirmed at once; a patient is registered once they confirmed.
      after: () => (booking.placedBy === 'patient' ? [] : registerSteps(deps.domain, drafted)),
    });
  };
  const { state } = await placing().catch(async (error: unknown) => {
    if (error instanceof Rejection) await letGo(deps, drafted, work);
    throw error;
  });
  // A repeat finds the booking as it is by now.
  if (state.status === 'none' || isGone(state.status)) throw new Rejection('booking-not-active');
  return state;
};

const requestBooking: Command<'requestBooking'> = async ({ body, request }, work, deps) => {
  const facts = factsFor(deps);
  const { serviceHubId: hubServiceId, date } = body;
  readAhead(facts, { hubServiceId, date, email: body.contactInfo.email, placedBy: 'patient' });
  const bookable = await loadBookable(facts, hubServiceId, ({ clinic }) => {
    if (clinic.id !== body.clinicId || !clinic.onlineBooking) throw new Rejection('not-found');
  });
  const { pro } = bookable;
  if (isUnproven(deps, pro)) throw new Rejection('not-found');
  const interval = intervalOf(bookable, date);
  const corrected = await correctedBy(deps, body, interval.start);
  const corrects = corrected?.booking ?? null;
  requireOffered(bookable, interval, work.now);
  const { marketingPolicy, privacyPolicy: _consented, attendee, patientNotes, ...typed } = body.contactInfo;
  const longest = inSeconds(work.at, deps.holdMinutes * 60);
  const confirmBy = longest < interval.start ? longest : interval.start;
  const language = body.language ?? pro.options.comunicationsLanguage;
  const given = {
    ...interval,
    proNotes: '',
    language,
    placedBy: 'patient',
    marketingConsent: marketingPolicy,
    consent: { ...deps.consentTexts(language), language },
    confirmBy,
  } as const;
  const stranger = { address: request.address, proof: body.proof, code: body.code };
  const asked = {
    proId: pro.id,
    contact: attendee ? { ...unreached, ...attendee, patientNotes } : { ...typed, patientNotes },
    told: attendee ? typed : null,
  };
  const placing = place(facts, { bookable, asked, given, stranger, corrects, placing: 'online' }, work);
  // Somebody new is given an id and a key, which takes longer than finding who is known.
  const placed = deps.rules.isOn('neutral-answers') ? inSameTime(deps, placing) : placing;
  const { bookingId, confirmBy: held } = await placed;
  const right = rightToCorrect(deps, bookingId, corrected?.nth ?? 0);
  return { message: 'Booking requested', data: { id: bookingId, confirmBy: held ?? confirmBy, ...right } };
};

/** The patient as typed, with what their record says besides. */
const bookedPatient = async ({ domain }: Dependencies, patientId: string, { contact }: Asked) => {
  // Placing has just looked at it, or made it.
  const { state } = await domain.patients.load(patientId, 0);
  const { birthDate = null, under = null } = state.status === 'registered' ? state : {};
  return patientView({
    patient_id: patientId,
    ...patientColumns({ email: contact.email, contact, birthDate, under }),
  });
};

const placeBooking: Command<'placeBooking'> = async ({ body, caller }, work, deps) => {
  const { proId } = proOf(caller);
  const facts = factsFor(deps);
  const { hubServiceId, date } = body.booking;
  const email = body.patient.id === undefined ? body.patient.email : null;
  readAhead(facts, { hubServiceId, date, email, placedBy: 'pro' });
  const bookable = await loadBookable(facts, hubServiceId, (found) => requireBookingAt(found, proId));
  const { pro } = bookable;
  requireProven(deps, proId === pro.id ? pro : await loadPro(facts.domain, proId));
  const interval = intervalOf(bookable, date);
  requireOpen(bookable, interval, work.now);
  const asked = await askedByPro(facts, body.patient, { caller: proId, treats: pro.id });
  const { proNotes } = body.booking;
  const language = pro.options.comunicationsLanguage;
  const origin = { placedBy: 'pro', marketingConsent: false, confirmBy: null } as const;
  const given = { ...interval, proNotes, language, ...origin };
  const placing = body.booking.anyway ? 'anyway' : 'staff';
  const placed = await place(facts, { bookable, asked, given, placing }, work);
  const data = await bookingView(deps, placed, { viewerId: proId, place: bookable });
  const patient = await bookedPatient(deps, data.patient_id, asked);
  return { message: 'Booking created', data, patient };
};

/** Placing bookings: by a patient as a hold, by a pro at once. */
export const placingHandlers = (deps: Dependencies) => {
  const handle = handling(deps);
  return { requestBooking: handle(requestBooking), placeBooking: handle(placeBooking) } satisfies Handlers;
};
