import type { DomainEvent, EventNamed } from '@visita/contracts/events';
import type { RecordedEvent } from '@visita/contracts/envelope';
import { createUnitOfWork, type Rows, type TableChanges } from './rows.ts';
import type { Table } from './table.ts';

/** What a projection does with each event that it follows. Handlers are pure but for the rows that they ask for. */
export type ProjectionHandlers = {
  readonly [Type in DomainEvent['type']]?: (event: EventNamed<Type>, rows: Rows) => void;
};

/** Turns events into rows of its own tables. Applying an event twice leaves the same rows. */
export type Projection = {
  readonly name: string;
  /** Raised whenever the same events would give other rows: the read models are then rebuilt. */
  readonly version: number;
  readonly tables: readonly Table[];
  readonly on: ProjectionHandlers;
};

/** Lets several projections ask for the row changes of consecutive events. Throws what a handler throws. */
export const applyEvents = (
  projections: readonly Projection[],
  events: readonly RecordedEvent[],
  rows: Rows,
): void => {
  for (const event of events) {
    for (const { on } of projections) {
      // The envelope's type names the handler that takes just this event.
      const handler = on[event.type as DomainEvent['type']] as
        | ((event: RecordedEvent, rows: Rows) => void)
        | undefined;
      handler?.(event, rows);
    }
  }
};

/** The row changes of one batch of consecutive events over several projections. Throws what a handler throws. */
export const foldEvents = (
  projections: readonly Projection[],
  events: readonly RecordedEvent[],
): TableChanges[] => {
  const work = createUnitOfWork();
  applyEvents(projections, events, work);
  return work.changes();
};
