import { isDeepStrictEqual } from 'node:util';
import type { CalendarJob } from '@visita/contracts/jobs';
import type { Connection, Connections } from '@visita/platform/calendar/connections';
import { type CalendarApi, CalendarTrouble } from './api.ts';
import { type Entry, entryIdOf, entryOf } from './entry.ts';
import type { CalendarReads } from './reads.ts';

export type CalendarWorkerDeps = {
  reads: Pick<CalendarReads, 'connection' | 'appointment'>;
  connections: Pick<Connections, 'access'>;
  api: CalendarApi;
  /** Records that the calendar service rejects the connection. */
  markLost(connection: Connection): Promise<void>;
};

/**
 * Creates the handler of calendar jobs, which updates one booking in one pro's calendar. It reads the booking
 * again after the write: if two jobs work on the same booking, the last write has the present state.
 */
export const createCalendarWorker = ({ reads, connections, api, markLost }: CalendarWorkerDeps) => {
  const wantedOf = async ({ proId, bookingId }: CalendarJob): Promise<Entry | null> => {
    const appointment = await reads.appointment(proId, bookingId);
    return appointment ? entryOf(appointment) : null;
  };

  /** Returns false if access to the calendar is lost. */
  const write = async (connection: Connection, bookingId: string, entry: Entry | null): Promise<boolean> => {
    let access = await connections.access(connection);
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      if (access === null) return false;
      const result = await (entry ? api.put(access, entry) : api.remove(access, entryIdOf(bookingId)));
      if (result === 'done') return true;
      access = await connections.access(connection, access);
    }
    throw new CalendarTrouble(401);
  };

  return async (job: CalendarJob): Promise<void> => {
    const connectionId = await reads.connection(job.proId);
    if (connectionId === null) return;
    const connection = { proId: job.proId, connectionId };
    let written: Entry | null | undefined;
    for (;;) {
      const wanted = await wantedOf(job);
      if (written !== undefined && isDeepStrictEqual(wanted, written)) return;
      if (!(await write(connection, job.bookingId, wanted))) return markLost(connection);
      written = wanted;
    }
  };
};
