import type { Attendance } from '@visita/contracts/booking/attendance';
import type { BookingStatus } from '@visita/contracts/booking/status';
import { deriveId } from '@visita/platform/ids/derive-id';
import type { EventStore } from '@visita/platform/event-store/port';
import type { Database } from '@visita/platform/postgres/connect';
import { settingsIn } from '@visita/read-model/messages/view';
import { demonstration } from '../demonstration.ts';
import type { Planned, PurposeRules } from './port.ts';
import { person, visits } from './reminders.sql.ts';

/** Milliseconds after the end of a visit during which its mail is of use. */
const useful = 3 * 86_400_000;

const asked = "(m.settings::jsonb ->> 'surveyMails')::boolean";
const answered = 'exists (select from read.surveys s where s.booking_id = b.booking_id)';

/** Visits that ended two to 24 hours ago, of pros who ask how they were. */
const dueSql = `
  select b.booking_id as "bookingId", b.pro_id as "proId", b.clinic_id as "clinicId", b.patient_id as "patientId",
    b.contact_id as "contactId", b.ends_at as end
  from read.message_settings m
  join read.bookings b on b.pro_id = m.pro_id and b.status = 'confirmed' and b.email is not null
    and b.starts_at > $1::timestamptz - interval '3 days'
    and b.ends_at > $1::timestamptz - interval '1 day' and b.ends_at <= $1::timestamptz - interval '2 hours'
  where ${asked} and b.attendance not in ('missed', 'excused') and not ${answered}
    and not exists (select from notifier.planned n where n.about = b.booking_id::text and n.purpose = 'survey')
  order by b.ends_at limit 1000`;

/** A person is asked once in 30 days by a professional. */
const visitSql = `
  select b.status, b.attendance, b.timezone, b.email, ${person} as blocked, m.settings, m.sender,
    coalesce(${asked}, false) as wanted, ${answered} as answered,
    exists (select from notifier.planned n where n.purpose = 'survey' and n.pro_id = b.pro_id and n.id <> $2
      and n.subjects && $3::text[] and n.state in ('sending', 'sent')
      and (n.settled_at is null or n.settled_at > $4::timestamptz - interval '30 days')) as recent
  ${visits} where b.booking_id = $1`;

type Due = {
  readonly bookingId: string;
  readonly proId: string;
  readonly clinicId: string;
  readonly patientId: string;
  readonly contactId: string | null;
  readonly end: Date;
};

type Visit = {
  readonly status: BookingStatus;
  readonly attendance: Attendance;
  readonly timezone: string;
  readonly email: string | null;
  readonly blocked: 'erased' | 'restricted' | 'stopped' | null;
  readonly settings: string | null;
  readonly sender: string | null;
  readonly wanted: boolean;
  readonly answered: boolean;
  readonly recent: boolean;
};

type Deps = { pool: Database['pool']; planned: Pick<Planned, 'plan'>; now: () => Date };

/** Creates the function that plans the mails which ask how a visit was. */
export const createDueSurveys =
  ({ pool, planned, now }: Deps) =>
  async (): Promise<void> => {
    const at = now();
    const { rows } = await pool.query<Due>({ name: 'surveys-due', text: dueSql, values: [at] });
    for (const { bookingId, proId, clinicId, patientId, contactId, end } of rows)
      await planned.plan({
        id: deriveId(bookingId, 'survey mail'),
        purpose: 'survey',
        about: bookingId,
        proId,
        clinicId,
        subjects: [patientId, contactId].flatMap((id) => (id === null ? [] : [`patient-${id}`])),
        channel: 'mail',
        due: at,
        notAfter: new Date(end.getTime() + useful),
      });
  };

type RuleDeps = { pool: Database['pool']; store: Pick<EventStore, 'readStream'> };

/** Creates the rules of the mails that ask how a visit was. */
export const surveyRules = ({ pool, store }: RuleDeps): PurposeRules => ({
  template: 'visit-survey',
  read: async ({ id, about, subjects }, at) => {
    const visit = (await pool.query<Visit>(visitSql, [about, id, subjects, at])).rows[0];
    const isMissed = visit?.attendance === 'missed' || visit?.attendance === 'excused';
    if (!visit || visit.status !== 'confirmed' || isMissed) return { skip: 'visit-changed' };
    if (!visit.wanted) return { skip: 'silenced' };
    if (visit.answered) return { skip: 'not-sent' };
    if (visit.recent) return { skip: 'cap' };
    const [first] = await store.readStream(`booking-${about}`, 0, 1);
    if (first?.metadata.actor === demonstration) return { skip: 'demonstration' };
    const { email, blocked, timezone, settings, sender } = visit;
    const quiet = settingsIn(settings === null ? undefined : { settings, sender }).quietHours;
    return { recipient: { email, mobile: null, blocked }, quiet, timezone };
  },
});
