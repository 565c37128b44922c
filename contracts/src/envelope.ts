/** Who caused an event; never a name, only a kind and an id. */
export type Actor =
  | `pro:${string}`
  | `patient:${string}`
  | `process:${string}`
  | `operator:${string}`
  | 'anonymous';

/** What is known of how an event came about. Holds no personal data. */
export type EventMetadata = {
  /** The request (or job) that started the chain. */
  readonly correlationId: string;
  /** The command or event that directly caused this one. */
  readonly causationId: string;
  readonly actor: Actor;
  /** ISO 8601 instant at which it was decided. */
  readonly time: string;
  /** W3C trace context of the decision, where its trace is recorded; events from before have none. */
  readonly traceparent?: string;
};

/** An event about to be appended. The same id appended twice is stored once. */
export type NewEvent<E extends { type: string; data: unknown } = { type: string; data: unknown }> = E & {
  /** UUID. */
  readonly id: string;
  readonly metadata: EventMetadata;
};

/** A stored event. */
export type RecordedEvent<E extends { type: string; data: unknown } = { type: string; data: unknown }> =
  NewEvent<E> & {
    readonly stream: string;
    /** 0 for the first event of its stream. */
    readonly revision: number;
    /** Opaque, fixed-width: compare as strings. */
    readonly position: string;
    /** Version of the schema that `data` was written with; upcast to today's by the time a handler sees it. */
    readonly schemaVersion: number;
  };
