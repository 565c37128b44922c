import { patientColumns } from '@visita/read-model/patient/columns';
import { patientView } from '@visita/read-model/patient/view';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { type Command, handling, handlingPhases, inSameTime, type PhasedCommand } from '../unit-of-work.ts';
import { rightToCorrect } from './correct.ts';
import { readFacts } from './facts.ts';
import { type Asking, place } from './place.ts';
import { requestOfPatient, requestOfPro } from './request.ts';
import { bookingView } from './view.ts';
import type { BookedPerson } from './patient-ids.ts';
import type { PlacingDeps } from './deps.ts';

const requestBooking: Command<'requestBooking', PlacingDeps> = async (context, work, deps) => {
  const request = requestOfPatient(context);
  const placing = readFacts(deps, request, work.now).then((facts) => place(deps, { request, facts }, work));
  // Creating the id and key of a new patient takes longer than finding a known one.
  const placed = await (deps.strict ? inSameTime(deps, placing) : placing);
  const { booking, facts, draft } = placed;
  const { bookingId: id, start } = booking;
  const confirmBy = booking.confirmBy ?? draft.confirmBy ?? start;
  const right = rightToCorrect(deps, id, facts.corrected?.nth ?? 0);
  return { message: 'Booking requested', data: { id, confirmBy, ...right } };
};

/**
 * Returns the contact as typed, with birth date and responsible person from the patient's record.
 */
const bookedPatient = async ({ domain }: PlacingDeps, patientId: string, { contact }: BookedPerson) => {
  // The cached record is current: placing has just read or written it.
  const { state } = await domain.patients.load(patientId, 0);
  const { birthDate = null, under = null, language } = state.status === 'registered' ? state : {};
  return patientView({
    patient_id: patientId,
    ...patientColumns({ email: contact.email, contact, birthDate, language, under }),
  });
};

const placeBooking: PhasedCommand<'placeBooking', Asking & { readonly viewerId: string }, PlacingDeps> = {
  read: async (context, now, deps) => {
    const request = requestOfPro(context);
    const { proId: viewerId } = proOf(context.caller);
    return { request, viewerId, facts: await readFacts(deps, request, now) };
  },
  decide: async ({ viewerId, ...asking }, work, deps) => {
    const { booking, facts } = await place(deps, asking, work);
    const data = await bookingView(deps, booking, { viewerId, place: facts.bookable });
    const patient = await bookedPatient(deps, data.patient_id, facts.person);
    return { message: 'Booking created', data, patient };
  },
};

/**
 * Returns the handlers that place bookings: as a hold for a patient, confirmed at once for a pro.
 */
export const placingHandlers = (deps: PlacingDeps) => {
  return {
    requestBooking: handling(deps)(requestBooking),
    placeBooking: handlingPhases(deps)(placeBooking),
  } satisfies Handlers;
};
