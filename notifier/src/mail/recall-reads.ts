import type { Subject } from '@visita/contracts/event';
import type { Language } from '@visita/contracts/language';
import type { Database } from '@visita/platform/postgres/connect';
import { recipientOf } from '@visita/read-model/recall/due';

/** Facts about a recall for its mail. */
export type RecallFacts = {
  readonly subjects: readonly Subject[];
  readonly email: string | null;
  readonly language: Language;
  readonly recipientId: string;
  /** Name of the person who gets the mail. */
  readonly patient: string | null;
  /** Patient's name, if another person than the recipient. */
  readonly attendee: string | null;
  readonly serviceId: string;
  readonly service: string;
  readonly lastVisit: Date;
  readonly timezone: string;
  readonly clinic: string;
  readonly address: string;
  readonly contact: string;
  readonly professional: string | null;
  /** Slug of the booking page; null if nothing can be booked there. */
  readonly slug: string | null;
};

const recallSql = `
  select case when p.erased or p.restricted or q.erased or q.restricted then null else q.email end as email,
    coalesce(q.language, p.language, b.language) as language, q.patient_id as "recipientId", q.name as patient,
    case when q.patient_id <> p.patient_id then p.name end as attendee,
    b.clinic_service_id as "serviceId", b.service_name as service, b.starts_at as "lastVisit", b.timezone,
    c.name as clinic, concat_ws(', ', c.address, c.postal_code || ' ' || c.city) as address,
    concat_ws(' · ', nullif(c.phone, ''), nullif(c.email, '')) as contact,
    d.name || ' ' || d.lastname as professional,
    case when d.config_status = 100 and c.status = 'active' and c.online_booking and h.status = 'active' then d.slug end as slug,
    array_remove(array['patient-' || p.patient_id, 'patient-' || nullif(q.patient_id, p.patient_id),
      'pro-' || d.pro_id, 'clinic-' || c.clinic_id], null) as subjects
  from read.recalls r
  join read.bookings b on b.booking_id = r.booking_id
  join read.clinics c on c.clinic_id = r.clinic_id
  join read.pros d on d.pro_id = r.pro_id
  join read.patients p on p.patient_id = r.patient_id
  join read.patients q on q.patient_id = ${recipientOf('p')}
  left join read.hubs h on h.hub_id = b.hub_id
  where r.recall_id = $1 and r.ended is null`;

/** Creates the read of a recall; undefined once it has ended. */
export const readRecall =
  (pool: Database['pool']) =>
  async (recallId: string): Promise<RecallFacts | undefined> =>
    (await pool.query<RecallFacts>(recallSql, [recallId])).rows[0];
