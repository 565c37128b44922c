import { bookingSamples } from './booking/samples.ts';
import { clinicSamples } from './clinic/samples.ts';
import type { Actor, RecordedEvent } from './envelope.ts';
import {
  type DomainEvent,
  type EventData,
  eventDefinitions,
  type EventOf,
  type EventSamples,
  type EventType,
} from './events.ts';
import { patientSamples } from './patient/samples.ts';
import { proSamples } from './pro/samples.ts';
import { seriesSamples } from './series/samples.ts';
import { recallSamples } from './recall/samples.ts';
import { sampleBookingIds, sampleId } from './sample-ids.ts';
import { waitingSamples } from './waiting/samples.ts';

export { sampleId, sampleIds } from './sample-ids.ts';

/** Sample events with complete data; a test overrides the fields that matter to it. */
export const sample = <Type extends EventType>(
  type: Type,
  changes: Partial<EventData[Type]> = {},
): EventOf<Type> =>
  ({ type, data: { ...(typical[type] ?? idsOf(type)), ...changes } }) as unknown as EventOf<Type>;

/** A sample event, by `anonymous` unless it names its actor. */
export type SampleEvent = DomainEvent & { readonly actor?: Actor };

/** Wraps events in store envelopes, at consecutive positions after `after`. */
export const recorded = (events: readonly SampleEvent[], after = 0): RecordedEvent[] =>
  events.map(({ actor = 'anonymous', ...event }, index) => ({
    ...event,
    id: sampleId(9, after + index + 1),
    stream: `sample-${event.type}`,
    revision: index,
    position: String(after + index + 1).padStart(16, '0'),
    schemaVersion: 1,
    metadata: {
      correlationId: sampleId(8),
      causationId: sampleId(8),
      actor,
      time: '2026-11-20T08:00:00.000Z',
    },
  }));

/** Data of an event that consists of ids only. */
const idsOf = (type: EventType): Record<string, string> => {
  const ids: Readonly<Record<string, string>> = sampleBookingIds;
  const names = Object.keys(eventDefinitions.get(type)?.schema.shape ?? {});
  return Object.fromEntries(
    names.map((name) => {
      const id = ids[name];
      if (id === undefined) throw new Error(`${type} needs a sample, for its ${name}`);
      return [name, id];
    }),
  );
};

const typical: EventSamples = {
  ...bookingSamples,
  ...clinicSamples,
  ...patientSamples,
  ...proSamples,
  ...seriesSamples,
  ...recallSamples,
  ...waitingSamples,
};
