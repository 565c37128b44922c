import type { Subject } from '@visita/contracts/event';

/** A stream's state at a revision, so that a long stream need not be read from its beginning. */
export type Snapshot = {
  readonly stream: string;
  /** Version of the decider. Other versions are ignored. */
  readonly version: number;
  readonly revision: number;
  /** The event at that revision, to verify that the snapshot belongs to the stream. */
  readonly eventId: string;
  readonly state: unknown;
  /**
   * Subjects of the personal data in the snapshot's events. The snapshot is readable only as long
   * as all their keys exist.
   */
  readonly subjects: readonly Subject[];
};

/** Stores the latest snapshot of each stream. Losing them is harmless: states are read from the events. */
export type Snapshots = {
  /** Returns null if there is no readable snapshot of this version. */
  find(stream: string, version: number): Promise<Snapshot | null>;
  /** Never rejects. */
  keep(snapshot: Snapshot): Promise<void>;
};
