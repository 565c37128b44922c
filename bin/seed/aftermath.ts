import { createDomain } from '@visita/command-service/domain';
import { surveyIdOf } from '@visita/command-service/booking/visit-survey';
import type { BookingView } from '@visita/contracts/booking/views';
import { recalls } from '@visita/contracts/recall/recalls';
import { recallTimes } from '@visita/contracts/recall/rules';
import { notifierMigrations, notifierSchema } from '@visita/notifier/migrations';
import type { Core } from '@visita/operator/core';
import { deriveId } from '@visita/platform/ids/derive-id';
import { migrate } from '@visita/platform/postgres/migrate';
import { createStreams } from '@visita/platform/runtime/decider';
import { actor } from './send.ts';

/** A visit of the demo that was not cancelled. `chance` decides its course, as for its attendance. */
export type Visit = {
  readonly booking: BookingView;
  readonly clinicServiceId: string;
  readonly placed: Date;
  readonly chance: number;
};

const dayMs = 86_400_000;
const startOf = ({ booking }: Visit): number => Date.parse(booking.date);
const endOf = ({ booking }: Visit): number => Date.parse(booking.ending_date);

const causeOf = (id: string, time: Date) =>
  ({ id, correlationId: id, actor, time: time.toISOString() }) as const;

/** Inserts messages that were sent, because nothing is mailed to the demo's people. */
const sentSql = `insert into notifier.planned (id, purpose, about, step, visit_at, pro_id, clinic_id, subjects, channel,
    due, look_at, not_after, state, sent_by, settled_at, told)
  values ($1, $2, $3, $4, $5, $6, $7, array[$8], 'mail', $9, $9, $10, 'sent', 'mail', $9, true)
  on conflict do nothing`;

type Sent = { id: string; purpose: 'reminder' | 'recall'; about: string; at: Date; notAfter: Date };

const recordSent = async ({ database }: Core, { booking }: Visit, sent: Sent): Promise<void> => {
  const { pro_id: proId, clinic_id: clinicId, patient_id: patientId, date } = booking;
  const { id, purpose, about, at, notAfter } = sent;
  const ofVisit = purpose === 'reminder' ? ['P1D@18:00', date] : [null, null];
  const values = [id, purpose, about, ...ofVisit, proId, clinicId, `patient-${patientId}`, at, notAfter];
  await database.pool.query(sentSql, values);
};

/** Records a reminder of most past visits; of fewer of those that were missed. */
const remind = async (core: Core, visits: readonly Visit[]): Promise<void> => {
  for (const visit of visits) {
    const { booking, chance } = visit;
    const reminded = chance < 13 ? chance % 2 === 0 : chance % 4 !== 0;
    if (!reminded) continue;
    const id = deriveId(booking.id, 'demo reminder');
    const [at, notAfter] = [new Date(startOf(visit) - dayMs), new Date(startOf(visit))];
    await recordSent(core, visit, { id, purpose: 'reminder', about: booking.id, at, notAfter });
  }
};

const comments = ['Tutto chiaro, grazie.', 'Puntuale e gentile.', '', 'Ho aspettato venti minuti.'];

/** Answers the questions after one in ten past visits. */
const answerSurveys = async (core: Core, visits: readonly Visit[]): Promise<void> => {
  const { surveys } = createDomain(core.store);
  for (const visit of visits) {
    const { booking, chance } = visit;
    if (chance < 90) continue;
    const surveyId = surveyIdOf(booking.id);
    const time = new Date(Math.min(endOf(visit) + dayMs, core.now().getTime()));
    const rating = chance % 4 === 3 ? 3 : 5;
    const comment = comments[chance % comments.length]!;
    const { id: bookingId, patient_id: subjectId, pro_id: proId } = booking;
    const survey = { surveyId, subjectId, bookingId, proId, rating, comment };
    await surveys.execute(surveyId, { type: 'submit', survey }, causeOf(surveyId, time));
  }
};

/** Days after a visit on which the demo's patients are invited: its rule says one month. */
const invitedAfter = 34;

/** Invites some of the patients who were due for a next visit, and ends the invitations of those who then booked. */
const invite = async (core: Core, visits: readonly Visit[]): Promise<void> => {
  const { execute } = createStreams(core.store, recalls, {});
  const now = core.now();
  const byPatient = Map.groupBy(visits, ({ booking }) => booking.patient_id);
  const due = [...byPatient].flatMap(([patientId, own]) => {
    const sorted = own.toSorted((one, other) => startOf(one) - startOf(other));
    const nth = sorted.findLastIndex((visit, index) => {
      const at = endOf(visit) + invitedAfter * dayMs;
      return at < now.getTime() && (sorted[index + 1]?.placed.getTime() ?? Infinity) > at;
    });
    return nth < 0 ? [] : [{ patientId, visit: sorted[nth]!, next: sorted[nth + 1] }];
  });
  // More of those who did not book, who are few.
  const invited = due.filter(({ next }, index) => index % (next ? 4 : 2) === 0);
  for (const { patientId, visit, next } of invited) {
    const at = new Date(endOf(visit) + invitedAfter * dayMs);
    const { booking, clinicServiceId } = visit;
    const { id: bookingId, pro_id: proId, clinic_id: clinicId } = booking;
    const recallId = deriveId(bookingId, 'demo recall');
    const times = recallTimes(at);
    const sent = { id: recallId, about: recallId, at, notAfter: new Date(times.until) };
    // Recorded first, so that the running product does not plan it.
    await recordSent(core, visit, { purpose: 'recall', ...sent });
    const made = {
      recallId,
      patientId,
      proId,
      clinicId,
      bookingId,
      clinicServiceId,
      by: 'staff',
      ...times,
    } as const;
    await execute(patientId, { type: 'make', recall: made }, causeOf(recallId, at));
    if (!next) continue;
    const booked = { type: 'end', reason: 'booked', at: next.placed.toISOString() } as const;
    await execute(patientId, booked, causeOf(deriveId(recallId, 'booked'), next.placed));
  }
};

/** Records the reminders, surveys and invitations of the demo's visits, so that the overview has figures of them. */
export const recordAftermath = async (
  core: Core,
  visits: readonly Visit[],
  inviting: string,
): Promise<void> => {
  await migrate(core.database.knex, notifierSchema, notifierMigrations);
  const past = visits.filter((visit) => endOf(visit) < core.now().getTime());
  await remind(core, past);
  await answerSurveys(
    core,
    past.filter(({ chance }) => chance >= 13),
  );
  await invite(
    core,
    visits.filter(({ booking }) => booking.pro_id === inviting),
  );
};
