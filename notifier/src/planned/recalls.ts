import type { EventNamed } from '@visita/contracts/events';
import { mobileOf } from '@visita/contracts/messages/mobile';
import { recalls } from '@visita/contracts/recall/recalls';
import type { EventStore } from '@visita/platform/event-store/port';
import { deriveId } from '@visita/platform/ids/derive-id';
import type { Database } from '@visita/platform/postgres/connect';
import { type Cause, createStreams } from '@visita/platform/runtime/decider';
import type { Process } from '@visita/platform/runtime/process';
import { shown } from '@visita/read-model/booking/queries';
import { allowsTexts } from '@visita/read-model/messages/choices';
import { settingsIn } from '@visita/read-model/messages/view';
import { recordIds } from '@visita/read-model/patient/merged';
import type { ProjectedPosition } from '@visita/read-model/projected';
import { isTaggedOut, recipientOf, refusesRecalls } from '@visita/read-model/recall/due';
import { demonstration } from '../demonstration.ts';
import type { Planned, PurposeRules } from './port.ts';

type Planning = {
  readonly pool: Database['pool'];
  readonly store: EventStore;
  readonly planned: Pick<Planned, 'plan' | 'withdraw'>;
  readonly projected: Pick<ProjectedPosition, 'reached'>;
};

/** Milliseconds to wait until the recall can be read. */
const patience = 5_000;

const openSql = 'select from read.recalls where patient_id = $1 and ended is null';

/**
 * Plans the message of each recall, with the recall's id, and drops it if the recall ends before it was sent. Ends the
 * open recall of a patient who has booked a visit.
 */
export const planRecalls = ({ pool, store, planned, projected }: Planning): Process => {
  const streams = createStreams(store, recalls, {});
  type Booked = EventNamed<'BookingPlaced' | 'BookingConfirmed'>;
  const booked = async ({ data, metadata, position }: Booked, cause: Cause): Promise<void> => {
    await projected.reached(position, patience);
    // Few patients have a recall, so its stream is not read for each booking.
    if ((await pool.query(openSql, [data.patientId])).rowCount === 0) return;
    await streams.execute(data.patientId, { type: 'end', reason: 'booked', at: metadata.time }, cause);
  };
  const made = async ({ data, position }: EventNamed<'RecallMade'>): Promise<void> => {
    const { recallId, patientId, proId, clinicId, from, until } = data;
    await projected.reached(position, patience);
    await planned.plan({
      id: recallId,
      purpose: 'recall',
      about: recallId,
      proId,
      clinicId,
      subjects: [`patient-${patientId}`],
      channel: 'sms-else-mail',
      due: new Date(from),
      notAfter: new Date(until),
    });
  };
  return {
    name: 'plan-recalls',
    inOrder: 'stream',
    impersonal: true,
    on: {
      RecallMade: made,
      RecallEnded: ({ data }) => planned.withdraw(data.recallId),
      BookingPlaced: async (event, cause) => {
        if (event.data.confirmBy === null) await booked(event, cause);
      },
      BookingConfirmed: booked,
    },
  };
};

const recallSql = `
  select r.patient_id as "patientId", r.booking_id as "bookingId", c.timezone, q.email, q.prefix, q.phone, m.settings, m.sender,
    q.patient_id = p.patient_id and h.status = 'active' and c.online_booking and ${allowsTexts('q.patient_id', 'q')} as texts,
    case when p.erased or q.erased then 'erased' when p.restricted or q.restricted then 'restricted'
      when p.suspended is not null or ${isTaggedOut('p.tags')} or ${refusesRecalls('q.patient_id')} then 'stopped'
    end as blocked,
    exists (select from read.bookings b where b.pro_id = r.pro_id and b.starts_at > $2 and ${shown('b')}
      and b.patient_id = any(${recordIds('r.patient_id')})) as booked
  from read.recalls r
  join read.clinics c on c.clinic_id = r.clinic_id
  join read.patients p on p.patient_id = r.patient_id
  join read.patients q on q.patient_id = ${recipientOf('p')}
  join read.bookings l on l.booking_id = r.booking_id
  left join read.hubs h on h.hub_id = l.hub_id
  left join read.message_settings m on m.pro_id = r.pro_id
  where r.recall_id = $1 and r.ended is null`;

type Row = {
  readonly patientId: string;
  readonly bookingId: string;
  readonly timezone: string;
  readonly email: string | null;
  readonly prefix: string | null;
  readonly phone: string | null;
  readonly texts: boolean;
  readonly settings: string | null;
  readonly sender: string | null;
  readonly blocked: 'erased' | 'restricted' | 'stopped' | null;
  readonly booked: boolean;
};

type Deps = { pool: Database['pool']; store: EventStore; now: () => Date };

/** Creates the rules of recalls. A recall that could not be sent ends, so that another one can be made. */
export const recallRules = ({ pool, store, now }: Deps): PurposeRules => {
  const streams = createStreams(store, recalls, {});
  return {
    template: 'recall',
    read: async ({ about }, at) => {
      const row = (await pool.query<Row>(recallSql, [about, at])).rows[0];
      if (!row) return { skip: 'withdrawn' };
      if (row.booked) return { skip: 'booked' };
      const [visit] = await store.readStream(`booking-${row.bookingId}`, 0, 1);
      if (visit?.metadata.actor === demonstration) return { skip: 'demonstration' };
      const { email, blocked, timezone, settings, sender } = row;
      const quiet = settingsIn(settings === null ? undefined : { settings, sender }).quietHours;
      return {
        recipient: { email, mobile: row.texts ? mobileOf(row) : null, blocked },
        quiet,
        timezone,
        job: {},
      };
    },
    settled: async ({ id, subjects, state, reason }) => {
      if (state === 'sent' || state === 'delivered') return;
      const patientId = subjects[0]?.replace('patient-', '') ?? '';
      const time = now().toISOString();
      const cause = {
        id: deriveId(id, 'not sent'),
        correlationId: id,
        actor: 'process:planned',
        time,
      } as const;
      const ended = {
        type: 'end',
        reason: 'not-sent',
        recallId: id,
        ...(reason && { unsent: reason }),
      } as const;
      await streams.execute(patientId, ended, cause);
    },
  };
};
