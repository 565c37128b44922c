import { keptId, recordIds } from '@visita/read-model/patient/merged';
import { readable, type Subject } from '@visita/contracts/event';
import { type EventNamed, isEvent } from '@visita/contracts/events';
import { seriesVisitIdOf } from '@visita/platform/ids/derive-id';
import { pagesOfStream } from '@visita/platform/event-store/pages';
import type { BookingView } from '@visita/contracts/booking/views';
import type { MailJob } from '@visita/contracts/jobs';
import type { EventStore } from '@visita/platform/event-store/port';
import type { Database } from '@visita/platform/postgres/connect';
import type { RowOf } from '@visita/platform/projection/table';
import type { bookings } from '@visita/read-model/booking/tables';
import type { clinics, hubs } from '@visita/read-model/clinic/tables';
import type { pros } from '@visita/read-model/pro/tables';
import { replacedSql } from '../outbox.sql.ts';
import { topicOf } from './mail-jobs.ts';
import { readSheetReader, readSheetVisits, type SheetOf, type SheetReader } from '../day-sheet-reads.ts';
import { readRecall, type RecallFacts } from './recall-reads.ts';
import { readWaiting, type WaitingFacts } from './waiting-reads.ts';

type BookingRow = RowOf<typeof bookings>;
type ClinicRow = RowOf<typeof clinics>;
type ProRow = RowOf<typeof pros>;

type About = {
  /** People whose personal data the mail will hold. */
  readonly subjects: readonly Subject[];
};

/** Facts about a booking for its mails. Null values are erased or were never given. */
export type Appointment = About & {
  readonly status: BookingRow['status'];
  /** How often the email was corrected, which ended the links mailed before. */
  readonly turn: BookingRow['link_turn'];
  /** Whether the patient confirmed by the mailed link. */
  readonly byLink: boolean;
  readonly confirmBy: BookingRow['confirm_by'];
  readonly start: BookingRow['starts_at'];
  readonly end: BookingRow['ends_at'];
  readonly timezone: BookingRow['timezone'];
  readonly service: BookingRow['service_name'];
  readonly minutes: BookingRow['duration'];
  readonly patient: BookingRow['name'];
  /** Attendee's name, if another person than the recipient. */
  readonly attendee: BookingRow['name'];
  readonly email: BookingRow['email'];
  readonly language: BookingRow['language'];
  /** Whether the pro suspended the patient from online booking. */
  readonly suspended: boolean;
  /** Whether the pro allows one upcoming appointment per patient and this patient has another. */
  readonly limited: boolean;
  /** How to reach the clinic; empty if unknown. */
  readonly contact: string;
  /** Slug of the treating professional's booking page; null if no service can be booked there. */
  readonly slug: string | null;
  /** Null until the pro has given a name. */
  readonly professional: string | null;
  readonly clinic: ClinicRow['name'];
  readonly address: string;
  /** Directions to the clinic; empty if the clinic says nothing. */
  readonly directions: ClinicRow['directions'];
  /** Things that the patient brings to the services of the visit; empty if the clinic says nothing. */
  readonly toBring: string;
  /** Whether the pro wants patients to get mails about cancellations. */
  readonly tellsCancellations: ProRow['cancel_booking_email'];
  readonly remindsPatient: ProRow['reminder_booking_email'];
  /** Whether the pro's plan decides about reminders to patients. */
  readonly byPlan: boolean;
  /** Hours before the appointment until which the patient may move or cancel it. */
  readonly noticeHours: ProRow['manage_notice_hours'];
  /** Whether the professional can be booked online at the clinic, so that there are other times. */
  readonly movable: boolean;
  readonly pro: Treating;
};

/** The treating professional; email null after an erasure. */
export type Treating = {
  readonly email: ProRow['email'];
  readonly language: ProRow['comunications_language'];
  /** Whether the professional wants reminders. */
  readonly reminded: ProRow['booking_reminder_pro'];
  /** Whether the professional wants mails about patients' online actions. */
  readonly told: ProRow['booking_notice_pro'];
  /** Whether the professional's external calendar has the appointments. */
  readonly connected: boolean;
};

