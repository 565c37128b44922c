import type { NewEvent, RecordedEvent } from '@visita/contracts/envelope';

/** `'no-stream'`: the stream must not exist; a number: its last revision; `'any'`: no check. */
export type ExpectedRevision = 'no-stream' | 'any' | number;

/** An event to append, with the schema version of its data, 1 by default. */
export type EventToAppend = NewEvent & { readonly schemaVersion?: number };

export type StreamAppend = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly [EventToAppend, ...EventToAppend[]];
};

export type AppendResult = {
  /** Revision of the last event, appended now or by an earlier attempt. */
  readonly revision: number;
  /** Position of that event in the log. */
  readonly position: string;
};

/** The stream is not at the expected revision. `actual` is −1 if the stream does not exist. */
export class RevisionConflict extends Error {
  readonly stream: string;
  readonly actual: number;

  constructor(stream: string, actual: number) {
    super(`${stream} is at revision ${actual}`);
    this.name = 'RevisionConflict';
    this.stream = stream;
    this.actual = actual;
  }
}

/**
 * Some of the ids are already stored, with other events or only in part. A store must detect this for events that
 * follow the expected revision, and may detect it elsewhere.
 */
export class EventIdReused extends Error {
  constructor(stream: string) {
    super(`an append to ${stream} holds ids of other events`);
    this.name = 'EventIdReused';
  }
}

/** The store did not answer in time. The append may or may not have succeeded. */
export class EventStoreUnavailable extends Error {
  /** A network code, so that code that waits for an outage to pass recognises it. */
  readonly code = 'ETIMEDOUT';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EventStoreUnavailable';
  }
}

/** The store refuses the user; retrying is useless. */
export class EventStoreRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EventStoreRefused';
  }
}

/** The store's answer does not match the request, or contains data of another product. The message may be logged. */
export class UnexpectedAnswer extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'UnexpectedAnswer';
  }
}

/** The position before the first event. */
export const beginning = '0'.repeat(16);

export type Subscription = {
  /** Stops after the current batch; resolves when no handler is running. */
  stop(): Promise<void>;
  /** Rejects if the handler throws; resolves after `stop`. */
  readonly done: Promise<void>;
};

export type SubscribeOptions = {
  /** Delivers events after this position; `beginning` for all. */
  after: string;
  /**
   * Types that the handler needs; all by default. A store that can filter omits events of other
   * types, except some that mark progress, or delivers them with personal data still encrypted.
   * This saves most of the cost of reading.
   */
  types?: ReadonlySet<string>;
  /**
   * Set if the handler needs no personal data. Personal data is then omitted or stays encrypted,
   * which saves decryption. Access to an omitted field throws. Events of older schema versions are
   * decrypted.
   */
  impersonal?: boolean;
  /** Ms to wait for more events after a notification, so that a burst becomes one batch; 0 by default. */
  linger?: number;
  /** Maximum number of events per batch; 1,000 by default. */
  batchSize?: number;
  /** Called with one batch at a time. A batch is delivered once per subscription. */
  onBatch: (events: readonly RecordedEvent[]) => Promise<void>;
};

/**
 * The system of record. Streams are appended to with an expected revision. All events are in one total order without
 * gaps. With a number or `no-stream` as expected revision, appending is idempotent by event id: a repeat returns the
 * first result.
 */
export type EventStore = {
  /**
   * Appends all events or none. Throws {@link RevisionConflict}, {@link EventIdReused} or {@link
   * EventStoreUnavailable}.
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly [EventToAppend, ...EventToAppend[]],
  ): Promise<AppendResult>;
  /**
   * Appends to several streams, each named once, all or nothing. Absent if the store cannot do that. Throws as
   * `append`; if any stream has another revision, nothing is stored.
   */
  readonly appendTogether?: (appends: readonly StreamAppend[]) => Promise<AppendResult[]>;
  /**
   * Returns the events of a stream from a revision on (0 by default), up to `maximum` (all by default), oldest first;
   * empty if the stream does not exist. Reads long streams in pages.
   */
  readStream(stream: string, fromRevision?: number, maximum?: number): Promise<RecordedEvent[]>;
  /** Returns up to `limit` events after a position, in log order. */
  readAll(after: string, limit: number): Promise<RecordedEvent[]>;
  /** Position of the last event, or `beginning`. */
  head(): Promise<string>;
  /** Resolves if the store accepts appends; throws otherwise. Writes nothing. */
  writable(): Promise<void>;
  /**
   * Returns the number of events after a position. If counting requires reading, it stops at 5,000.
   */
  countAfter(position: string): Promise<number>;
  /** Events that this process has read for its subscriptions; some stores do not have this. */
  readonly followed?: {
    /** Position of the last event read; null without subscriptions. */
    readonly reached: () => string | null;
    /** Returns the events of a stream between a position and `reached`; null if not all of them are in memory. */
    readonly ofStream: (stream: string, after: string) => Promise<readonly RecordedEvent[] | null>;
  };
  /** Catches up from a position, then follows; survives lost connections. */
  subscribe(options: SubscribeOptions): Subscription;
  close(): Promise<void>;
};
