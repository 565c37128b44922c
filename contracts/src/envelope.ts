/** Author of an event: a kind and an id, never a name. */
export type Actor =
  | `pro:${string}`
  | `patient:${string}`
  | `process:${string}`
  | `operator:${string}`
  | 'anonymous';

/** Returns the id of a professional or reception who acted; null for other actors. */
export const proOfActor = (actor: Actor): string | null => (actor.startsWith('pro:') ? actor.slice(4) : null);

/** Metadata of an event. Holds no personal data. */
export type EventMetadata = {
  /** The request (or job) that started the chain. */
  readonly correlationId: string;
  /** The command or event that directly caused this one. */
  readonly causationId: string;
  readonly actor: Actor;
  /** ISO 8601 instant of the decision. */
  readonly time: string;
  /** W3C trace context of the decision, if it was traced. Older events have none. */
  readonly traceparent?: string;
};

/** An event about to be appended. An id that is appended twice is stored once. */
export type NewEvent<E extends { type: string; data: unknown } = { type: string; data: unknown }> = E & {
  /** UUID. */
  readonly id: string;
  readonly metadata: EventMetadata;
};

export type RecordedEvent<E extends { type: string; data: unknown } = { type: string; data: unknown }> =
  NewEvent<E> & {
    readonly stream: string;
    /** 0 for the first event of its stream. */
    readonly revision: number;
    /** Opaque, fixed-width: compare as strings. */
    readonly position: string;
    /** Schema version that `data` was written with. Handlers receive it upcast to the current version. */
    readonly schemaVersion: number;
  };
