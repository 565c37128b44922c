import { z } from 'zod';
import { defineEvent, type EventsOf } from '../event.ts';

/** Why an operation was done, such as a ticket's number; what looks like an address or a phone is refused. */
export const operationReason = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(
    /^(?!.*(@|\d{6}))[\p{L}\p{N}\p{P}\p{S} ]*$/u,
    'name a ticket, not a person: no @, and no six digits in a row',
  );

/** What an operation was done to: an id, or a name of ours such as that of a projection or a queue. */
export const operationTarget = z.string().regex(/^[\w.-]{1,100}$/);

/**
 * Events of `operator-<UTC day>`: what was done on the command line or at the operator's desk. Ids and figures only;
 * who did it is the actor, and what followed has the same correlation id.
 */
export const operatorEvents = {
  OperationPerformed: defineEvent('OperationPerformed', {
    /** The operation's name and, after a space, its part: `plan`, `erase patient`, `parked retry`. */
    operation: z.string().regex(/^[a-z]+([ -][a-z]+){0,3}$/),
    targets: z.array(operationTarget).max(1_000),
    counts: z.record(z.string().regex(/^\w{1,40}$/), z.int().min(0)),
    reason: operationReason.nullable(),
  }),
};
/** An event of one UTC day of operations. */
export type OperatorEvent = EventsOf<typeof operatorEvents>;
