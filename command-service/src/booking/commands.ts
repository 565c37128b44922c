import { patientColumns } from '@visita/read-model/patient/columns';
import { patientView } from '@visita/read-model/patient/view';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import type { Dependencies } from '../dependencies.ts';
import { type Command, handling, inSameTime } from '../unit-of-work.ts';
import { rightToCorrect } from './correct.ts';
import { place } from './place.ts';
import { requestOfPatient, requestOfPro } from './request.ts';
import { bookingView } from './view.ts';
import type { Asked } from './whose.ts';

const requestBooking: Command<'requestBooking'> = async (context, work, deps) => {
  const placing = place(deps, requestOfPatient(context), work);
  // A new patient is given an id and a key, which takes longer than finding a known one.
  const placed = await (deps.rules.isOn('neutral-answers') ? inSameTime(deps, placing) : placing);
  const { booking, facts, draft } = placed;
  const { bookingId: id, start } = booking;
  const confirmBy = booking.confirmBy ?? draft.confirmBy ?? start;
  const right = rightToCorrect(deps, id, facts.corrected?.nth ?? 0);
  return { message: 'Booking requested', data: { id, confirmBy, ...right } };
};

/** Returns the patient as typed, with what their record says besides. */
const bookedPatient = async ({ domain }: Dependencies, patientId: string, { contact }: Asked) => {
  // Placing has just read or made the record.
  const { state } = await domain.patients.load(patientId, 0);
  const { birthDate = null, under = null } = state.status === 'registered' ? state : {};
  return patientView({
    patient_id: patientId,
    ...patientColumns({ email: contact.email, contact, birthDate, under }),
  });
};

const placeBooking: Command<'placeBooking'> = async (context, work, deps) => {
  const { booking, facts } = await place(deps, requestOfPro(context), work);
  const viewerId = proOf(context.caller).proId;
  const data = await bookingView(deps, booking, { viewerId, place: facts.bookable });
  const patient = await bookedPatient(deps, data.patient_id, facts.asked);
  return { message: 'Booking created', data, patient };
};

/** Placing bookings: by a patient as a hold, by a pro at once. */
export const placingHandlers = (deps: Dependencies) => {
  const handle = handling(deps);
  return { requestBooking: handle(requestBooking), placeBooking: handle(placeBooking) } satisfies Handlers;
};
