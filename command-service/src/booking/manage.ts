import { isSettled } from '@visita/contracts/booking/attendance-rules';
import { bookingEvents } from '@visita/contracts/booking/events';
import type { ManagedBooking } from '@visita/contracts/booking/views';
import { Rejection } from '@visita/contracts/problem';
import type { Caller } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { step, takeSteps } from '@visita/platform/runtime/commit';
import { type HubAtClinic, loadHub } from '../access.ts';
import type { ProAccount } from '../pro/state.ts';
import { servicesView } from '@visita/read-model/booking/services';
import { fullName } from '../pro/view.ts';
import { begin, type Reads, readOnce } from './read-once.ts';
import { handlingPhases, type PhasedCommand, type UnitOfWork } from '../unit-of-work.ts';
import { loadBookable, requireOffered } from './bookable.ts';
import type { PlacedBooking } from './decider.ts';
import { beginPlace } from './facts.ts';
import { loadLinked } from './links.ts';
import { calendarFile } from './calendar-file.ts';
import { instructionsOf } from './instructions.ts';
import { moveBooking, type MoveFacts, readMove } from './move.ts';
import { buffersOf, leavingSteps, loadAgendas } from './reserve.ts';
import { bookedServices } from './several-services.ts';
import { surveyOf } from './visit-survey.ts';
import type { BookingDeps } from './deps.ts';

const isGone = ({ status }: PlacedBooking): boolean => status === 'cancelled' || status === 'lapsed';

const hasTimes = ({ clinic, member }: HubAtClinic): boolean =>
  clinic.status === 'active' && clinic.onlineBooking && member.status === 'active';

/**
 * Hours before the start until which the patient may change the booking; 0 if the professional's
 * account is deleted.
 */
const noticeOf = (pro: ProAccount | null): number => pro?.options.manageNoticeHours ?? 0;

const changeableUntil = ({ start }: PlacedBooking, pro: ProAccount | null): string =>
  new Date(Date.parse(start) - noticeOf(pro) * 3_600_000).toISOString();

/** A booking that is changed by a mailed link, with its place and professional. */
type ManagedFacts = {
  readonly booking: PlacedBooking;
  /**
   * Null if the professional's account was deleted: the patient can still see and cancel the
   * booking.
   */
  readonly pro: ProAccount | null;
  /** Place of the visit; the patient can cancel even if it no longer exists. */
  readonly place: Promise<HubAtClinic>;
};

/** Reads the booking of the caller's token. Throws `token-invalid`, `not-found` or `token-expired`. */
const readManaged = async ({ domain }: Reads, caller: Caller, now: string): Promise<ManagedFacts> => {
  if (caller.kind !== 'booking') throw new Rejection('token-invalid');
  const booking = await loadLinked(domain, caller, new Date(now));
  const { hubId, clinicId, proId } = booking;
  begin(domain.clinics.load(clinicId), loadAgendas(domain, { ...booking, ...buffersOf(booking.service) }));
  const place = loadHub(domain, hubId);
  begin(place);
  const { state } = await domain.pros.load(proId);
  return { booking, place, pro: state.status === 'registered' ? state : null };
};

const requireChangeable = ({ booking, pro }: ManagedFacts, now: string): void => {
  if (isGone(booking)) throw new Rejection('booking-not-active');
  if (now > changeableUntil(booking, pro)) throw new Rejection('notice-limit');
};

const canAnswer = ({ status, attendance, start }: PlacedBooking, at: Date): boolean =>
  status === 'confirmed' && !isSettled(attendance) && at.toISOString() < start;

const view = async (
  deps: BookingDeps,
  { booking, pro, ...facts }: ManagedFacts,
  at: Date,
): Promise<ManagedBooking> => {
  const place = await facts.place;
  const { name, address, city, phone = '', email = '' } = place.clinic.details;
  const professional = pro === null ? name : fullName(pro);
  const zone = deps.zones(booking.timezone);
  const until = changeableUntil(booking, pro);
  const changeable = !isGone(booking) && !isSettled(booking.attendance) && at.toISOString() <= until;
  return {
    status: booking.status,
    date: zone.offsetIso(booking.start),
    ending_date: zone.offsetIso(booking.end),
    timezone: booking.timezone,
    service: booking.service.serviceName,
    duration: booking.service.duration,
    hub_service_id: booking.service.hubServiceId,
    clinic_service_id: booking.service.clinicServiceId,
    ...servicesView(booking.service),
    clinic_id: booking.clinicId,
    clinic_name: name,
    clinic_address: `${address}, ${city}`,
    clinic_phone: phone,
    clinic_email: email,
    ...instructionsOf(booking.service, place.clinic),
    professional,
    changeable_until: zone.offsetIso(until),
    notice_hours: noticeOf(pro),
    can_cancel: changeable,
    can_answer: canAnswer(booking, at),
    ...(booking.answer === null ? {} : { visit_answer: booking.answer }),
    can_move: changeable && booking.status === 'confirmed' && hasTimes(place),
    language: booking.language,
    calendar_file: await calendarFile(deps, booking, { clinic: place.clinic.details, professional, at }),
    ...(await surveyOf(deps.domain, booking, at)),
  };
};

