import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import type { PatientDeps } from './deps.ts';
import { Rejection } from '@visita/contracts/problem';
import { type Command, handling } from '../unit-of-work.ts';
import { storedRecord, viewOf } from './care.ts';
import { changeEmail } from './emails.ts';
import { dependantOf, requirePatient } from './known.ts';
import { requireCorrectable } from './colleagues.ts';
import { caredFor, recordsOf } from './merged.ts';
import { requireUnheld, requireUnrestricted } from './restriction.ts';

const updatePatient: Command<'updatePatient', PatientDeps> = async ({ body, caller }, { replace }, deps) => {
  const { domain, pseudonyms } = deps;
  const { patientId, email, birthDate: born, language, ...contact } = body;
  const { proId: callerId } = proOf(caller);
  const before = await requireCorrectable(deps, patientId, callerId);
  await requireUnrestricted(domain, patientId);
  // Processes of an earlier version would keep the old email.
  if (email !== undefined && !(await deps.isUpdateComplete())) throw new Rejection('update-running');
  const update = () =>
    replace(domain.patients, patientId, {
      command: { type: 'update', contact, email, birthDate: born, language },
      record: storedRecord,
    });
  const { state } =
    email === undefined ? await update() : await changeEmail(deps, { ...before, callerId, email }, update);
  if (state.status !== 'registered') throw new Rejection('not-found');
  const { under, proId } = before;
  const birthDate = born === undefined ? before.birthDate : born;
  // Bookings under the new name refer to this patient too.
  if (under && (birthDate === null || typeof birthDate === 'string')) {
    const who = dependantOf(proId, under.responsibleId, { name: contact.name, birthDate });
    await pseudonyms.lead(who, patientId);
  }
  return { message: 'Patient data updated successfully', data: viewOf(state) };
};

const restrictPatient: Command<'restrictPatient', PatientDeps> = async (
  { params, body, caller },
  { execute },
  deps,
) => {
  const { patientId } = params;
  const { proId } = await requirePatient(deps.domain, patientId, [proOf(caller).proId]);
  // Appointments under a merged record belong to the same person.
  for (const id of await recordsOf(deps.domain, proId, patientId))
    await execute(deps.domain.patients, id, { type: 'restrict', restricted: body.restricted });
  return { message: body.restricted ? 'Patient restricted' : 'Restriction lifted', data: null };
};

const setLegalHold: Command<'setLegalHold', PatientDeps> = async (
  { params, body, caller },
  { execute },
  deps,
) => {
  const { domain, legalHolds } = deps;
  const { patientId } = params;
  const { proId } = await requirePatient(domain, patientId, [proOf(caller).proId]);
  const { held, reason } = body;
  // The hold is added to the index first, so that account deletion checks this record.
  for (const id of await recordsOf(domain, proId, patientId)) {
    if (held) await legalHolds.put({ patientId: id, proId });
    await execute(domain.patients, id, { type: held ? 'hold' : 'lift-hold', reason });
  }
  return { message: held ? 'Legal hold set' : 'Legal hold lifted', data: null };
};

const suspendOnlineBooking: Command<'suspendOnlineBooking', PatientDeps> = async (
  { params, body, caller },
  { execute },
  { domain },
) => {
  const { patientId } = params;
  const { proId } = await requirePatient(domain, patientId, [proOf(caller).proId]);
  const { suspended, reason } = body;
  for (const id of await recordsOf(domain, proId, patientId))
    await execute(domain.patients, id, suspended ? { type: 'suspend', reason } : { type: 'resume' });
  return { message: suspended ? 'Online booking suspended' : 'Online booking resumed', data: null };
};

/**
 * Hides the patient immediately; a process erases the rest. If requested, dependants are erased
 * first, so that a crash leaves none without a decision; the process makes the others independent.
 * If records are merged, the kept record is erased last, so that an interrupted request can be
 * repeated.
 */
const erasePatient: Command<'erasePatient', PatientDeps> = async (
  { params, query, caller },
  { execute },
  deps,
) => {
  const { patientId } = params;
  const { proId } = await requirePatient(deps.domain, patientId, [proOf(caller).proId]);
  const cared = await caredFor(deps, proId, patientId);
  const records = (await recordsOf(deps.domain, proId, patientId)).toReversed();
  // Legal holds are checked before the caller is asked about dependants.
  await requireUnheld(deps.domain, records);
  if (cared.length > 0 && query.dependants === undefined) throw new Rejection('has-dependants');
  const going = [...(query.dependants === 'erase' ? cared : []), ...records];
  await requireUnheld(deps.domain, going);
  for (const id of going) {
    await execute(deps.domain.patients, id, { type: 'request-erasure', patientId: id, proId });
    // The next booking with this email or name creates a new patient.
    await deps.pseudonyms.forgetId(id);
  }
  return { message: 'Patient erased', data: null };
};

export const patientHandlers = (deps: PatientDeps) => {
  const handle = handling(deps);
  return {
    updatePatient: handle(updatePatient),
    restrictPatient: handle(restrictPatient),
    setLegalHold: handle(setLegalHold),
    suspendOnlineBooking: handle(suspendOnlineBooking),
    erasePatient: handle(erasePatient),
  } satisfies Handlers;
};
