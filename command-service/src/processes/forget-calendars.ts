import type { RecordedEvent } from '@visita/contracts/envelope';
import type { ProEvent } from '@visita/contracts/pro/events';
import type { Connections } from '@visita/platform/calendar/connections';
import type { Process } from '@visita/platform/process';

type CalendarEvent<Type extends ProEvent['type']> = Extract<ProEvent, { type: Type }>;

/** Revokes and deletes the tokens of a calendar that was disconnected, and those that a new connection replaces. */
export const forgetCalendars = (connections: Pick<Connections, 'forget'>): Process => ({
  name: 'forget-calendars',
  on: {
    ExternalCalendarDisconnected: (event: RecordedEvent) =>
      connections.forget((event as unknown as CalendarEvent<'ExternalCalendarDisconnected'>).data),
    ExternalCalendarConnected: async (event: RecordedEvent) => {
      const { proId, replaces } = (event as unknown as CalendarEvent<'ExternalCalendarConnected'>).data;
      if (replaces !== null) await connections.forget({ proId, connectionId: replaces });
    },
  },
});
