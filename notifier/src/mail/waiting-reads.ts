import type { Database } from '@visita/platform/postgres/connect';
import type { RowOf } from '@visita/platform/projection/table';
import type { waitingEntries } from '@visita/read-model/waiting/tables';
import type { Subject } from '@visita/contracts/event';

type EntryRow = RowOf<typeof waitingEntries>;

/** Facts about an entry on a waiting list for its mails. */
export type WaitingFacts = {
  readonly subjects: readonly Subject[];
  readonly email: EntryRow['email'];
  readonly language: EntryRow['language'];
  readonly patient: EntryRow['name'];
  readonly timezone: EntryRow['timezone'];
  readonly confirmed: boolean;
  /** Whether the person joined by a mailed link. */
  readonly byLink: boolean;
  readonly confirmBy: EntryRow['confirm_by'];
  readonly service: string;
  readonly minutes: number;
  readonly clinic: string;
  readonly address: string;
  /** How to reach the clinic; empty if unknown. */
  readonly contact: string;
  readonly offerId: EntryRow['offer_id'];
  readonly offerUntil: EntryRow['offer_until'];
  /** Starts of the offered times, separated by spaces. */
  readonly offerStarts: EntryRow['offer_starts'];
  readonly professional: string | null;
};

const waitingSql = `
  select case when p.erased or p.restricted then null
      else coalesce(case when p.responsible_id is null then p.email else r.email end, e.email) end as email, e.language, e.name as patient,
    e.timezone, e.state = 'waiting' as confirmed, e.state = 'waiting' and e.joined_by = 'patient' as "byLink", e.confirm_by as "confirmBy", coalesce(s.service_name, '') as service,
    coalesce(s.duration, 0) as minutes, c.name as clinic,
    concat_ws(', ', c.address, c.postal_code || ' ' || c.city) as address,
    concat_ws(' · ', nullif(c.phone, ''), nullif(c.email, '')) as contact,
    e.offer_id as "offerId", e.offer_until as "offerUntil", e.offer_starts as "offerStarts",
    d.name || ' ' || d.lastname as professional,
    array_remove(array['patient-' || e.patient_id, case when d.email is not null then 'pro-' || d.pro_id end,
      'clinic-' || e.clinic_id], null) as subjects
  from read.waiting_entries e
  join read.clinics c on c.clinic_id = e.clinic_id
  left join read.clinic_services s on s.clinic_service_id = e.clinic_service_id
  left join read.pros d on d.pro_id = coalesce(e.offer_pro_id, e.pro_id)
  left join read.patients p on p.patient_id = e.patient_id
  left join read.patients r on r.patient_id = p.responsible_id
  where e.entry_id = $1 and e.state <> 'ended'`;

/** Creates the read of an entry; undefined once it has ended. */
export const readWaiting =
  (pool: Database['pool']) =>
  async (entryId: string): Promise<WaitingFacts | undefined> =>
    (await pool.query<WaitingFacts>(waitingSql, [entryId])).rows[0];
