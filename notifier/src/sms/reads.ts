import type { Language } from '@visita/contracts/language';
import { defaultMessageSettings, type MessageSettings } from '@visita/contracts/messages/settings';
import type { Database } from '@visita/platform/postgres/connect';
import { patientRecords, presentNumber } from '@visita/read-model/booking/queries';
import { settingsIn } from '@visita/read-model/messages/view';

/** The visit that a text is about, as it is now. */
export type TextVisit = {
  readonly bookingId: string;
  readonly start: Date;
  readonly end: Date;
  readonly timezone: string;
  readonly status: string;
  readonly language: Language;
  readonly clinic: string;
  readonly professional: string | null;
  readonly service: string;
  readonly prefix: string | null;
  readonly phone: string | null;
  readonly ask: boolean;
  /** Ids of the other visits of the message that have this number. */
  readonly others: readonly string[];
};

/** The open offer that a text is about, with its first time. */
export type TextOffer = Pick<
  TextVisit,
  'start' | 'timezone' | 'language' | 'clinic' | 'professional' | 'prefix' | 'phone'
> & {
  readonly offerId: string;
  readonly until: Date;
  /** Number of further times to choose from. */
  readonly more: number;
};

const offerSql = `
  select e.offer_id as "offerId", split_part(e.offer_starts, ' ', 1)::timestamptz as start,
    cardinality(string_to_array(e.offer_starts, ' ')) - 1 as more, e.offer_until as until, e.timezone, e.language,
    c.name as clinic, d.name || ' ' || d.lastname as professional, p.prefix, p.phone
  from notifier.planned m
  join read.waiting_entries e on e.entry_id = m.about::uuid
  join read.clinics c on c.clinic_id = e.clinic_id
  left join read.patients p on p.patient_id = e.patient_id
  left join read.pros d on d.pro_id = e.offer_pro_id
  where m.id = $1 and e.offer_id is not null`;

/** The open recall that a text is about, with the booking page to open. */
export type TextRecall = Pick<TextVisit, 'language' | 'clinic' | 'professional' | 'prefix' | 'phone'> & {
  readonly patientId: string;
  /** Slug of the booking page; null if nothing can be booked there. */
  readonly slug: string | null;
  readonly serviceId: string;
  readonly until: Date;
};

const recallSql = `
  select p.patient_id as "patientId", coalesce(p.language, b.language) as language, c.name as clinic,
    d.name || ' ' || d.lastname as professional, p.prefix, p.phone, r.until, b.clinic_service_id as "serviceId",
    case when d.config_status = 100 and c.status = 'active' and c.online_booking and h.status = 'active' then d.slug end as slug
  from read.recalls r
  join read.bookings b on b.booking_id = r.booking_id
  join read.clinics c on c.clinic_id = r.clinic_id
  join read.pros d on d.pro_id = r.pro_id
  join read.patients p on p.patient_id = r.patient_id
  left join read.hubs h on h.hub_id = b.hub_id
  where r.recall_id = $1 and r.ended is null`;

/** Joins the records of bookings `b`. */
const records = `${patientRecords}
  left join read.patients t on t.patient_id = b.contact_id`;

/** `covers` names the visits of a message, the earliest first. */
const visitSql = `
  select b.booking_id as "bookingId", b.starts_at as start, b.ends_at as end, b.timezone, b.status, b.language,
    c.name as clinic, d.name || ' ' || d.lastname as professional, b.service_name as service, n.prefix, n.phone,
    m.asks as ask, array(select o.id from unnest(m.covers[2:]) v
      cross join lateral (select b.booking_id::text as id, b.starts_at, ${presentNumber('prefix')} as prefix,
          ${presentNumber('phone')} as phone
        from read.bookings b ${records}
        where b.booking_id = split_part(v, '@', 1)::uuid and b.starts_at = split_part(v, '@', 2)::timestamptz
          and b.status = 'confirmed') o
      where o.prefix = n.prefix and o.phone = n.phone order by o.starts_at) as others
  from notifier.planned m
  join read.bookings b on b.booking_id = split_part(coalesce(m.covers[1], m.about), '@', 1)::uuid
  join read.clinics c on c.clinic_id = b.clinic_id
  left join read.pros d on d.pro_id = b.pro_id
  ${records}
  cross join lateral (select ${presentNumber('prefix')} as prefix, ${presentNumber('phone')} as phone) n
  where m.id = $1 and (m.covers[1] is null or b.starts_at = split_part(m.covers[1], '@', 2)::timestamptz)`;

const settingsSql = 'select settings, sender from read.message_settings where pro_id = $1';

/** Reads the present facts of texts. */
export const createTextReads = ({ pool }: Pick<Database, 'pool'>) => ({
  visit: async (messageId: string): Promise<TextVisit | undefined> =>
    (await pool.query<TextVisit>(visitSql, [messageId])).rows[0],
  offer: async (messageId: string): Promise<TextOffer | undefined> =>
    (await pool.query<TextOffer>(offerSql, [messageId])).rows[0],
  recall: async (recallId: string): Promise<TextRecall | undefined> =>
    (await pool.query<TextRecall>(recallSql, [recallId])).rows[0],
  settings: async (proId: string): Promise<MessageSettings> => {
    const { rows } = await pool.query<{ settings: string; sender: string | null }>(settingsSql, [proId]);
    return rows[0] ? settingsIn(rows[0]) : defaultMessageSettings;
  },
});
export type TextReads = ReturnType<typeof createTextReads>;
