import { createZones } from '@visita/contracts/availability/zones';
import type { UnmailedReason } from '@visita/contracts/booking/events';
import type { MailJob } from '@visita/contracts/jobs';
import type { BookingStatus } from '@visita/contracts/booking/status';
import type { UnsentReason } from '@visita/contracts/messages/ledger';
import { dueOf, movedEarlier } from '@visita/contracts/messages/due';
import { mobileOf } from '@visita/contracts/messages/mobile';
import { stepName, stepsFor, storedStep, type StoredStep } from '@visita/contracts/messages/plan';
import { keepsQuiet, type QuietHours } from '@visita/contracts/messages/settings';
import { deriveId, reminderIdOf } from '@visita/platform/ids/derive-id';
import type { EventStore } from '@visita/platform/event-store/port';
import type { Database } from '@visita/platform/postgres/connect';
import { settingsIn, stepsIn } from '@visita/read-model/messages/view';
import { demonstration } from '../demonstration.ts';
import { jobIdOf } from '../mail-job-id.ts';

import type { Planned, PlannedMessage, Present, PurposeRules } from './port.ts';
import { dueSql, mergedSql, oldReminderSql, sameDaySql, supersededSql, visitSql } from './reminders.sql.ts';

type Settings = { readonly settings: string | null; readonly sender: string | null };

type DueRow = Settings & {
  readonly bookingId: string;
  readonly proId: string;
  readonly clinicId: string;
  readonly patientId: string;
  readonly contactId: string | null;
  readonly start: Date;
  readonly timezone: string;
  readonly step: StoredStep;
};

const zones = createZones();

const quietOf = ({ settings, sender }: Settings): QuietHours =>
  settingsIn(settings === null ? undefined : { settings, sender }).quietHours;

/** Returns the instant (epoch ms) at which a step is due; quiet hours move it earlier. */
const dueAt = (
  step: StoredStep,
  { start, timezone, ...settings }: Settings & Pick<DueRow, 'start' | 'timezone'>,
) => {
  const [zone, quiet] = [zones(timezone), quietOf(settings)];
  const due = dueOf(step, start.getTime(), zone);
  const isQuiet = keepsQuiet(quiet, step.channel === 'mail' ? 'mail' : 'sms');
  return isQuiet ? movedEarlier(quiet, due, zone) : due;
};

const messageOf = ({ step, ...row }: DueRow, due: number) => {
  const { bookingId, proId, clinicId, patientId, contactId, start } = row;
  const name = stepName(step);
  return {
    id: deriveId(bookingId, start.toISOString(), name, 'planned reminder'),
    purpose: 'reminder',
    about: bookingId,
    step: name,
    visitAt: start,
    proId,
    clinicId,
    subjects: [patientId, contactId].flatMap((id) => (id === null ? [] : [`patient-${id}`])),
    channel: step.channel,
    due: new Date(due),
    notAfter: start,
  } as const;
};

/** Maximum number of steps looked at in one go. */
const lookedAt = 5_000;

type DueDeps = { pool: Database['pool']; planned: Pick<Planned, 'plan'>; now: () => Date };

/** Creates the function that plans the reminders which are due by the plans and visits of now. */
export const createDueReminders =
  ({ pool, planned, now }: DueDeps) =>
  async (): Promise<void> => {
    const at = now();
    const { rows } = await pool.query<DueRow>({
      name: 'reminders-due',
      text: dueSql,
      values: [at, lookedAt],
    });
    for (const row of rows) {
      const step = storedStep.parse(row.step);
      const due = dueAt(step, row);
      if (due <= at.getTime()) await planned.plan(messageOf({ ...row, step }, due));
    }
  };

type Visit = Settings & {
  readonly status: BookingStatus;
  readonly start: Date;
  readonly timezone: string;
  readonly serviceId: string;
  readonly proId: string;
  readonly setAt: Date;
  readonly sequence: number;
  readonly email: string | null;
  readonly blocked: 'erased' | 'restricted' | 'stopped' | null;
  readonly prefix: string | null;
  readonly phone: string | null;
  /** Whether the person agreed to texts. */
  readonly texts: boolean;
  readonly reminds: boolean;
  readonly steps: string | null;
};

const stepOf = ({ step }: PlannedMessage, { steps, serviceId }: Visit): StoredStep | undefined =>
  stepsFor(stepsIn(steps), serviceId).find((one) => stepName(one) === step);

