import { isErased } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import { type Caller, proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import type { Dependencies } from '../dependencies.ts';
import { type Command, handling } from '../unit-of-work.ts';

/** The record of a patient who is there, for the pro whose it is; to others there is none. */
const own = async ({ patients }: Dependencies['domain'], patientId: string, caller: Caller) => {
  const { state } = await patients.load(patientId);
  if (state.status !== 'registered' || state.proId !== proOf(caller).proId || isErased(state.email)) {
    throw new Rejection('not-found');
  }
  return { proId: state.proId, email: state.email };
};

const updatePatient: Command<'updatePatient'> = async ({ body, caller }, { execute }, { domain }) => {
  const { patientId, name, prefix, phone } = body;
  const { email } = await own(domain, patientId, caller);
  const contact = { name, prefix, phone };
  await execute(domain.patients, patientId, { type: 'update', contact });
  return {
    message: 'Patient data updated successfully',
    data: { id: patientId, name, email, prefix, phone },
  };
};

/** The patient is shown nowhere from now on; a process erases what is left of them. */
const erasePatient: Command<'erasePatient'> = async ({ params, caller }, { execute }, deps) => {
  const { patientId } = params;
  const { proId } = await own(deps.domain, patientId, caller);
  await execute(deps.domain.patients, patientId, { type: 'request-erasure', patientId, proId });
  // The next booking with this email makes a new patient.
  await deps.pseudonyms.forgetId(patientId);
  return { message: 'Patient erased', data: null };
};

/** A pro's own patient records. */
export const patientHandlers = (deps: Dependencies) => {
  const handle = handling(deps);
  return { updatePatient: handle(updatePatient), erasePatient: handle(erasePatient) } satisfies Handlers;
};
