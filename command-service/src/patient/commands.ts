import { isErased } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import { type Caller, type Handlers, proOf } from '@visita/platform/http/calls';
import { causeOf, type Dependencies } from '../dependencies.ts';

/** A pro's own patient records. */
export const patientHandlers = ({ domain, pseudonyms, now }: Dependencies) => {
  /** The record of a patient who is there, for the pro whose it is; to others there is none. */
  const own = async (patientId: string, caller: Caller) => {
    const { state } = await domain.patients.load(patientId);
    if (state.status !== 'registered' || state.proId !== proOf(caller).proId || isErased(state.email)) {
      throw new Rejection('not-found');
    }
    return { proId: state.proId, email: state.email };
  };

  const updatePatient: Handlers['updatePatient'] = async ({ body, caller, request, wrote }) => {
    const { patientId, name, prefix, phone } = body;
    const { email } = await own(patientId, caller);
    const command = { type: 'update', contact: { name, prefix, phone } } as const;
    const updated = await domain.patients.execute(patientId, command, causeOf(request, now()));
    if (updated.position) wrote(updated.position);
    return {
      message: 'Patient data updated successfully',
      data: { id: patientId, name, email, prefix, phone },
    };
  };

  /** The patient is shown nowhere from now on; a process erases what is left of them. */
  const erasePatient: Handlers['erasePatient'] = async ({ params, caller, request, wrote }) => {
    const { patientId } = params;
    const { proId } = await own(patientId, caller);
    const command = { type: 'request-erasure', patientId, proId } as const;
    const requested = await domain.patients.execute(patientId, command, causeOf(request, now()));
    if (requested.position) wrote(requested.position);
    // Whoever books with this email from now on is somebody new.
    await pseudonyms.forgetId(patientId);
    return { message: 'Patient erased', data: null };
  };

  return { updatePatient, erasePatient } satisfies Handlers;
};