/** Returns the reason for which a reminder of this visit is needless; null if it is not. */
const needless = (message: PlannedMessage, visit: Visit | undefined): UnsentReason | null => {
  const isAtTime = visit?.start.getTime() === message.visitAt?.getTime();
  if (!visit || visit.status !== 'confirmed' || !isAtTime) return 'visit-changed';
  if (!visit.reminds) return 'silenced';
  const step = stepOf(message, visit);
  if (!step || message.due < new Date(step.since)) return 'plan-changed';
  return message.due < visit.setAt ? 'booked-later' : null;
};

export type ReminderDeps = {
  pool: Database['pool'];
  store: Pick<EventStore, 'readStream'>;
  /** Records in the streams of the visits that their patient got a text. */
  texted(message: PlannedMessage): Promise<void>;
  /** Records in the booking's stream that its patient was not told. */
  notMailed(job: MailJob, reason: UnmailedReason): Promise<void>;
};

/** Tells whether other messages make a reminder needless. */
const repeated = async (
  { pool, store }: ReminderDeps,
  { clinicId, about, visitAt, due }: PlannedMessage,
  { now, timezone }: { now: Date; timezone: string },
): Promise<UnsentReason | null> => {
  const [first] = await store.readStream(`booking-${about}`, 0, 1);
  if (first?.metadata.actor === demonstration) return 'demonstration';
  const start = visitAt?.toISOString() ?? '';
  const old = jobIdOf({ eventId: reminderIdOf(about, start), template: 'reminder' });
  const reminded = { name: 'reminder-without-plan', text: oldReminderSql, values: [old, due] };
  if ((await pool.query(reminded)).rowCount) return 'reminded';
  if ((await pool.query(supersededSql, [about, visitAt, due, now])).rowCount) return 'superseded';
  const zone = zones(timezone);
  const today = zone.dayOf(now.getTime());
  const values = [clinicId, today, about, `${about}@${start}`, visitAt, new Date(zone.midnight(today))];
  const { rows } = await pool.query<{ merged: boolean }>({
    name: 'reminder-merged',
    text: mergedSql,
    values,
  });
  return rows[0]?.merged ? 'merged' : null;
};

type SameDay = { readonly bookingId: string; readonly start: Date; readonly proId: string };

const visitsOfDay = async (
  pool: Database['pool'],
  { clinicId, about }: PlannedMessage,
  visit: Visit,
  now: Date,
) => {
  const zone = zones(visit.timezone);
  const day = zone.dayOf(visit.start.getTime());
  const range = [new Date(zone.midnight(day)), new Date(zone.nextMidnight(day))];
  const values = [clinicId, ...range, now, visit.email, about];
  return (await pool.query<SameDay>({ name: 'visits-of-day', text: sameDaySql, values })).rows;
};

/** Creates the rules of reminders by a plan. Several visits of a person on one day are one message. */
export const reminderRules = (deps: ReminderDeps): PurposeRules => ({
  template: 'planned-reminder',
  read: async (message, now) => {
    const values = [message.about];
    const { rows } = await deps.pool.query<Visit>({ name: 'reminder-visit', text: visitSql, values });
    const [visit] = rows;
    const skip = needless(message, visit);
    if (skip !== null || !visit) return { skip: skip ?? 'visit-changed' };
    const { timezone, email, blocked, sequence } = visit;
    const again = await repeated(deps, message, { now, timezone });
    if (again !== null) return { skip: again };
    const visits = await visitsOfDay(deps.pool, message, visit, now);
    return {
      recipient: { email, mobile: visit.texts ? mobileOf(visit) : null, blocked },
      quiet: quietOf(visit),
      timezone,
      ...(visits[0] ? { proId: visits[0].proId } : {}),
      covers: visits.map(({ bookingId, start }) => `${bookingId}@${start.toISOString()}`),
      asks: stepOf(message, visit)?.ask === true,
      job: { sequence },
    } satisfies Present;
  },
  settled: async (message) => {
    const { id, about, state, reason, sentBy } = message;
    const isOver = state === 'sent' || state === 'delivered' || state === 'failed';
    if (isOver && sentBy === 'sms') return deps.texted(message);
    if (state !== 'dropped' || (reason !== 'late' && reason !== 'quiet-hours')) return;
    await deps.notMailed({ template: 'planned-reminder', eventId: id, about }, 'late');
  },
});