export type Account = About & {
  readonly email: ProRow['email'];
  readonly language: ProRow['comunications_language'];
  /** Whether the email address was verified by a mailed link. */
  readonly proven: ProRow['address_proven'];
  /** New address of an unconfirmed change of email. */
  readonly pendingEmail: ProRow['pending_email'];
};

export type Invitation = Omit<Account, 'pendingEmail' | 'proven'> & {
  readonly proId: ProRow['pro_id'];
  readonly status: RowOf<typeof hubs>['status'];
  readonly clinic: ClinicRow['name'];
  readonly city: ClinicRow['city'];
  /** Null until the owner has given a name. */
  readonly owner: string | null;
};

export type SentCode = Pick<Account, 'email' | 'language' | 'subjects'> & {
  readonly codeId: string;
  readonly expires: Date;
  readonly timezone: string;
};

/** A visit that a planned message names, at the time that it had then. */
export type NamedVisit = { readonly bookingId: string; readonly start: string };

/** `asks`: whether the message asks if the patient will come. */
export type Named = { readonly visits: readonly NamedVisit[]; readonly asks: boolean };

/** A visit of a series, with its booking's id. */
export type SeriesVisit = {
  readonly bookingId: string;
  readonly booking: Appointment;
  readonly sequence: BookingRow['sequence'];
};

/** Reads the present facts of a mail; undefined if the read models do not hold them (yet). */
export type MailReads = {
  appointment(bookingId: string): Promise<Appointment | undefined>;
  /** Returns the visits of a series that were placed, or those that a change of the series has changed, in order. */
  series(seriesId: string, changeId?: string): Promise<readonly SeriesVisit[] | undefined>;
  account(proId: string): Promise<Account | undefined>;
  invitation(hubId: string): Promise<Invitation | undefined>;
  /** Returns an entry on a waiting list; undefined once it has ended. */
  waiting(entryId: string): Promise<WaitingFacts | undefined>;
  /** Returns a recall; undefined once it has ended. */
  recall(recallId: string): Promise<RecallFacts | undefined>;
  /** Returns the visits of a sheet with its reader; undefined if the pro may not have it. */
  daySheet(sheet: SheetOf): Promise<(SheetReader & { readonly visits: readonly BookingView[] }) | undefined>;
  /** Tells whether a later mail of its topic replaces it. */
  isReplaced(job: MailJob): Promise<boolean>;
  /** Returns the visits that a planned message names, in order. */
  named(messageId: string): Promise<Named>;
  /** Returns a code sent to a patient, from its event. */
  code(patientId: string, codeId: string | undefined): Promise<SentCode | undefined>;
};

/** Returns the SQL for all merged records of the person in a booking's column. */
const recordsOf = (column: string): string => recordIds(keptId(column));
const isSuspended = (column: string): string =>
  `exists (select from read.patients s where s.patient_id = any(${recordsOf(column)}) and s.suspended is not null)`;

