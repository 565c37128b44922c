import { createBatcher } from '@visita/platform/async/batcher';
import type { Database } from '@visita/platform/postgres/connect';
import { withAsyncCommit } from '@visita/platform/postgres/async-commit';

type Booked = {
  readonly patientId: string;
  readonly proId: string;
  readonly bookingId: string;
};

/** Index of all bookings of each patient, for erasures. Filled from events. */
export type PatientBookings = {
  put(booked: Booked): Promise<void>;
  of(patientId: string): Promise<string[]>;
  forget(patientId: string): Promise<void>;
};

const table = 'command.patient_bookings';
const putMaximum = 1_000;

const putStatement = withAsyncCommit(
  'put-patient-bookings',
  `insert into ${table} (patient_id, pro_id, booking_id)
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[]) on conflict do nothing`,
);

/** Creates the index in a table of the command schema. Batches concurrent writes into one statement. */
export const createPatientBookings = ({ pool, knex }: Pick<Database, 'pool' | 'knex'>): PatientBookings => {
  const puts = createBatcher<Booked, void>({
    maximum: putMaximum,
    flush: async (booked) => {
      const values = [
        booked.map(({ patientId }) => patientId),
        booked.map(({ proId }) => proId),
        booked.map(({ bookingId }) => bookingId),
      ];
      await pool.query({ ...putStatement, values });
      return booked.map(() => undefined);
    },
  });
  return {
    put: (booked) => puts.add(booked),
    of: async (patientId) => knex(table).where({ patient_id: patientId }).pluck<string[]>('booking_id'),
    forget: async (patientId) => {
      await knex(table).where({ patient_id: patientId }).delete();
    },
  };
};
