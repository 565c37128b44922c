import { isErased } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import { type Caller, proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import type { Dependencies } from '../dependencies.ts';
import { unitsOfWork } from '../unit-of-work.ts';

/** A pro's own patient records. */
export const patientHandlers = ({ domain, pseudonyms, now }: Dependencies) => {
  const begin = unitsOfWork(now);

  /** The record of a patient who is there, for the pro whose it is; to others there is none. */
  const own = async (patientId: string, caller: Caller) => {
    const { state } = await domain.patients.load(patientId);
    if (state.status !== 'registered' || state.proId !== proOf(caller).proId || isErased(state.email)) {
      throw new Rejection('not-found');
    }
    return { proId: state.proId, email: state.email };
  };

  const updatePatient: Handlers['updatePatient'] = async (context) => {
    const { patientId, name, prefix, phone } = context.body;
    const { email } = await own(patientId, context.caller);
    const contact = { name, prefix, phone };
    await begin(context).execute(domain.patients, patientId, { type: 'update', contact });
    return {
      message: 'Patient data updated successfully',
      data: { id: patientId, name, email, prefix, phone },
    };
  };

  /** The patient is shown nowhere from now on; a process erases what is left of them. */
  const erasePatient: Handlers['erasePatient'] = async (context) => {
    const { patientId } = context.params;
    const { proId } = await own(patientId, context.caller);
    const { execute } = begin(context);
    await execute(domain.patients, patientId, { type: 'request-erasure', patientId, proId });
    // Whoever books with this email from now on is somebody new.
    await pseudonyms.forgetId(patientId);
    return { message: 'Patient erased', data: null };
  };

  return { updatePatient, erasePatient } satisfies Handlers;
};
