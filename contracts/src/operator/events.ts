import { z } from 'zod';
import { defineEvent, type EventsOf } from '../event.ts';

/** Reason for an operation, such as a ticket number. Text that looks like an email or phone is refused. */
export const operationReason = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(
    /^(?!.*(@|\d{6}))[\p{L}\p{N}\p{P}\p{S} ]*$/u,
    'name a ticket, not a person: no @, and no six digits in a row',
  );

/** Target of an operation: an id, or an internal name such as a projection's or queue's. */
export const operationTarget = z.string().regex(/^[\w.-]{1,100}$/);

/**
 * Events of `operator-<UTC day>`: operations on the command line or at the operator's desk. Ids and figures only; the
 * actor is in the metadata, and effects have the same correlation id.
 */
export const operatorEvents = {
  OperationPerformed: defineEvent('OperationPerformed', {
    /** Name of the operation with its subcommand: `plan`, `erase patient`, `parked retry`. */
    operation: z.string().regex(/^[a-z]+([ -][a-z]+){0,3}$/),
    targets: z.array(operationTarget).max(1_000),
    counts: z.record(z.string().regex(/^\w{1,40}$/), z.int().min(0)),
    reason: operationReason.nullable(),
  }),
};
export type OperatorEvent = EventsOf<typeof operatorEvents>;
