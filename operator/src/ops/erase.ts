import { setTimeout as delay } from 'node:timers/promises';
import { recordsOf } from '@visita/command-service/patient/merged';
import { requireUnheld } from '@visita/command-service/patient/restriction';
import { Rejection } from '@visita/contracts/problem';
import { BadRequest, defineOperation, secondsOf } from './frame.ts';
import { asOperator, type Operator } from './operator.ts';
import { type Naming, patientOf } from './people.ts';

const eraseHelp = `Usage: npm run --silent ops -- erase pro <pro id or email> [--yes]
       npm run --silent ops -- erase patient <patient id> [--yes]
       npm run --silent ops -- erase patient --pro <pro id or email> --email <email> [--yes]

Erases a person for good. They are no longer shown at once. Then a patient's future appointments are cancelled without a
mail, past ones stay without a patient, their dependants answer for themselves, and records that the pro merged with
theirs are erased as well. A pro's clinics and hubs are archived, which orphans their appointments. Mails, stored
responses and entries in connected calendars are deleted, and so is the key that encrypts their data. The running product
does this and resumes after a crash; a stopped one does it at its next start.

A record under legal hold is not erased: its pro, or ops lift-hold, lifts the hold first. Erasing the pro leaves such
records.

  --yes   do it; without it this only describes what would be done, and exits with 2
  --wait  seconds to wait for the end (60)

The JSON answer is { about, id, bookings, ahead, asked, erased, events }.
`;

export type Subject = { readonly about: 'pro' | 'patient'; readonly id: string; readonly proId: string };

export const subjectOf = async (
  operator: Operator,
  kind: string | undefined,
  naming: Naming,
): Promise<Subject> => {
  if (kind === 'patient') {
    const { patientId, proId } = await patientOf(operator, naming);
    return { about: kind, id: patientId, proId } as const;
  }
  if (kind !== 'pro' || naming.id === undefined) throw new BadRequest(eraseHelp);
  const id = await operator.proOf(naming.id);
  return { about: kind, id, proId: id } as const;
};

const countBookings = async (
  { database, now }: Operator,
  about: Subject['about'],
  ids: readonly string[],
) => {
  const { rows } = await database.pool.query<{ bookings: number; ahead: number }>(
    `select count(*)::int as bookings, count(*) filter (
        where starts_at > $2 and status not in ('cancelled', 'lapsed'))::int as ahead
      from read.bookings where ${about === 'pro' ? 'pro_id' : 'patient_id'} = any($1)`,
    [ids, now()],
  );
  return rows[0] ?? { bookings: 0, ahead: 0 };
};

/** Lists all merged records of a person, the named one last, so that an interrupted run can be repeated. */
const recordsWith = async ({ domain }: Operator, subject: Subject): Promise<Subject[]> => {
  if (subject.about === 'pro') return [subject];
  const ids = await recordsOf(domain, subject.proId, subject.id);
  return [...ids.filter((id) => id !== subject.id).map((id) => ({ ...subject, id })), subject];
};

/**
 * Requests an erasure, which processes carry out; `again` is set if a restore brought an erased
 * person back.
 */
export const askErasure = async (
  operator: Operator,
  { about, id, proId }: Subject,
  again = false,
): Promise<void> => {
  const { domain, pseudonyms, sessions, cause } = operator;
  if (about === 'patient') {
    await domain.patients.execute(id, { type: 'request-erasure', patientId: id, proId, again }, cause());
    await pseudonyms.forgetId(id);
    return;
  }
  const { state } = await domain.pros.load(id);
  if (state.status === 'registered') await domain.pros.execute(id, { type: 'request-deletion' }, cause());
  await sessions.endAll(id);
};

/** Requests the erasure of all records; if one may not be erased, none is. */
const askErasures = async (operator: Operator, records: readonly Subject[]): Promise<void> => {
  const patients = records.filter(({ about }) => about === 'patient');
  await requireUnheld(
    operator.domain,
    patients.map(({ id }) => id),
  );
  for (const record of records) await askErasure(operator, record);
};

const progressEvents = new Set([
  'PatientErasureRequested',
  'PatientMailsDeleted',
  'PatientErased',
  'ProDeletionRequested',
  'ProMailsDeleted',
  'ProErased',
]);

/** Returns the recorded progress of the erasure. */
const progressOf = async ({ store }: Operator, { about, id }: Subject) =>
  (await store.readStream(`${about}-${id}`))
    .filter(({ type }) => progressEvents.has(type))
    .map(({ type, metadata }) => ({ type, time: metadata.time }));

const isDone = (events: readonly { type: string }[]): boolean =>
  events.some(({ type }) => type === 'PatientErased' || type === 'ProErased');

/** Requests a person's erasure and watches it for a while; only counts without `yes`. */
export const erasePerson = async (
  operator: Operator,
  subject: Subject,
  { yes, wait }: { yes: boolean; wait: number },
) => {
  const records = await recordsWith(operator, subject);
  const targets = records.map((record) => record.id);
  const counted = await countBookings(operator, subject.about, targets);
  if (yes) {
    await askErasures(operator, records).catch((error: unknown) => {
      throw error instanceof Rejection ? new BadRequest(error.message) : error;
    });
    await operator.record({ operation: `erase ${subject.about}`, targets, counts: counted });
  }
  let events = await progressOf(operator, subject);
  for (const end = Date.now() + (yes ? wait * 1000 : 0); !isDone(events) && Date.now() < end;) {
    await delay(200);
    events = await progressOf(operator, subject);
  }
  const { about, id } = subject;
  return { about, id, ...counted, asked: events.length > 0, erased: isDone(events), events };
};

type Erasure = Awaited<ReturnType<typeof erasePerson>>;

const describe = ({ about, id, bookings, ahead, erased, events }: Erasure, yes: boolean): string => {
  const end = about === 'patient' ? 'are cancelled without a mail' : 'become orphans';
  const what = `${about} ${id}: ${bookings} bookings, ${ahead} of them in the future, which ${end}`;
  if (!yes) return `Would erase ${what}.\nNothing was changed. Add --yes to erase.`;
  const steps = events.map(({ type, time }) => `  ${time}  ${type}`);
  const last = erased
    ? 'Erased.'
    : 'Requested, not finished yet: the running product goes on, or does so at its next start.';
  return [`Erasing ${what}.`, ...steps, last].join('\n');
};

export const runErase = defineOperation({
  help: eraseHelp,
  options: {
    yes: { type: 'boolean', default: false },
    pro: { type: 'string' },
    email: { type: 'string' },
    wait: { type: 'string', default: '60' },
  },
  run: ({ values: { yes, pro, email, ...values }, positionals: [kind, id] }, run) => {
    const wait = secondsOf('--wait', values.wait);
    return asOperator(run, async (operator) => {
      const subject = await subjectOf(operator, kind, { id, pro, email });
      const answer = await erasePerson(operator, subject, { yes, wait });
      return { answer, text: describe(answer, yes), code: yes ? 0 : 2 };
    });
  },
});