// Bookings of a deleted pro remain, and their patients still get mails.
const appointmentSql = `
  select b.status, b.link_turn as turn, b.placed_by = 'patient' and b.confirm_by is null and b.link_turn = 0 as "byLink", b.confirm_by as "confirmBy", b.starts_at as start, b.ends_at as end, b.timezone, b.service_name as service,
    b.duration as minutes, case when p.erased or t.erased then null else coalesce(b.contact_name, b.name) end as patient,
    case when p.erased or b.contact_id is null then null else b.name end as attendee,
    case when p.erased or p.restricted or t.erased or t.restricted then null else b.email end as email, b.language,
    ${isSuspended('b.patient_id')} or ${isSuspended('b.contact_id')} as suspended,
    coalesce(d.patient_booking_limit, false) and exists (
      select from read.bookings o where o.pro_id = b.pro_id and o.patient_id = any(${recordsOf('b.patient_id')})
        and o.booking_id <> b.booking_id and o.status = 'confirmed' and o.starts_at > now()) as limited,
    d.name || ' ' || d.lastname as professional,
    c.name as clinic, concat_ws(', ', c.address, c.postal_code || ' ' || c.city) as address,
    c.directions,
    (select coalesce(string_agg(distinct nullif(s.to_bring, ''), e'\\n'), '') from read.clinic_services s
      where s.clinic_service_id = any(array(
        select l ->> 'clinic_service_id' from json_array_elements(b.service_list::json) l) || b.clinic_service_id)) as "toBring",
    concat_ws(' · ', nullif(c.phone, ''), nullif(c.email, '')) as contact,
    case when d.config_status = 100 and c.status = 'active' and c.online_booking then d.slug end as slug,
    coalesce(d.cancel_booking_email, true) as "tellsCancellations",
    coalesce(d.reminder_booking_email, false) and not exists (
      select from read.message_choices x
      where x.patient_id = any(${recordsOf('coalesce(b.contact_id, b.patient_id)')}) and x.stopped) as "remindsPatient",
    exists (select from read.reminder_plans r where r.pro_id = b.pro_id) as "byPlan",
    coalesce(d.manage_notice_hours, 0) as "noticeHours",
    c.status = 'active' and c.online_booking and coalesce(h.status = 'active', false) as movable,
    json_build_object('email', d.email, 'language', coalesce(d.comunications_language, b.language),
      'reminded', coalesce(d.booking_reminder_pro, false), 'told', coalesce(d.booking_notice_pro, false),
      'connected', d.external_calendar is not null) as pro,
    array_remove(array['patient-' || b.patient_id, 'patient-' || b.contact_id, case when d.email is not null then 'pro-' || d.pro_id end,
      'clinic-' || b.clinic_id], null) as subjects
  from read.bookings b
  join read.clinics c on c.clinic_id = b.clinic_id
  left join read.hubs h on h.hub_id = b.hub_id
  left join read.pros d on d.pro_id = b.pro_id
  left join read.patients p on p.patient_id = b.patient_id
  left join read.patients t on t.patient_id = b.contact_id
  where b.booking_id = $1`;

const accountSql = `
  select email, comunications_language as language, pending_email as "pendingEmail",
    address_proven as proven,
    array['pro-' || pro_id] as subjects
  from read.pros where pro_id = $1`;

const invitationSql = `
  select h.status, p.pro_id as "proId", p.email, p.comunications_language as language,
    c.name as clinic, c.city, o.name || ' ' || o.lastname as owner,
    array_remove(array['pro-' || p.pro_id, case when o.email is not null then 'pro-' || o.pro_id end,
      'clinic-' || h.clinic_id], null) as subjects
  from read.hubs h
  join read.pros p on p.pro_id = h.pro_id
  join read.clinics c on c.clinic_id = h.clinic_id
  join read.pros o on o.pro_id = c.owner_id`;

const namedSql = 'select covers, asks from notifier.planned where id = $1';

const timezoneSql = 'select timezone from read.clinics where clinic_id = $1';

const sentCode = async (
  store: Pick<EventStore, 'readStream'>,
  patientId: string,
  codeId: string | undefined,
): Promise<EventNamed<'HoldCodeSent'> | undefined> => {
  for await (const page of pagesOfStream(store, `quota-${patientId}`)) {
    for (const event of page)
      if (isEvent(event, 'HoldCodeSent') && event.data.codeId === codeId) return event;
  }
  return undefined;
};

