import type { RecordedEvent } from '@visita/contracts/envelope';
import { fieldsOf } from '@visita/contracts/event';
import { eventDefinitions } from '@visita/contracts/events';
import type { Notice } from '@visita/contracts/notice';

/** Returns the bus notice of an event: type, position and ids, no personal data. */
export const noticeOf = (event: RecordedEvent): Notice => ({
  id: event.id,
  type: event.type,
  stream: event.stream,
  revision: event.revision,
  position: event.position,
  correlationId: event.metadata.correlationId,
  ...(event.metadata.traceparent === undefined ? {} : { traceparent: event.metadata.traceparent }),
  time: event.metadata.time,
  ids: idsOf(event),
});

const idsOf = (event: RecordedEvent): Record<string, string> => {
  const ids: Record<string, string> = {};
  const personal = eventDefinitions.get(event.type)?.personalFields ?? [];
  for (const [name, value] of Object.entries(fieldsOf(event))) {
    if (name.endsWith('Id') && typeof value === 'string' && !personal.includes(name)) ids[name] = value;
  }
  return ids;
};
