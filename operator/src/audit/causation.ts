import type { Actor, RecordedEvent } from '@visita/contracts/envelope';
import type { AuditEvent, CausedEvent, Causation } from '@visita/contracts/operator/audit';
import { deriveId } from '@visita/platform/ids/derive-id';
import { processOf } from './actors.ts';

/**
 * Maps each event to its cause. A process derives the command id from the event and its own name, so the
 * cause is found by deriving the same id; an event of a command has the command's id.
 */
const causesOf = (events: readonly RecordedEvent[]): ReadonlyMap<string, string> => {
  const processes = new Set(events.flatMap(({ metadata }) => processOf(metadata.actor) ?? []));
  const named = new Map<string, string>();
  for (const { id } of events) {
    named.set(id, id);
    for (const process of processes) named.set(deriveId(id, process), id);
  }
  return new Map(
    events.flatMap(({ id, metadata }) => {
      const cause = named.get(metadata.causationId);
      return cause === undefined || cause === id ? [] : [[id, cause]];
    }),
  );
};

type Describing = {
  readonly describe: (event: RecordedEvent) => AuditEvent;
  readonly who: (actor: Actor) => string;
};

/** Arranges the events of a correlation id as a tree of causes. */
export const arrange = (
  events: readonly RecordedEvent[],
  { describe, who }: Describing,
): Causation['roots'] => {
  const causes = causesOf(events);
  const below = (cause: string): CausedEvent[] =>
    events
      .filter(({ id }) => causes.get(id) === cause)
      .map((event) => ({
        ...describe(event),
        process: processOf(event.metadata.actor),
        caused: below(event.id),
      }));
  const first = events.filter(({ id }) => !causes.has(id));
  const commands = new Map(first.map(({ metadata }) => [metadata.causationId, metadata.actor]));
  return [...commands].map(([causationId, actor]) => ({
    causationId,
    who: who(actor),
    caused: first
      .filter(({ metadata }) => metadata.causationId === causationId)
      .map((event) => ({ ...describe(event), process: null, caused: below(event.id) })),
  }));
};
