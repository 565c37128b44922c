import type { Connections } from '@visita/platform/calendar/connections';
import type { Process } from '@visita/platform/runtime/process';

/** Revokes and deletes the tokens of a disconnected calendar, and those replaced by a new connection. */
export const forgetCalendars = (connections: Pick<Connections, 'forget'>): Process => ({
  name: 'forget-calendars',
  on: {
    ExternalCalendarDisconnected: ({ data }) => connections.forget(data),
    ExternalCalendarConnected: async ({ data: { proId, replaces } }) => {
      if (replaces !== null) await connections.forget({ proId, connectionId: replaces });
    },
  },
});
