import { isErased, readable } from '@visita/contracts/event';
import { mobileOf } from '@visita/contracts/messages/mobile';
import { Rejection } from '@visita/contracts/problem';
import { endsRecalls, isDue, recallTimes } from '@visita/contracts/recall/rules';
import type { RecallOutcome } from '@visita/contracts/recall/views';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { deriveId } from '@visita/platform/ids/derive-id';
import { loadClinic, membershipOf, runsCalendar } from '../access.ts';
import type { PlacedBooking } from '../booking/decider.ts';
import { loadBooking } from '../booking/links.ts';
import type { Dependencies } from '../dependencies.ts';
import { keptOf } from '../patient/merged.ts';
import { requireProven } from '../pro/proven.ts';
import { loadPro } from '../pro/view.ts';
import { type Command, handling, type UnitOfWork } from '../unit-of-work.ts';

type RecallDeps = Pick<Dependencies, 'domain' | 'now' | 'strict'>;

/** Reads past visits for staff: of all professionals, or of the caller. Throws `not-found`. */
const staffedVisits = async (
  { domain }: RecallDeps,
  { clinicId, bookingIds }: { clinicId: string; bookingIds: readonly string[] },
  callerId: string,
): Promise<Map<string, PlacedBooking>> => {
  const clinic = await loadClinic(domain, clinicId);
  const runs = runsCalendar(clinic, callerId);
  if (!runs && !membershipOf(clinic, callerId)) throw new Rejection('not-found');
  const visits = new Map<string, PlacedBooking>();
  for (const bookingId of new Set(bookingIds)) {
    const visit = await loadBooking(domain, bookingId);
    if (visit.clinicId !== clinicId || (!runs && visit.proId !== callerId)) throw new Rejection('not-found');
    visits.set(bookingId, visit);
  }
  return visits;
};

/** Returns the reason for which a person gets no invitation; null if there is none. */
const refusalOf = async (
  { domain }: RecallDeps,
  patientId: string,
  sendsTexts: boolean,
): Promise<{ refused: RecallOutcome | null; tags: readonly string[]; reachable: boolean }> => {
  const { state } = await domain.patients.load(patientId);
  const refuse = (refused: RecallOutcome) => ({ refused, tags: [], reachable: false });
  if (state.status !== 'registered' || state.restricted || state.suspended !== null)
    return refuse('not-possible');
  const tags = isErased(state.tags) ? [] : state.tags;
  if (tags.some(endsRecalls) || state.messages.stopped || !state.messages.recalls) return refuse('stopped');
  const contact = readable(state.contact);
  const isTexted = sendsTexts && state.messages.allTexts && contact !== null && mobileOf(contact) !== null;
  return { refused: null, tags, reachable: typeof state.email === 'string' || isTexted };
};

const outcomeOf = async (
  deps: RecallDeps,
  patientId: string,
  { visit, now }: { visit: PlacedBooking; now: string },
): Promise<RecallOutcome> => {
  const { domain } = deps;
  const { proId, start, status, service } = visit;
  const [{ state: pro }, { state: patient }] = await Promise.all([
    domain.pros.load(proId),
    domain.patients.load(patientId),
  ]);
  const sendsTexts = pro.status === 'registered' && pro.messages.provider !== null;
  const own = await refusalOf(deps, patientId, sendsTexts);
  if (own.refused !== null) return own.refused;
  const last = { clinicServiceId: service.clinicServiceId, start };
  const rules = pro.status === 'registered' ? pro.recallRules : [];
  const happened = status === 'confirmed' || status === 'orfan';
  if (!happened || !rules.some((rule) => isDue(rule, last, { tags: own.tags, now }))) return 'not-due';
  const under = patient.status === 'registered' ? patient.under : null;
  if (!under) return own.reachable ? 'invited' : 'no-address';
  // The person who answers for a patient gets mails only.
  const told = await refusalOf(deps, await keptOf(domain, proId, under.responsibleId), false);
  return told.refused ?? (told.reachable ? 'invited' : 'no-address');
};

const make = async (
  deps: RecallDeps,
  { bookingId, visit }: { bookingId: string; visit: PlacedBooking },
  { at, now, cause, execute }: UnitOfWork,
): Promise<RecallOutcome> => {
  const { proId, clinicId, service } = visit;
  const patientId = await keptOf(deps.domain, proId, visit.patientId);
  const outcome = await outcomeOf(deps, patientId, { visit, now });
  if (outcome !== 'invited') return outcome;
  const recall = {
    recallId: deriveId(cause.id, patientId, 'recall'),
    patientId,
    proId,
    clinicId,
    bookingId,
    clinicServiceId: service.clinicServiceId,
    by: 'staff' as const,
    ...recallTimes(at),
  };
  try {
    await execute(deps.domain.recalls, patientId, { type: 'make', recall });
    return 'invited';
  } catch (error) {
    if (error instanceof Rejection && error.code === 'recall-open') return 'open';
    throw error;
  }
};

const sendRecalls: Command<'sendRecalls', RecallDeps> = async ({ body, caller }, work, deps) => {
  const { proId } = proOf(caller);
  const visits = await staffedVisits(deps, body, proId);
  requireProven(deps, await loadPro(deps.domain, proId));
  const data: { booking_id: string; outcome: RecallOutcome }[] = [];
  for (const [bookingId, visit] of visits)
    data.push({ booking_id: bookingId, outcome: await make(deps, { bookingId, visit }, work) });
  return { message: 'Invitations sent', data };
};

/** Returns the handlers of recalls. */
export const recallHandlers = (deps: RecallDeps) => {
  const handle = handling(deps);
  return { sendRecalls: handle(sendRecalls) } satisfies Handlers;
};
