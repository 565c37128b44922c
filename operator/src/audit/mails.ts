import { proDecider, type ProState } from '@visita/command-service/pro/decider';
import type { RecordedEvent } from '@visita/contracts/envelope';
import { fieldsOf, isErased } from '@visita/contracts/event';
import type { MailJob } from '@visita/contracts/jobs';
import type { AuditMail, AuditStep } from '@visita/contracts/operator/audit';
import type { Database } from '@visita/platform/postgres/connect';
import { evolveStored } from '@visita/platform/runtime/states';
import { reminderIdOf } from '@visita/platform/ids/derive-id';
import { kindOf } from './folds.ts';

type Template = MailJob['template'];

/** Recipient and content of each mail. */
const templates: Readonly<Record<Template, readonly [to: 'patient' | 'pro' | 'new address', about: string]>> =
  {
    'hold-code': ['patient', 'has the code required before another time is held'],
    'confirmation-request': ['patient', 'asks the patient to confirm'],
    'online-booking-suspended': ['patient', 'tells the patient that online booking is not open to them'],
    'known-patients-only': ['patient', 'tells a stranger that the service is for known patients'],
    'one-appointment-only': ['patient', 'tells the patient that they already have an appointment'],
    'booked-by-pro': ['patient', 'tells the patient of an appointment that the pro made'],
    'series-booked': ['patient', 'tells the patient of repeated appointments that the pro made'],
    'series-corrected': ['patient', 'mails the new links of repeated appointments to a corrected address'],
    'series-moved': ['patient', 'tells the patient that several appointments were moved'],
    'series-cancelled': ['patient', 'tells the patient that several appointments were cancelled'],
    confirmed: ['patient', 'tells the patient that the appointment is confirmed'],
    corrected: ['patient', 'mails the new link of the appointment to a corrected address'],
    moved: ['patient', 'tells the patient that the appointment was moved'],
    cancelled: ['patient', 'tells the patient that the appointment was cancelled'],
    'clinic-gone': ['patient', 'tells the patient that the clinic is gone'],
    reminder: ['patient', 'reminds the patient'],
    'planned-reminder': ['patient', 'reminds the patient by the plan'],
    'reminder-pro': ['pro', 'reminds the pro'],
    'booked-online': ['pro', 'tells the pro of an appointment that was booked online'],
    'moved-by-patient': ['pro', 'tells the pro that the patient moved the appointment'],
    'cancelled-by-patient': ['pro', 'tells the pro that the patient cancelled'],
    'waiting-request': ['patient', 'asks the person to confirm the entry on the waiting list'],
    'time-offered': ['patient', 'offers the person a free time'],
    'offer-gone': ['patient', 'tells the person that an offered time is gone'],
    recall: ['patient', 'invites the patient to a next visit'],
    'visit-survey': ['patient', 'asks the patient how the visit was'],
    'day-sheet': ['pro', 'has the visits of the next day'],
    welcome: ['pro', 'welcomes the pro'],
    'address-proof': ['pro', 'has the link that proves the address'],
    invitation: ['pro', 'invites a person without an account'],
    'collaboration-invitation': ['pro', 'invites the pro to a clinic'],
    'patients-shared': ['pro', 'tells the pro that the clinic shares its patients'],
    'patients-unshared': ['pro', 'tells the pro that the clinic no longer shares its patients'],
    'password-reset': ['pro', 'has the link to set a password'],
    'password-changed': ['pro', 'tells the pro that the password was changed'],
    'email-change': ['new address', 'has the link that proves the new email'],
    'email-changed': ['pro', 'tells the pro that the email was changed'],
    'new-browser': ['pro', 'tells the pro of a login from a new browser'],
    'login-slowed': ['pro', 'tells the pro of many failed logins'],
    'sessions-ended': ['pro', 'tells the pro that all other sessions were ended'],
    'calendar-feed-created': ['pro', 'tells the pro of a new private calendar address'],
    'calendar-connected': ['pro', 'tells the pro that an external calendar was connected'],
    'factor-added': ['pro', 'tells the pro of a new authenticator'],
    'factor-removed': ['pro', 'tells the pro that an authenticator was removed'],
    'passkey-added': ['pro', 'tells the pro of a new passkey'],
    'passkey-removed': ['pro', 'tells the pro that a passkey was removed'],
    'recovery-codes-renewed': ['pro', 'tells the pro of new recovery codes'],
    'recovery-code-used': ['pro', 'tells the pro that a recovery code was used'],
    'email-change-notice': ['pro', 'tells the old address of a change of email'],
  };

type Line = Omit<AuditMail, 'sentence' | 'to' | 'time' | 'settled'> & { created: Date; settled: Date | null };

const outcomes: Readonly<Record<AuditMail['state'], string>> = {
  sent: 'sent',
  dropped: 'not sent, no longer relevant',
  failed: 'refused, to be tried again',
  claimed: 'being sent',
};

