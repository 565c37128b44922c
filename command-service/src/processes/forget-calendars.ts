import type { Connections } from '@visita/platform/calendar/connections';
import type { Process } from '@visita/platform/runtime/process';

/** Revokes and deletes the tokens of a calendar that was disconnected, and those that a new connection replaces. */
export const forgetCalendars = (connections: Pick<Connections, 'forget'>): Process => ({
  name: 'forget-calendars',
  on: {
    ExternalCalendarDisconnected: ({ data }) => connections.forget(data),
    ExternalCalendarConnected: async ({ data: { proId, replaces } }) => {
      if (replaces !== null) await connections.forget({ proId, connectionId: replaces });
    },
  },
});
