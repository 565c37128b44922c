import { noticeCountMaximum, noticeDays, noticePage } from '@visita/contracts/activity/views';
import type { RowOf } from '@visita/platform/projection/table';
import type { activities } from '@visita/read-model/activity/tables';
import { patientName, patientRecords } from '@visita/read-model/booking/queries';
import { type ActingColumns, actingColumns, actingJoin } from '@visita/read-model/clinic/acting';
import { together } from '@visita/read-model/query';

/** Parameters of the statement, in order. */
export type NoticeValues = [
  /** Clinics whose whole calendar the pro sees. */
  whole: readonly string[],
  /** Clinics where the pro sees bookings. */
  seen: readonly string[],
  proId: string,
  now: Date,
  /** Id of the last notice of the previous page; null for the first page. */
  after: string | null,
  /** The pro's read mark. */
  until: string,
  single: readonly string[],
];

/** Position of the last event that is too old to be shown. Positions and times ascend together. */
const floor = `coalesce((select f.position from read.activities f
  where f.at <= $4::timestamptz - interval '${noticeDays} days' order by f.at desc limit 1), '')`;

/** A hold that its patient cancelled never was an appointment. */
const isShown = `not (a.kind = 'cancelled' and b.confirm_by is not null)`;

type Limits = { readonly condition: string; readonly count: number };

/**
 * Selects the latest positions visible to the pro: at each whole clinic, and their own. Each branch stops at
 * the limit, however many notices there are. A guest loses a notice with the booking, and
 * those of series on leaving the clinic.
 */
const positions = ({ condition, count }: Limits): string => `
  select position from (
    select n.position from unnest($1::uuid[]) c(id) cross join lateral (
      select a.position from read.activities a left join read.bookings b on b.booking_id = a.booking_id
      where a.clinic_id = c.id and (b.booking_id is not null or a.series_id is not null) and ${isShown} and ${condition}
      order by a.position desc limit ${count}) n
    union
    (select a.position from read.activities a left join read.bookings b on b.booking_id = a.booking_id
      where a.pro_id = $3 and case
          when a.series_id is not null then a.clinic_id = any($2::uuid[])
          else a.booking_id is null or (b.pro_id = $3 and b.clinic_id = any($2::uuid[])) end
        and ${isShown} and ${condition}
      order by a.position desc limit ${count})
  ) visible order by position desc limit ${count}`;

const onPage = `a.position > ${floor} and ($5::text is null or a.position < $5)`;
const isUnread = `a.position > greatest($6::text, ${floor}) and a.position <> all($7::text[])`;

/** One more than a page tells whether there are older ones. */
const page = positions({ condition: onPage, count: noticePage + 1 });
const unread = positions({ condition: isUnread, count: noticeCountMaximum });

const selectPage = `
  select v.position, v.kind, v.at, v.previous_at, v.reason, v.actor_id,
    coalesce(v.starts_at, b.starts_at) as starts_at, coalesce(v.ends_at, b.ends_at) as ends_at,
    v.position <= $6 or v.position = any($7::text[]) as read,
    coalesce(b.pro_id, v.pro_id) as pro_id, d.name || ' ' || d.lastname as doctor_name,
    c.clinic_id, c.name as clinic_name, coalesce(b.timezone, c.timezone) as timezone,
    v.booking_id, v.series_id, b.service_name, ${patientName},
    case when not o.erased then coalesce(m.name, o.name) end as series_patient,
    ${actingColumns}
  from (${page}) shown
  join read.activities v on v.position = shown.position
  left join read.bookings b on b.booking_id = v.booking_id
  ${patientRecords}
  left join read.series s on s.series_id = v.series_id
  left join read.patients o on o.patient_id = s.patient_id
  left join read.patients m on m.patient_id = o.merged_into
  left join read.hubs h on h.hub_id = v.hub_id
  left join read.clinics c on c.clinic_id = h.clinic_id
  left join read.pros d on d.pro_id = coalesce(b.pro_id, v.pro_id)
  ${actingJoin('v.actor_id', 'h.clinic_id')}
  order by v.position desc`;

const selectHeld = `
  select count(*)::int as count from (
    select from read.bookings b
    where b.status = 'pending' and b.confirm_by > $4 and b.clinic_id = any($2::uuid[])
      and (b.clinic_id = any($1::uuid[]) or b.pro_id = $3)
    limit ${noticeCountMaximum}) held`;

/** Reads a page of notices and the counts, in one round trip. */
export const noticesQuery = together('notices', {
  notices: selectPage,
  unread: `select count(*)::int as count from (${unread}) unread`,
  held: selectHeld,
});

/** A notice as selected; instants are text. */
export type NoticeRow = Pick<
  RowOf<typeof activities>,
  'position' | 'kind' | 'reason' | 'pro_id' | 'booking_id' | 'series_id' | 'actor_id'
> &
  ActingColumns & {
    readonly at: string;
    readonly starts_at: string | null;
    readonly ends_at: string | null;
    readonly previous_at: string | null;
    readonly read: boolean;
    readonly doctor_name: string | null;
    readonly clinic_id: string | null;
    readonly clinic_name: string | null;
    readonly timezone: string | null;
    readonly service_name: string | null;
    readonly name: string | null;
    readonly series_patient: string | null;
  };

export type NoticeRows = {
  readonly notices: NoticeRow;
  readonly unread: { readonly count: number };
  readonly held: { readonly count: number };
};
