import type { Knex } from 'knex';
import { createBatcher } from '@visita/platform/core/batcher';

type Booked = {
  readonly patientId: string;
  /** Whose patient. */
  readonly proId: string;
  readonly bookingId: string;
};

/** An index of the bookings that each patient ever had, so that erasing finds them. Filled from events. */
export type PatientBookings = {
  put(booked: Booked): Promise<void>;
  of(patientId: string): Promise<string[]>;
  forget(patientId: string): Promise<void>;
};

const table = 'command.patient_bookings';
const putMaximum = 1_000;

/** The index in a table of the write side. Bookings of one moment are written in one statement. */
export const createPatientBookings = (knex: Knex): PatientBookings => {
  const puts = createBatcher<Booked, void>({
    maximum: putMaximum,
    flush: async (booked) => {
      const rows = booked.map(({ patientId, proId, bookingId }) => ({
        patient_id: patientId,
        pro_id: proId,
        booking_id: bookingId,
      }));
      await knex(table).insert(rows).onConflict().ignore();
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
