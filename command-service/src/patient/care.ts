import { isErased, readable } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import { patientColumns } from '@visita/read-model/patient/columns';
import { correctableIn, patientView } from '@visita/read-model/patient/view';
import { proOf } from '@visita/platform/auth/caller';
import { deriveId } from '@visita/platform/ids/derive-id';
import type { Handlers } from '@visita/platform/http/calls';
import { type BeforeStep, step } from '@visita/platform/runtime/commit';
import type { Dependencies } from '../dependencies.ts';
import type { PatientDeps } from './deps.ts';
import type { Domain } from '../domain.ts';
import { type Command, handling, type UnitOfWork } from '../unit-of-work.ts';
import type { Care, PatientState } from './decider.ts';
import { claimEmail } from './emails.ts';
import { dependantOf } from './known.ts';
import { caredFor, findDependant, recordsOf, requireShown } from './merged.ts';
import { requireUnrestricted } from './restriction.ts';

const unknown = { name: null, prefix: null, phone: null, email: null, birth_date: null };

/** Returns what a correction of a patient replaces; empty if the patient is not registered. */
export const storedRecord = (state: PatientState) =>
  correctableIn(state.status === 'registered' ? patientColumns(state) : unknown);

export const viewOf = (patient: Extract<PatientState, { status: 'registered' }>) =>
  patientView({
    ...patientColumns(patient),
    patient_id: patient.patientId,
    restricted: patient.restricted,
    suspended: readable(patient.suspended),
  });

/** Throws `not-responsible` unless the person is on the same list and has no responsible person. */
const requireResponsible = async (deps: PatientDeps, responsibleId: string, proId: string) => {
  const responsible = await requireShown(deps.domain, responsibleId, proId);
  if (responsible.under !== null) throw new Rejection('not-responsible');
  for (const id of await recordsOf(deps.domain, proId, responsibleId))
    await requireUnrestricted(deps.domain, id);
};

/**
 * Creates the step that records the responsible person in a stream of the pro, which serializes
 * concurrent requests.
 */
const takeCare = (
  { duplicates }: Domain,
  { proId, patientId, responsibleId }: { proId: string; patientId: string; responsibleId: string },
): BeforeStep => ({
  ...step(duplicates, proId, { type: 'take-care', proId, patientId, responsibleId }),
  undo: (cause) => duplicates.execute(proId, { type: 'end-care', proId, patientId }, cause),
});

/** Makes later bookings with this name and date of birth refer to this patient. */
const leadTo = (
  { pseudonyms }: Pick<Dependencies, 'pseudonyms'>,
  { proId, patientId, contact, birthDate }: Extract<PatientState, { status: 'registered' }>,
  { responsibleId }: Care,
) => {
  const name = readable(contact)?.name;
  if (name === undefined || isErased(birthDate)) return patientId;
  return pseudonyms.lead(dependantOf(proId, responsibleId, { name, birthDate }), patientId);
};

const registered = async ({ domain }: Pick<Dependencies, 'domain'>, patientId: string) => {
  const { state } = await domain.patients.load(patientId);
  if (state.status !== 'registered') throw new Rejection('not-found');
  return state;
};

const addDependant: Command<'addDependant', PatientDeps> = async ({ params, body, caller }, work, deps) => {
  const { proId } = proOf(caller);
  const { patientId: responsibleId } = params;
  const { name, birthDate, relation } = body;
  await requireResponsible(deps, responsibleId, proId);
  // A dependant with the same name and date of birth is the same patient.
  const who = dependantOf(proId, responsibleId, body);
  const { state: merges } = await deps.domain.duplicates.load(proId);
  const patientId =
    (await findDependant(deps, merges, { proId, responsibleId, name, birthDate })) ??
    (await deps.pseudonyms.lead(who, deriveId(work.cause.id, 'dependant')));
  await deps.dependants.put({ patientId, responsibleId, proId });
  const contact = { name, prefix: null, phone: null };
  const patient = { patientId, proId, email: null, contact, birthDate };
  const under = { responsibleId, relation };
  const { patients } = deps.domain;
  const before = [takeCare(deps.domain, { proId, patientId, ...under })];
  const { state } = await work.commit({
    before,
    decide: step(patients, patientId, { type: 'register', patient, under }),
  });
  // The patient is registered without a responsible person.
  if (state.status === 'registered' && state.under === null)
    await work.commit({ before, decide: step(patients, patientId, { type: 'place-under', care: under }) });
  return { message: 'Patient data updated successfully', data: viewOf(await registered(deps, patientId)) };
};

/** Throws `not-responsible` if a dependant would get dependants of their own. */
const requireFree = async (deps: PatientDeps, proId: string, patientId: string) => {
  if ((await caredFor(deps, proId, patientId)).length > 0) throw new Rejection('not-responsible');
};

const placePatientUnder: Command<'placePatientUnder', PatientDeps> = async (
  { params, body, caller },
  work,
  deps,
) => {
  const { proId } = proOf(caller);
  const { patientId } = params;
  await requireShown(deps.domain, patientId, proId);
  const records = await recordsOf(deps.domain, proId, patientId);
  if (records.includes(body.responsibleId)) throw new Rejection('not-responsible');
  await requireResponsible(deps, body.responsibleId, proId);
  await requireFree(deps, proId, patientId);
  await deps.dependants.put({ patientId, responsibleId: body.responsibleId, proId });
  await work.commit({
    before: [takeCare(deps.domain, { proId, patientId, ...body })],
    decide: step(deps.domain.patients, patientId, { type: 'place-under', care: body }),
  });
  const patient = await registered(deps, patientId);
  await leadTo(deps, patient, body);
  return { message: 'Patient data updated successfully', data: viewOf(patient) };
};

const setPatientOnTheirOwn: Command<'setPatientOnTheirOwn', PatientDeps> = async (
  { params, body, caller },
  work: UnitOfWork,
  deps,
) => {
  const { proId } = proOf(caller);
  const { patientId } = params;
  const before = await requireShown(deps.domain, patientId, proId);
  await requireUnrestricted(deps.domain, patientId);
  if (body.email !== null && before.email === null)
    await claimEmail(deps, { ...before, callerId: proId }, body.email);
  await work.commit({
    decide: step(deps.domain.patients, patientId, { type: 'on-their-own', email: body.email }),
    after: () => [step(deps.domain.duplicates, proId, { type: 'end-care', proId, patientId })],
  });
  return { message: 'Patient data updated successfully', data: viewOf(await registered(deps, patientId)) };
};

export const careHandlers = (deps: PatientDeps) => {
  const handle = handling(deps);
  return {
    addDependant: handle(addDependant),
    placePatientUnder: handle(placePatientUnder),
    setPatientOnTheirOwn: handle(setPatientOnTheirOwn),
  } satisfies Handlers;
};