const inWords = ({ template, state, to, attempts, failure }: Omit<AuditMail, 'sentence'>): string => {
  const tries = attempts > 1 ? `, ${attempts} attempts` : '';
  const why = failure === null ? '' : ` (${failure})`;
  const [, about] = templates[template];
  return `A mail to ${to ?? 'an unknown address'} that ${about}: ${outcomes[state]}${why}${tries}.`;
};

const ledgerSql = `
  select event_id as "eventId", template, state, attempts, failure, created, settled
  from notifier.mails where event_id = any($1) order by created, template`;

export type MailsDeps = {
  readonly pool: Database['pool'];
  /** Reads a stream's events, masked if required. */
  readonly read: (stream: string) => Promise<readonly RecordedEvent[]>;
};

type MailCause = { readonly eventId: string; readonly step: AuditStep };

const plannedSql = 'select id, about from notifier.planned where about = any($1)';

/** Returns the reminders of bookings by a plan. */
const plannedFor = async (pool: Database['pool'], steps: readonly AuditStep[]): Promise<MailCause[]> => {
  const byBooking = new Map(
    steps.flatMap((step) => {
      const { bookingId } = step.state;
      return kindOf(step.stream) === 'booking' && typeof bookingId === 'string'
        ? [[bookingId, step] as const]
        : [];
    }),
  );
  const { rows } = await pool.query<{ id: string; about: string }>(plannedSql, [[...byBooking.keys()]]);
  return rows.map(({ id, about }) => ({ eventId: id, step: byBooking.get(about)! }));
};

/** Returns the possible causes of mails: the events, and the reminders of each time of a booking. */
const askedBy = (steps: readonly AuditStep[]): MailCause[] =>
  steps.flatMap((step) => {
    const { bookingId, start } = step.state;
    const reminds =
      kindOf(step.stream) === 'booking' && typeof bookingId === 'string' && typeof start === 'string';
    const reminder = reminds ? [{ eventId: reminderIdOf(bookingId, start), step }] : [];
    return [{ eventId: step.eventId, step }, ...reminder];
  });

const textOf = (value: unknown): string | null => {
  if (isErased(value)) return 'erased';
  return typeof value === 'string' ? value : null;
};

/** Returns the pro who got an event's mails. */
const proIdOf = (step: AuditStep, event: RecordedEvent | undefined): string | null =>
  textOf(step.state['proId']) ?? (event ? textOf(fieldsOf(event)['proId']) : null);

/** Finds the address of a mail: patients by the step's state, pros by their stream at the time. */
const createRecipients = (read: MailsDeps['read'], events: ReadonlyMap<string, RecordedEvent>) => {
  const known = new Map<string, Promise<readonly RecordedEvent[]>>();
  const eventsOf = (proId: string) => {
    const reading = known.get(proId) ?? read(`pro-${proId}`);
    known.set(proId, reading);
    return reading;
  };

  const emailAt = async (proId: string, time: string): Promise<string | null> => {
    const state = (await eventsOf(proId))
      .filter(({ metadata }) => metadata.time <= time)
      .reduce<ProState>((before, event) => evolveStored(proDecider, before, event), proDecider.initialState);
    return state.status === 'erased' ? 'erased' : 'email' in state ? textOf(state.email) : null;
  };

  return async (template: Template, step: AuditStep, time: string): Promise<string | null> => {
    const [to] = templates[template];
    const event = events.get(step.eventId);
    if (to === 'patient') {
      const contactPerson = fieldsOf({ data: step.state['told'] });
      const contact = contactPerson['contact'] ?? step.state['contact'];
      return isErased(contact) ? 'erased' : textOf(fieldsOf({ data: contact })['email']);
    }
    if (to === 'new address') return event ? textOf(fieldsOf(event)['newEmail']) : null;
    const proId = proIdOf(step, event);
    return proId === null ? null : emailAt(proId, time);
  };
};

export const mailsOf = async (
  { pool, read }: MailsDeps,
  steps: readonly AuditStep[],
  events: ReadonlyMap<string, RecordedEvent>,
): Promise<AuditMail[]> => {
  const { rows: there } = await pool.query<{ there: boolean }>(
    `select to_regclass('notifier.planned') is not null as there`,
  );
  if (!there[0]?.there) return [];
  const causes = [...askedBy(steps), ...(await plannedFor(pool, steps))];
  const asked = new Map(causes.map(({ eventId, step }) => [eventId, step]));
  const { rows } = await pool.query<Line>(ledgerSql, [[...asked.keys()]]);
  const recipient = createRecipients(read, events);
  return Promise.all(
    rows.map(async ({ created, settled, ...line }) => {
      const time = created.toISOString();
      const to = await recipient(line.template, asked.get(line.eventId)!, time);
      const mail = { ...line, time, settled: settled?.toISOString() ?? null, to };
      return { ...mail, sentence: inWords(mail) };
    }),
  );
};