const getManagedBooking: PhasedCommand<'getManagedBooking', ManagedFacts, BookingDeps> = {
  read: ({ caller }, now, deps) => readManaged(readOnce(deps), caller, now),
  decide: async (facts, { at }, deps) => ({ message: 'Booking', data: await view(deps, facts, at) }),
};

type ManagedMove = { readonly managed: ManagedFacts; readonly move: MoveFacts };

const moveManagedBooking: PhasedCommand<'moveManagedBooking', ManagedMove, BookingDeps> = {
  read: async ({ body: { date }, caller }, now, deps) => {
    const reads = readOnce(deps);
    const managed = await readManaged(reads, caller, now);
    const { booking } = managed;
    const services = bookedServices(booking.service);
    beginPlace(reads, { hubServiceId: services[0], hubServiceIds: services, date });
    const bookable = await loadBookable(reads, services, ({ clinic }) => {
      if (!clinic.onlineBooking) throw new Rejection('slot-not-offered');
    });
    const request = { booking, bookable, date, by: 'patient', placing: 'online' } as const;
    return { managed, move: await readMove(reads, request, now) };
  },
  decide: async ({ managed, move }, work, deps) => {
    const { at, now, cause } = work;
    const { booking, bookable, interval } = move;
    const answer = async (shown: PlacedBooking) => ({
      message: 'Booking updated',
      data: await view(deps, { ...managed, booking: shown }, at),
    });
    // The request is a repeat after a lost answer: the booking has already moved.
    if (booking.status === 'confirmed' && booking.start === interval.start) {
      await takeSteps(leavingSteps(deps.domain, booking), cause);
      return answer(booking);
    }
    requireChangeable(managed, now);
    requireOffered(bookable, interval, now);
    return answer(await moveBooking(deps, move, work));
  },
};

/** Cancels the booking for its patient, and releases its time. */
const cancel = async (facts: ManagedFacts, { at, commit }: UnitOfWork, deps: BookingDeps) => {
  const { state } = await commit({
    decide: step(deps.domain.bookings, facts.booking.bookingId, { type: 'cancel', by: 'patient' }),
    after: (cancelled) => leavingSteps(deps.domain, cancelled),
  });
  if (state.status === 'none') throw new Rejection('not-found');
  return view(deps, { ...facts, booking: state }, at);
};

const cancelManagedBooking: PhasedCommand<'cancelManagedBooking', ManagedFacts, BookingDeps> = {
  read: ({ caller }, now, deps) => readManaged(readOnce(deps), caller, now),
  decide: async (facts, work, deps) => {
    if (facts.booking.status !== 'cancelled') requireChangeable(facts, work.now);
    return { message: 'Booking deleted', data: await cancel(facts, work, deps) };
  },
};

const getVisitAnswer: PhasedCommand<'getVisitAnswer', ManagedFacts, BookingDeps> = {
  read: ({ caller }, now, deps) => readManaged(readOnce(deps), caller, now),
  decide: async (facts, { at }, deps) => ({ message: 'Visit', data: await view(deps, facts, at) }),
};

type AnsweredFacts = { readonly managed: ManagedFacts; readonly coming: boolean };

/** A patient who cannot come cancels until the notice limit; later the practice decides. */
const answerVisit: PhasedCommand<'answerVisit', AnsweredFacts, BookingDeps> = {
  read: async ({ caller, body: { coming } }, now, deps) => ({
    managed: await readManaged(readOnce(deps), caller, now),
    coming,
  }),
  decide: async ({ managed, coming }, work, deps) => {
    const { booking, pro } = managed;
    const { at, now, execute } = work;
    const cancels = !coming && (booking.status === 'cancelled' || now <= changeableUntil(booking, pro));
    if (cancels) return { message: 'Booking deleted', data: await cancel(managed, work, deps) };
    const command = { type: 'answer', answer: coming ? 'coming' : 'not-coming', now } as const;
    const { state } = await execute(deps.domain.bookings, booking.bookingId, command);
    if (state.status === 'none') throw new Rejection('not-found');
    return { message: 'Answer saved', data: await view(deps, { ...managed, booking: state }, at) };
  },
};

/**
 * Daily limits of events that the holder of a link can add to one booking, if they are lower than
 * for other events. The limit is lower because each event mails the professional.
 */
export const addedByLink: ReadonlyMap<string, number> = new Map([
  [bookingEvents.BookingMoved.type, 20],
  [bookingEvents.VisitAnswered.type, 20],
]);

/** Returns the handlers of a patient's mailed link: see, move and cancel one booking. */
export const manageHandlers = (deps: BookingDeps) => {
  const handle = handlingPhases(deps);
  return {
    getManagedBooking: handle(getManagedBooking),
    moveManagedBooking: handle(moveManagedBooking),
    cancelManagedBooking: handle(cancelManagedBooking),
    getVisitAnswer: handle(getVisitAnswer),
    answerVisit: handle(answerVisit),
  } satisfies Handlers;
};
