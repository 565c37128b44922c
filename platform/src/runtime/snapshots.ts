import type { Subject } from '@visita/contracts/event';

/** A stream's state up to a revision, so that a long stream need not be read from its beginning. */
export type Snapshot = {
  readonly stream: string;
  /** Of the decider that folded it; that of another version counts for nothing. */
  readonly version: number;
  readonly revision: number;
  /** The event at that revision, which tells whether it is a snapshot of this stream. */
  readonly eventId: string;
  readonly state: unknown;
  /** Whose personal data its events held: it can be read only as long as all of theirs can. */
  readonly subjects: readonly Subject[];
};

/** Keeps the newest snapshot of each stream. All of them can be lost: what is missing is read from the events. */
export type Snapshots = {
  /** Null where there is none of this version that can be read. */
  find(stream: string, version: number): Promise<Snapshot | null>;
  /** Resolves in any case. */
  keep(snapshot: Snapshot): Promise<void>;
};
