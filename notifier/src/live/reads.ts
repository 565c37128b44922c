import type { Zone } from '@visita/contracts/availability/zones';
import { isEvent } from '@visita/contracts/events';
import type { Database } from '@visita/platform/postgres/connect';
import { pagesOfStream } from '@visita/platform/event-store/pages';
import type { EventStore } from '@visita/platform/event-store/port';
import type { RowOf } from '@visita/platform/projection/table';
import { shown, selectShownBookings } from '@visita/read-model/booking/queries';
import type { bookings } from '@visita/read-model/booking/tables';
import { bookingView, type ShownBooking } from '@visita/read-model/booking/view';
import type { patients } from '@visita/read-model/patient/tables';
import type { LiveReads } from './announcer.ts';
import type { Workplace } from './messages.ts';

export type LiveReadsDeps = {
  pool: Database['pool'];
  store: Pick<EventStore, 'readStream'>;
  zones: (timezone: string) => Zone;
};

type PatientRow = Pick<RowOf<typeof patients>, 'patient_id' | 'name' | 'prefix' | 'phone'> &
  Pick<RowOf<typeof bookings>, 'clinic_id' | 'hub_id'>;

const patientsSql = `
  select distinct p.patient_id, p.name, p.prefix, p.phone, b.clinic_id, b.hub_id
  from read.patients p join read.bookings b on p.patient_id in (b.patient_id, b.contact_id)
  where p.patient_id = any($1) and ${shown('b')}`;

const workplacesSql = {
  name: 'live-workplaces',
  text: 'select pro_id as "proId", clinic_id as "clinicId", hub_id as "hubId" from read.hubs where pro_id = any($1)',
};

const activitiesSql = {
  name: 'live-activities',
  text: 'select position from read.activities where position = any($1)',
};

/** Facts for live messages from the read models; the hub before a move comes from the booking's stream. */
export const createLiveReads = ({ pool, store, zones }: LiveReadsDeps): LiveReads => ({
  bookings: async (ids) => {
    const text = `${selectShownBookings} and b.booking_id = any($1)`;
    const { rows } = await pool.query<ShownBooking>({ name: 'live-bookings', text, values: [ids] });
    return rows.map((row) => bookingView(row, zones));
  },
  patients: async (ids) => {
    const { rows } = await pool.query<PatientRow>(patientsSql, [ids]);
    const byPatient = Map.groupBy(rows, (row) => row.patient_id);
    return [...byPatient].map(([patient_id, found]) => ({
      patient: {
        patient_id,
        name: found[0]?.name ?? '',
        prefix: found[0]?.prefix ?? '',
        phone: found[0]?.phone ?? '',
      },
      places: found.map((row) => ({ clinicId: row.clinic_id, hubId: row.hub_id })),
    }));
  },
  workplaces: async (proIds) => (await pool.query<Workplace>({ ...workplacesSql, values: [proIds] })).rows,
  activities: async (positions) => {
    const { rows } = await pool.query<{ position: string }>({ ...activitiesSql, values: [positions] });
    return rows.map(({ position }) => position);
  },
  waiting: async ({ stream, type, ids }) => {
    const pros = new Set<string>();
    const isMeant = (offerId: string) => type === 'WaitingEnded' || offerId === ids['offerId'];
    for await (const page of pagesOfStream(store, stream))
      for (const event of page) {
        if (isEvent(event, 'WaitingJoined'))
          for (const proId of [event.data.proId, ...event.data.proIds]) pros.add(proId);
        else if (isEvent(event, 'OfferMade') && isMeant(event.data.offerId))
          for (const { proId } of event.data.times) pros.add(proId);
      }
    return [...pros];
  },
  hubBefore: async ({ stream, revision, ids }) => {
    let before: string | undefined;
    for await (const page of pagesOfStream(store, stream)) {
      for (const event of page) {
        if (event.revision >= revision) return before === ids['hubId'] ? undefined : before;
        if (isEvent(event, 'BookingPlaced', 'BookingMoved')) before = event.data.hubId;
      }
    }
    return before === ids['hubId'] ? undefined : before;
  },
});
