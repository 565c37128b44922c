import type { Knex } from 'knex';

/** An entry that has not ended, as the index keeps it. */
export type IndexedEntry = {
  readonly entryId: string;
  readonly clinicId: string;
  readonly patientId: string;
  readonly bookingId: string | null;
  /** False until the mailed link was used. */
  readonly waiting: boolean;
  readonly urgent: boolean;
  /** Instant of joining; the stored one stays if it is absent. */
  readonly joined?: string | undefined;
  /** Instant at which a deadline of the entry passes. */
  readonly lookAt: string;
};

/** Index of entries that have not ended. Filled from events; the entries' streams decide. */
export type WaitingEntries = {
  put(entry: IndexedEntry): Promise<void>;
  remove(entryId: string): Promise<void>;
  /** Returns confirmed entries of a clinic that were joined by an instant, by turn; at most {@link entriesMaximum}. */
  waitingAt(clinicId: string, joinedBy?: string): Promise<string[]>;
  /** Returns whether there is an entry at all, which saves reads where no one waits. */
  any(): Promise<boolean>;
  at(clinicId: string): Promise<string[]>;
  ofPatient(patientId: string, only?: { readonly waiting: true }): Promise<string[]>;
  ofBooking(bookingId: string): Promise<string[]>;
  /** Returns entries with a passed deadline, and looks at them again a minute later. */
  due(now: Date, atOnce: number): Promise<string[]>;
  /** Returns the ids of a patient's upcoming bookings. */
  upcomingOf(patientId: string): Promise<string[]>;
};

const table = 'command.waiting_entries';
/** Entries of one clinic that are considered for a freed time. */
export const entriesMaximum = 1_000;

const dueSql = `
  update ${table} set look_at = ?::timestamptz + interval '1 minute'
  where entry_id in (select entry_id from ${table} where look_at <= ? order by look_at limit ?)
  returning entry_id`;

/** Creates the index in a table of the command schema. */
export const createWaitingEntries = (knex: Knex): WaitingEntries => {
  const idsWhere = (where: Readonly<Record<string, unknown>>) =>
    knex(table).where(where).orderBy('joined_at').limit(entriesMaximum).pluck<string[]>('entry_id');
  return {
    put: async ({ entryId, clinicId, patientId, bookingId, waiting, urgent, joined, lookAt }) => {
      const row = {
        entry_id: entryId,
        clinic_id: clinicId,
        patient_id: patientId,
        booking_id: bookingId,
        waiting,
        urgent,
        look_at: lookAt,
      };
      if (joined === undefined) await knex(table).where({ entry_id: entryId }).update(row);
      else
        await knex(table)
          .insert({ ...row, joined_at: joined })
          .onConflict('entry_id')
          .merge(Object.keys(row));
    },
    remove: async (entryId) => {
      await knex(table).where({ entry_id: entryId }).delete();
    },
    waitingAt: (clinicId, joinedBy = 'infinity') =>
      knex(table)
        .where({ clinic_id: clinicId, waiting: true })
        .where('joined_at', '<=', joinedBy)
        .orderBy([{ column: 'urgent', order: 'desc' }, 'joined_at', 'entry_id'])
        .limit(entriesMaximum)
        .pluck<string[]>('entry_id'),
    any: async () => (await knex(table).select(knex.raw('1')).limit(1)).length > 0,
    at: (clinicId) => idsWhere({ clinic_id: clinicId }),
    ofPatient: (patientId, only) => idsWhere({ patient_id: patientId, ...only }),
    ofBooking: (bookingId) => idsWhere({ booking_id: bookingId }),
    due: async (now, atOnce) => {
      const { rows } = await knex.raw<{ rows: { entry_id: string }[] }>(dueSql, [now, now, atOnce]);
      return rows.map((row) => row.entry_id);
    },
    upcomingOf: (patientId) =>
      knex('command.patient_bookings as p')
        .join('command.bookings_ahead as a', 'a.booking_id', 'p.booking_id')
        .where('p.patient_id', patientId)
        .orderBy('a.starts_at')
        .limit(entriesMaximum)
        .pluck<string[]>('a.booking_id'),
  };
};
