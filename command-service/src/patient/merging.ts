import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import type { Dependencies } from '../dependencies.ts';
import type { PatientDeps } from './deps.ts';
import { type Command, handling } from '../unit-of-work.ts';
import { requirePatient } from './known.ts';
import { recordsOf } from './merged.ts';
import { recordOf } from './remarks.ts';

type Two = { readonly patientId: string; readonly otherId: string };

/** Returns the responsible persons of a person's records. */
const caredBy = async (
  { domain }: Pick<Dependencies, 'domain'>,
  records: readonly string[],
): Promise<string[]> => {
  const states = await Promise.all(records.map(async (id) => (await domain.patients.load(id)).state));
  return states.flatMap((state) =>
    state.status === 'registered' && state.under ? [state.under.responsibleId] : [],
  );
};

/**
 * Checks that both are the pro's patients and that neither is responsible for the other, in any of
 * their records.
 */
const requireTwo = async (deps: PatientDeps, proId: string, { patientId, otherId }: Two) => {
  const [one, other] = await Promise.all(
    [patientId, otherId].map((id) => requirePatient(deps.domain, id, [proId])),
  );
  if (!one || !other) throw new Rejection('not-found');
  const [ones, others] = [
    await recordsOf(deps.domain, proId, patientId),
    await recordsOf(deps.domain, proId, otherId),
  ];
  const answering = await caredBy(deps, [...ones, ...others]);
  if ([...ones, ...others].some((id) => answering.includes(id))) throw new Rejection('not-one-person');
  return { one, other };
};

const message = 'Patient data updated successfully';

const mergePatients: Command<'mergePatients', PatientDeps> = async (
  { params, body, caller },
  { execute },
  deps,
) => {
  const { proId } = proOf(caller);
  const [keptId, absorbedId] = [params.patientId, body.absorbedId];
  const { one, other } = await requireTwo(deps, proId, { patientId: keptId, otherId: absorbedId });
  if (one.restricted || other.restricted) throw new Rejection('patient-restricted');
  if (one.held || other.held) throw new Rejection('legal-hold');
  await execute(deps.domain.duplicates, proId, { type: 'merge', proId, keptId, absorbedId });
  return { message, data: recordOf(one) };
};

const separatePatients: Command<'separatePatients', PatientDeps> = async (
  { params, body, caller },
  { execute },
  { domain },
) => {
  const { proId } = proOf(caller);
  const [keptId, absorbedId] = [params.patientId, body.absorbedId];
  const kept = await requirePatient(domain, keptId, [proId]);
  await requirePatient(domain, absorbedId, [proId]);
  await execute(domain.duplicates, proId, { type: 'separate', proId, keptId, absorbedId });
  return { message, data: recordOf(kept) };
};

const tellPatientsApart: Command<'tellPatientsApart', PatientDeps> = async (
  { params, body, caller },
  { execute },
  deps,
) => {
  const { proId } = proOf(caller);
  const two = { patientId: params.patientId, otherId: body.otherId };
  for (const id of Object.values(two)) await requirePatient(deps.domain, id, [proId]);
  await execute(deps.domain.duplicates, proId, { type: 'tell-apart', proId, ...two });
  return { message, data: null };
};

/** Returns the handlers that merge and separate a pro's duplicate records. */
export const mergingHandlers = (deps: PatientDeps) => {
  const handle = handling(deps);
  return {
    mergePatients: handle(mergePatients),
    separatePatients: handle(separatePatients),
    tellPatientsApart: handle(tellPatientsApart),
  } satisfies Handlers;
};
