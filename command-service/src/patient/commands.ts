import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import type { Dependencies } from '../dependencies.ts';
import { Rejection } from '@visita/contracts/problem';
import { type Command, handling } from '../unit-of-work.ts';
import { viewOf } from './care.ts';
import { dependantOf, requirePatient } from './known.ts';
import { requireUnheld } from './restriction.ts';

const updatePatient: Command<'updatePatient'> = async ({ body, caller }, { execute }, deps) => {
  const { domain, pseudonyms } = deps;
  const { patientId, ...contact } = body;
  const { proId } = proOf(caller);
  const before = await requirePatient(domain, patientId, [proId]);
  const { state } = await execute(domain.patients, patientId, { type: 'update', contact });
  if (state.status !== 'registered') throw new Rejection('not-found');
  const { under, birthDate } = before;
  // Who books for them by the new name means them too.
  if (under && (birthDate === null || typeof birthDate === 'string')) {
    const who = dependantOf(proId, under.responsibleId, { name: contact.name, birthDate });
    await pseudonyms.lead(who, patientId);
  }
  return { message: 'Patient data updated successfully', data: viewOf(state) };
};

/** Whom a patient cares for by now. */
const caredFor = async ({ domain, dependants }: Dependencies, responsibleId: string): Promise<string[]> => {
  const ids = await dependants.of(responsibleId);
  const states = await Promise.all(ids.map(async (id) => (await domain.patients.load(id)).state));
  return states.flatMap((state) =>
    state.status === 'registered' && state.under?.responsibleId === responsibleId ? [state.patientId] : [],
  );
};

const restrictPatient: Command<'restrictPatient'> = async ({ params, body, caller }, { execute }, deps) => {
  const { patientId } = params;
  await requirePatient(deps.domain, patientId, [proOf(caller).proId]);
  await execute(deps.domain.patients, patientId, { type: 'restrict', restricted: body.restricted });
  return { message: body.restricted ? 'Patient restricted' : 'Restriction lifted', data: null };
};

const setLegalHold: Command<'setLegalHold'> = async ({ params, body, caller }, { execute }, deps) => {
  const { domain, legalHolds } = deps;
  const { patientId } = params;
  const { proId } = await requirePatient(domain, patientId, [proOf(caller).proId]);
  const { held, reason } = body;
  // First, so that no account goes without a look at it.
  if (held) await legalHolds.put({ patientId, proId });
  await execute(domain.patients, patientId, { type: held ? 'hold' : 'lift-hold', reason });
  return { message: held ? 'Legal hold set' : 'Legal hold lifted', data: null };
};

const suspendOnlineBooking: Command<'suspendOnlineBooking'> = async (
  { params, body, caller },
  { execute },
  { domain },
) => {
  const { patientId } = params;
  await requirePatient(domain, patientId, [proOf(caller).proId]);
  const { suspended, reason } = body;
  await execute(domain.patients, patientId, suspended ? { type: 'suspend', reason } : { type: 'resume' });
  return { message: suspended ? 'Online booking suspended' : 'Online booking resumed', data: null };
};

/**
 * The patient is shown nowhere from now on; a process erases what is left of them. Whom they care for goes first where
 * that is wished, so that a crash leaves nobody without an answer; the process lets the others answer for themselves.
 */
const erasePatient: Command<'erasePatient'> = async ({ params, query, caller }, { execute }, deps) => {
  const { patientId } = params;
  const { proId } = await requirePatient(deps.domain, patientId, [proOf(caller).proId]);
  const cared = await caredFor(deps, patientId);
  if (cared.length > 0 && query.dependants === undefined) throw new Rejection('has-dependants');
  const going = [...(query.dependants === 'erase' ? cared : []), patientId];
  await requireUnheld(deps.domain, going);
  for (const id of going) {
    await execute(deps.domain.patients, id, { type: 'request-erasure', patientId: id, proId });
    // The next booking with this email, or under this name, makes a new patient.
    await deps.pseudonyms.forgetId(id);
  }
  return { message: 'Patient erased', data: null };
};

/** A pro's own patient records. */
export const patientHandlers = (deps: Dependencies) => {
  const handle = handling(deps);
  return {
    updatePatient: handle(updatePatient),
    restrictPatient: handle(restrictPatient),
    setLegalHold: handle(setLegalHold),
    suspendOnlineBooking: handle(suspendOnlineBooking),
    erasePatient: handle(erasePatient),
  } satisfies Handlers;
};
