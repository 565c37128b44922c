import type { ProEvent } from '@visita/contracts/pro/events';
import type { Connection } from '@visita/platform/calendar/connections';
import { type Cause, createStreams, type Decider } from '@visita/platform/runtime/decider';
import type { EventStore } from '@visita/platform/event-store/port';
import { type Tracer, untraced } from '@visita/platform/telemetry/tracer';

/** Folds a pro's stream to the connection in use. */
const decider: Decider<string | null, ProEvent, Connection> = {
  stream: (id) => `pro-${id}`,
  initialState: null,
  evolve: (state, event) => {
    if (event.type === 'ExternalCalendarConnected') return event.data.connectionId;
    return event.type === 'ExternalCalendarDisconnected' ? null : state;
  },
  decide: ({ proId, connectionId }, state) =>
    state === connectionId
      ? [{ type: 'ExternalCalendarDisconnected', data: { proId, connectionId, by: 'provider' } }]
      : [],
};

/** Records that the calendar service rejects the connection. A newer connection stays. */
export const createMarkLost = ({
  store,
  now,
  newId,
  tracer = untraced,
}: {
  store: EventStore;
  now: () => Date;
  newId: () => string;
  tracer?: Tracer;
}): ((connection: Connection) => Promise<void>) => {
  const streams = createStreams(store, decider, { ids: newId, tracer });
  return async (connection) => {
    const id = newId();
    const cause: Cause = {
      id,
      correlationId: id,
      actor: 'process:calendar-sync',
      time: now().toISOString(),
    };
    await streams.execute(connection.proId, connection, cause);
  };
};
