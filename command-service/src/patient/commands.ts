import { isErased } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import { type Handlers, proOf } from '@visita/platform/http/calls';
import { causeOf, type Dependencies } from '../dependencies.ts';

/** A pro's own patient records. */
export const patientHandlers = ({ domain, now }: Dependencies) => {
  const updatePatient: Handlers['updatePatient'] = async ({ body, caller, request, wrote }) => {
    const { patientId, name, prefix, phone } = body;
    const { state } = await domain.patients.load(patientId);
    if (state.status === 'none' || state.proId !== proOf(caller).proId || isErased(state.email)) {
      throw new Rejection('not-found');
    }
    const command = { type: 'update', contact: { name, prefix, phone } } as const;
    const updated = await domain.patients.execute(patientId, command, causeOf(request, now()));
    if (updated.position) wrote(updated.position);
    const data = { id: patientId, name, email: state.email, prefix, phone };
    return { message: 'Patient data updated successfully', data };
  };

  return { updatePatient } satisfies Handlers;
};
