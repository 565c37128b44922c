import type { RecordedEvent } from '@visita/contracts/envelope';
import type { DomainEvent } from '@visita/contracts/events';

/** The common part of all events. */
export type AnyEvent = { readonly type: string; readonly data: unknown };

/** A function per event type. Takes the stored event, then `Rest`. */
export type Reactions<Rest extends readonly unknown[], Result, Event extends AnyEvent = DomainEvent> = {
  readonly [Type in Event['type']]?: (
    event: RecordedEvent<Extract<Event, { type: Type }>>,
    ...rest: Rest
  ) => Result;
};

/** Returns the function for an event type, or undefined if there is none. */
export const reactionTo = <Rest extends readonly unknown[], Result, Event extends AnyEvent>(
  on: Reactions<Rest, Result, Event>,
  type: string,
): ((event: RecordedEvent, ...rest: Rest) => Result) | undefined =>
  // The type determines the data, which the store validated when the event was written.
  Object.hasOwn(on, type) ? (on[type as Event['type']] as never) : undefined;
