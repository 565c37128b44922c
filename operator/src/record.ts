import { randomUUID } from 'node:crypto';
import type { Actor } from '@visita/contracts/envelope';
import type { EventOf } from '@visita/contracts/event';
import type { operatorEvents } from '@visita/contracts/operator/events';
import type { EventStore } from '@visita/platform/event-store/port';
import { operatorStream } from '@visita/platform/runtime/operations';

type OperationPerformed = EventOf<typeof operatorEvents.OperationPerformed>;

/** Who operates, and in which run. */
export type OperatorCause = {
  /** Of all that this run leads to. */
  readonly correlationId: string;
  readonly actor: Actor;
};

/** What was done; `targets` and `counts` are empty by default. */
export type Performed = Pick<OperationPerformed['data'], 'operation'> &
  Partial<Pick<OperationPerformed['data'], 'targets' | 'counts' | 'reason'>>;

/** Writes down what an operator changed; answers the position. */
export type RecordOperation = (performed: Performed) => Promise<string>;

/** That somebody was looked for by email, which is written down as who was found, and never the email. */
export const foundByEmail = (ids: readonly string[]): Performed => ({
  operation: 'find by email',
  targets: ids.slice(0, 1_000),
});

/** The actor of a name as the operating system or the operator gave it. */
export const operatorActor = (name: string): Actor =>
  `operator:${name.replaceAll(/[^\w.-]/g, '_').slice(0, 40) || 'unknown'}`;

/** Records operations of one run. */
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