const readCode =
  (pool: Database['pool'], store: Pick<EventStore, 'readStream'>): MailReads['code'] =>
  async (patientId, codeId) => {
    const sent = await sentCode(store, patientId, codeId);
    if (!sent) return undefined;
    const { email, language, expires, clinicId } = sent.data;
    const { rows } = await pool.query<{ timezone: string }>(timezoneSql, [clinicId]);
    if (!rows[0] || codeId === undefined) return undefined;
    const subjects = [`patient-${patientId}`] as const;
    return { email: readable(email), language, codeId, expires: new Date(expires), subjects, ...rows[0] };
  };

/** Returns the numbers of a series' placed visits, or of those that a change has changed, and whether all are known. */
const visitsOf = async (
  store: Pick<EventStore, 'readStream'>,
  seriesId: string,
  changeId: string | undefined,
): Promise<{ readonly visits: readonly number[]; readonly whole: boolean } | undefined> => {
  const visits = new Set<number>();
  for await (const page of pagesOfStream(store, `series-${seriesId}`)) {
    for (const event of page) {
      if (isEvent(event, 'SeriesChanged') && event.data.changeId === changeId)
        return { visits: event.data.changed.toSorted((one, other) => one - other), whole: true };
      if (isEvent(event, 'SeriesPlanned')) for (const { nth } of event.data.visits) visits.add(nth);
      if (isEvent(event, 'SeriesVisitNotPlaced')) visits.delete(event.data.nth);
      if (isEvent(event, 'SeriesPlaced') && changeId === undefined)
        return { visits: [...visits], whole: true };
    }
  }
  return changeId === undefined && visits.size > 0 ? { visits: [...visits], whole: false } : undefined;
};

const sequenceSql = 'select sequence from read.bookings where booking_id = $1';

const readSeries =
  (
    { pool, store }: { pool: Database['pool']; store: Pick<EventStore, 'readStream'> },
    appointment: MailReads['appointment'],
  ): MailReads['series'] =>
  async (seriesId, changeId) => {
    const series = await visitsOf(store, seriesId, changeId);
    if (!series) return undefined;
    const reading = series.visits.map(async (nth) => {
      const bookingId = seriesVisitIdOf(seriesId, nth);
      const booking = await appointment(bookingId);
      const { rows } = await pool.query<Pick<SeriesVisit, 'sequence'>>(sequenceSql, [bookingId]);
      return booking ? [{ bookingId, booking, sequence: rows[0]?.sequence ?? 0 }] : [];
    });
    const found = (await Promise.all(reading)).flat();
    // A mail about some of the visits would leave the others untold.
    return series.whole && found.length < series.visits.length ? undefined : found;
  };

export const createMailReads = (pool: Database['pool'], store: Pick<EventStore, 'readStream'>): MailReads => {
  const appointment: MailReads['appointment'] = async (id) =>
    (await pool.query<Appointment>({ name: 'mail-appointment', text: appointmentSql, values: [id] })).rows[0];
  return {
    code: readCode(pool, store),
    isReplaced: async (job) => {
      const topic = topicOf(job);
      if (topic === null) return false;
      return ((await pool.query(replacedSql, [topic, job.sequence ?? 0])).rowCount ?? 0) > 0;
    },
    named: async (id) => {
      const { rows } = await pool.query<{ covers: readonly string[]; asks: boolean }>(namedSql, [id]);
      const { covers, asks } = rows[0] ?? { covers: [], asks: false };
      const visits = covers.map((one) => {
        const [bookingId = '', start = ''] = one.split('@');
        return { bookingId, start };
      });
      return { visits, asks };
    },
    appointment,
    series: readSeries({ pool, store }, appointment),
    waiting: readWaiting(pool),
    recall: readRecall(pool),
    daySheet: async (sheet) => {
      const reader = await readSheetReader(pool, sheet);
      return reader && { ...reader, visits: await readSheetVisits(pool, sheet, reader) };
    },
    account: async (id) => (await pool.query<Account>(accountSql, [id])).rows[0],
    invitation: async (id) =>
      (await pool.query<Invitation>(`${invitationSql} where h.hub_id = $1`, [id])).rows[0],
  };
};
