import { randomUUID } from 'node:crypto';
import type { Actor } from '@visita/contracts/envelope';
import type { EventOf } from '@visita/contracts/event';
import type { operatorEvents } from '@visita/contracts/operator/events';
import type { EventStore } from '@visita/platform/event-store/port';
import { operatorStream } from '@visita/platform/runtime/operations';

type OperationPerformed = EventOf<typeof operatorEvents.OperationPerformed>;

export type OperatorCause = {
  /** Shared by all events that follow from this run. */
  readonly correlationId: string;
  readonly actor: Actor;
};

/** An operation; `targets` and `counts` are empty by default. */
export type Performed = Pick<OperationPerformed['data'], 'operation'> &
  Partial<Pick<OperationPerformed['data'], 'targets' | 'counts' | 'reason'>>;

/** Records an operator's change; returns the position. */
export type RecordOperation = (performed: Performed) => Promise<string>;

/** Describes a search by email, with the ids found and never the email. */
export const foundByEmail = (ids: readonly string[]): Performed => ({
  operation: 'find by email',
  targets: ids.slice(0, 1_000),
});

/** Returns the actor of an operator's name, given by the operating system or the operator. */
export const operatorActor = (name: string): Actor =>
  `operator:${name.replaceAll(/[^\w.-]/g, '_').slice(0, 40) || 'unknown'}`;

export const createRecordOperation =
  (deps: { store: Pick<EventStore, 'append'>; now: () => Date; cause: OperatorCause }): RecordOperation =>
  async ({ operation, targets = [], counts = {}, reason = null }) => {
    const { correlationId, actor } = deps.cause;
    const time = deps.now().toISOString();
    const { position } = await deps.store.append(operatorStream(time), 'any', [
      {
        id: randomUUID(),
        type: 'OperationPerformed',
        data: { operation, targets, counts, reason },
        metadata: { correlationId, causationId: correlationId, actor, time },
      },
    ]);
    return position;
  };
