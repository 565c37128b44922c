import type { NewEvent, RecordedEvent } from '@visita/contracts/envelope';

/** `'no-stream'`: the stream must not exist; a number: its last revision; `'any'`: no check. */
export type ExpectedRevision = 'no-stream' | 'any' | number;

/** An event as a store takes it: with the version of the schema that its data follows, 1 by default. */
export type EventToAppend = NewEvent & { readonly schemaVersion?: number };

/** What is to be appended to one stream. */
export type StreamAppend = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly [EventToAppend, ...EventToAppend[]];
};

/** What an append answers. */
export type AppendResult = {
  /** Revision of the last event appended (or found, where the append was a repeat). */
  readonly revision: number;
  /** Position of that event in the total order. */
  readonly position: string;
};

/** The stream is not at the expected revision. `actual` is −1 where it does not exist. */
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
 * Some of the events are stored already, but not these, not all, or not so: ids were used twice for different things.
 * A store must notice where the events that it has are those after the expected revision; elsewhere it may.
 */
export class EventIdReused extends Error {
  constructor(stream: string) {
    super(`an append to ${stream} holds ids of other events`);
    this.name = 'EventIdReused';
  }
}

/** The store could not be asked, or did not answer in time. What was to be appended may be stored or not. */
export class EventStoreUnavailable extends Error {
  /** As of a network failure, which it is: what waits out an outage goes by the code. */
  readonly code = 'ETIMEDOUT';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EventStoreUnavailable';
  }
}

/** The store refuses who asks: trying again is of no use. */
export class EventStoreRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EventStoreRefused';
  }
}

/** The store answered what was not asked for, or holds what this product did not write; the message may be logged. */
export class UnexpectedAnswer extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'UnexpectedAnswer';
  }
}

/** The position before the first event. */
export const beginning = '0'.repeat(16);

/** A running subscription. */
export type Subscription = {
  /** Ends it after the batch in hand; resolves once no handler runs any more. */
  stop(): Promise<void>;
  /** Rejects when the handler threw; resolves after `stop`. */
  readonly done: Promise<void>;
};

/** Where a subscription begins, how it batches, and who gets the batches. */
export type SubscribeOptions = {
  /** Events after this position are delivered; `beginning` for all. */
  after: string;
  /**
   * The types that the handler looks at, all by default. Others are left out where the store can do so, but for some
   * that tell how far it is, or are delivered with their personal data encrypted: most of the cost of reading is spared.
   */
  types?: ReadonlySet<string>;
  /**
   * The handler looks at no personal data: it is left out, or stays encrypted, which spares keys and decrypting. Looking
   * at a field that was left out throws. An event of an older version is read whole.
   */
  impersonal?: boolean;
  /** Milliseconds to wait for more after a notice, so that a busy moment becomes one batch; 0 by default. */
  linger?: number;
  /** At most this many events a batch, 1,000 by default. */
  batchSize?: number;
  /** Called with events one after the other, never concurrently. A batch is not repeated within one subscription. */
  onBatch: (events: readonly RecordedEvent[]) => Promise<void>;
};

/**
 * The only source of truth. Streams are appended to with an expected revision; all events of all streams stand in
 * one total order without gaps. Appending is idempotent by event id where the expectation is a number or `no-stream`:
 * repeating an append gives the first answer again.
 */
export type EventStore = {
  /** Appends all or nothing. Throws {@link RevisionConflict}, {@link EventIdReused} or {@link EventStoreUnavailable}. */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly [EventToAppend, ...EventToAppend[]],
  ): Promise<AppendResult>;
  /**
   * Appends to several streams, each named once, all or nothing: only where a store can. Throws as `append` does; where
   * the streams of some are not as expected, nothing of any is stored.
   */
  readonly appendTogether?: (appends: readonly StreamAppend[]) => Promise<AppendResult[]>;
  /**
   * The events of one stream from a revision on (0 by default), at most so many (all by default), oldest first; empty
   * where there are none. Of a long stream no more than a page is read at a time, apart from what others ask for.
   */
  readStream(stream: string, fromRevision?: number, maximum?: number): Promise<RecordedEvent[]>;
  /** Up to `limit` events after a position, in the total order. */
  readAll(after: string, limit: number): Promise<RecordedEvent[]>;
  /** Position of the last event, or `beginning`. */
  head(): Promise<string>;
  /** Resolves where an append would find who decides on it; asked without writing. Throws where none would. */
  writable(): Promise<void>;
  /** How many events come after a position; where counting takes reading, 5,000 means that or more. */
  countAfter(position: string): Promise<number>;
  /** What this process has read of the log for those who follow it; a store may not tell. */
  readonly followed?: {
    /** Up to where; null where nobody follows yet. */
    readonly reached: () => string | null;
    /** The events of a stream after a position, up to there; null where not all of them are kept. */
    readonly ofStream: (stream: string, after: string) => Promise<readonly RecordedEvent[] | null>;
  };
  /** Catches up from a position and then follows, surviving lost connections. */
  subscribe(options: SubscribeOptions): Subscription;
  close(): Promise<void>;
};
