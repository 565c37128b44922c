import type { RecordedEvent } from '@visita/contracts/envelope';
import type { DomainEvent } from '@visita/contracts/events';

/** What any event is made of. */
export type AnyEvent = { readonly type: string; readonly data: unknown };

/** A function for each event type that is followed. It takes the stored event of that type, then `Rest`. */
export type Reactions<Rest extends readonly unknown[], Result, Event extends AnyEvent = DomainEvent> = {
  readonly [Type in Event['type']]?: (
    event: RecordedEvent<Extract<Event, { type: Type }>>,
    ...rest: Rest
  ) => Result;
};

/** The function for an event type, or undefined where the type is not followed. */
export const reactionTo = <Rest extends readonly unknown[], Result, Event extends AnyEvent>(
  on: Reactions<Rest, Result, Event>,
  type: string,
): ((event: RecordedEvent, ...rest: Rest) => Result) | undefined =>
  // The type says what the data is: the store checks that when an event is written.
  Object.hasOwn(on, type) ? (on[type as Event['type']] as never) : undefined;
