import type { DomainEvent, EventNamed } from '@visita/contracts/events';
import type { RecordedEvent } from '@visita/contracts/envelope';
import { createUnitOfWork, type Rows, type TableChanges } from './rows.ts';
import type { Table } from './table.ts';

/** Handlers by event type. They only record row changes and have no other effects. */
export type ProjectionHandlers = {
  readonly [Type in DomainEvent['type']]?: (event: EventNamed<Type>, rows: Rows) => void;
};

/** Converts events to rows of its own tables. Applying an event twice leaves the same rows. */
export type Projection = {
  readonly name: string;
  /**
   * Version, incremented when the same events would give other rows: the read models are then
   * rebuilt.
   */
  readonly version: number;
  readonly tables: readonly Table[];
  readonly on: ProjectionHandlers;
};

/** Applies consecutive events to several projections. Throws what a handler throws. */
export const applyEvents = (
  projections: readonly Projection[],
  events: readonly RecordedEvent[],
  rows: Rows,
): void => {
  for (const event of events) {
    for (const { on } of projections) {
      // The handler was looked up by the event's type.
      const handler = on[event.type as DomainEvent['type']] as
        | ((event: RecordedEvent, rows: Rows) => void)
        | undefined;
      handler?.(event, rows);
    }
  }
};

/** Returns the row changes of a batch of consecutive events. Throws what a handler throws. */
export const foldEvents = (
  projections: readonly Projection[],
  events: readonly RecordedEvent[],
): TableChanges[] => {
  const work = createUnitOfWork();
  applyEvents(projections, events, work);
  return work.changes();
};
