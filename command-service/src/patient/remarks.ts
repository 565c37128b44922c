import { readable } from '@visita/contracts/event';
import type { PatientRecord } from '@visita/contracts/patient/views';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import { deriveId } from '@visita/platform/ids/derive-id';
import type { CallContext, Handlers } from '@visita/platform/http/calls';
import { remarksIn } from '@visita/read-model/patient/view';
import { versionOf } from '@visita/read-model/version';
import type { Dependencies } from '../dependencies.ts';
import type { PatientDeps } from './deps.ts';
import { type Command, handling, type UnitOfWork } from '../unit-of-work.ts';
import { viewOf } from './care.ts';
import { requireRegistrar } from './colleagues.ts';
import type { PatientState } from './decider.ts';
import { byEmail } from './known.ts';
import { requireShown } from './merged.ts';

const storedRemarks = (state: PatientState) =>
  remarksIn(
    state.status === 'registered'
      ? { tags: JSON.stringify(readable(state.tags) ?? []), note: readable(state.note) }
      : { tags: null, note: null },
  );

export const recordOf = (state: PatientState): PatientRecord => {
  if (state.status !== 'registered') throw new Rejection('not-found');
  const remarks = storedRemarks(state);
  return { ...viewOf(state), ...remarks, remarks_version: versionOf(remarks) };
};

const message = 'Patient data updated successfully';

/**
 * Returns the id for an email, which identifies one patient; an unconfirmed request registers no
 * patient.
 */
const idFor = async (
  { pseudonyms, domain }: Pick<Dependencies, 'pseudonyms' | 'domain'>,
  { proId, email }: { proId: string; email: string | null },
  { cause }: UnitOfWork,
): Promise<string> => {
  const made = deriveId(cause.id, 'patient');
  if (email === null) return made;
  const patientId = await pseudonyms.lead(byEmail(proId, email), made);
  const { state } = await domain.patients.load(patientId);
  if (patientId !== made && state.status !== 'none') throw new Rejection('email-taken');
  return patientId;
};

type Registration = CallContext<'registerPatient'>['body'];

/** Returns where the patient is registered, the notice that was given, and the answer to marketing. */
const registrationOf = async (deps: PatientDeps, proId: string, body: Registration) => {
  const { clinic_id: clinicId, privacyNotice, marketingConsent } = body;
  const { state: pro } = await deps.domain.pros.load(proId);
  if (pro.status !== 'registered') throw new Rejection('not-found');
  const { comunicationsLanguage: language } = pro.options;
  return {
    ...(clinicId === undefined ? {} : { clinicId }),
    ...(privacyNotice ? { notice: { ...deps.consentTexts(language), language } } : {}),
    ...(marketingConsent === undefined ? {} : { marketingConsent }),
  };
};

const registerPatient: Command<'registerPatient', PatientDeps> = async ({ body, caller }, work, deps) => {
  const { proId: callerId } = proOf(caller);
  const {
    pro_id: proId = callerId,
    clinic_id: clinicId,
    name,
    email,
    prefix,
    phone,
    birthDate,
    tags,
    note,
  } = body;
  await requireRegistrar(deps, { callerId, proId, clinicId });
  if (proId !== callerId && (tags.length > 0 || note !== ''))
    throw new Rejection('forbidden', 'tags and note are written by the professional of the record only.');
  const { patients } = deps.domain;
  const patientId = await idFor(deps, { proId, email }, work);
  const registration = await registrationOf(deps, proId, body);
  const patient = { patientId, proId, email, contact: { name, prefix, phone }, birthDate, ...registration };
  const { state } = await work.execute(patients, patientId, { type: 'register', patient, tags, note });
  return { message: 'Patient registered', data: recordOf(state) };
};

const setPatientRemarks: Command<'setPatientRemarks', PatientDeps> = async (
  { params, body, caller },
  { replace },
  deps,
) => {
  const { patientId } = params;
  await requireShown(deps.domain, patientId, proOf(caller).proId);
  const { state } = await replace(deps.domain.patients, patientId, {
    command: { type: 'remark', ...body },
    record: storedRemarks,
  });
  return { message, data: recordOf(state) };
};

/** Returns the handlers of patients added without a booking, and of the pro's remarks. */
export const remarkHandlers = (deps: PatientDeps) => {
  const handle = handling(deps);
  return {
    registerPatient: handle(registerPatient),
    setPatientRemarks: handle(setPatientRemarks),
  } satisfies Handlers;
};
