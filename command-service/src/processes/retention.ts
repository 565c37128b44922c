import type { Log } from '@visita/platform/logging/log';
import { deriveId } from '@visita/platform/ids/derive-id';
import type { EventStore } from '@visita/platform/event-store/port';
import type { Cause } from '@visita/platform/runtime/decider';
import { createPoller, type Poller } from '@visita/platform/runtime/poller';
import type { Checkpoints, Process } from '@visita/platform/runtime/process';
import { reactionTo } from '@visita/platform/runtime/reactions';
import type { Domain } from '../domain.ts';
import type { Dependants } from '../patient/dependants.ts';
import type { PatientCommand, PatientState } from '../patient/decider.ts';
import { caredFor, recordsOf } from '../patient/merged.ts';
import type { PatientRecord, PatientRecords, Term } from '../patient/records.ts';

type Deps = {
  domain: Domain;
  store: Pick<EventStore, 'readAll'>;
  checkpoints: Pick<Checkpoints, 'read'>;
  /** Fills the index of records. */
  remember: Process;
  records: Pick<PatientRecords, 'remove' | 'toLookAt' | 'termOf'>;
  dependants: Pick<Dependants, 'of'>;
  now: () => Date;
  log: Log;
};

const pause = 10 * 60_000;
/** Milliseconds between the announcement and the erasure. */
const announcedFor = 30 * 86_400_000;
const first = '00000000-0000-0000-0000-000000000000';
/** Maximum number of events that the index may lag behind for a run to make sense. */
const tail = 1_000;

type Registered = Extract<PatientState, { status: 'registered' }>;

/**
 * A person on a pro's list: all records, with the kept record first, and the person's dependants.
 */
type Person = {
  readonly own: readonly Registered[];
  readonly term: Term;
  /** Whether one of the records is under legal hold or restricted. */
  readonly kept: boolean;
};

const isRegistered = (state: PatientState): state is Registered => state.status === 'registered';

/**
 * Returns the person of a record; null if there is nothing to decide: the record is gone, or its
 * pro never set a period.
 */
const personOf = async (deps: Deps, { patientId, proId }: PatientRecord): Promise<Person | null> => {
  const { domain, records } = deps;
  const load = async (ids: readonly string[]) =>
    (await Promise.all(ids.map(async (id) => (await domain.patients.load(id)).state))).filter(isRegistered);
  const ids: readonly string[] = await recordsOf(domain, proId, patientId);
  const cared = await caredFor(deps, proId, patientId);
  const [own, others] = [await load(ids), await load(cared)];
  const term = await records.termOf(proId, [...ids, ...cared]);
  if (own.length === 0 || !term) return null;
  return { own, term, kept: [...own, ...others].some(({ held, restricted }) => held || restricted) };
};

/** Returns the command for each record of a person; undefined if nothing changes. */
const decideOn = ({ own, term, kept }: Person, now: Date): PatientCommand | undefined => {
  const soon = new Date(now.getTime() + announcedFor).toISOString();
  const announced = own.flatMap(({ leaves }) => leaves ?? []);
  const dues = announced.map(({ due }) => due).toSorted();
  const expires = term.expires.toISOString();
  const stays = kept || term.years === 0 || expires > (dues[0] ?? soon);
  if (stays) {
    const isLonger = term.years === 0 || announced.some(({ years }) => years < term.years);
    return announced.length === 0
      ? undefined
      : { type: 'call-off-erasure', because: isLonger ? 'option' : 'needed' };
  }
  if (announced.length < own.length) return { type: 'announce-erasure', due: soon, years: term.years };
  const time = now.toISOString();
  return dues.every((due) => due <= time) ? { type: 'erase-as-announced', now: time } : undefined;
};

/**
 * Erases patients' records when the period that the pro chose has passed since the last
 * appointment; the erasure is announced thirty days ahead. All records of a person are erased
 * together. Responsible persons are kept as long as their dependants. Persons under legal hold or
 * restriction are kept too.
 */
export const createRetention = (deps: Deps): Poller => {
  const { domain, store, checkpoints, remember, records, now, log } = deps;
  let after = first;

  /**
   * Indexes recent events again, because a patient who has just booked must not be erased.
   * Idempotent; returns whether the index is up to date.
   */
  const catchUp = async (cause: Cause): Promise<boolean> => {
    const events = await store.readAll(await checkpoints.read(remember.name), tail);
    if (events.length === tail) return false;
    for (const event of events) await reactionTo(remember.on, event.type)?.(event, cause);
    return true;
  };

  const settle = async (record: PatientRecord, at: Date): Promise<void> => {
    const { status } = (await domain.patients.load(record.patientId)).state;
    if (status === 'leaving' || status === 'erased') return records.remove(record.patientId);
    const person = await personOf(deps, record);
    const command = person && decideOn(person, at);
    if (!person || !command) return;
    const id = deriveId(record.patientId, 'retention', at.toISOString());
    const cause: Cause = { id, correlationId: id, actor: 'process:retention', time: at.toISOString() };
    // The kept record is erased last, so that an interrupted run can be repeated.
    for (const { patientId } of person.own.toReversed())
      await domain.patients.execute(patientId, command, { ...cause, id: deriveId(id, patientId) });
  };

  const look = async (atOnce: number): Promise<number> => {
    const at = now();
    const id = deriveId(remember.name, at.toISOString());
    const cause: Cause = { id, correlationId: id, actor: 'process:retention', time: at.toISOString() };
    if (!(await catchUp(cause))) return 0;
    const soon = new Date(at.getTime() + announcedFor);
    const found = await records.toLookAt({ now: at, soon, after, atOnce });
    for (const record of found) await settle(record, at);
    after = found.length < atOnce ? first : (found.at(-1)?.patientId ?? first);
    return found.length;
  };

  return createPoller({ name: 'records that are kept long enough', look, pause, log });
};
