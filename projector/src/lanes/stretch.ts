import type { Prepared } from '@visita/platform/projection/write';
import type { VersionedKey } from '@visita/platform/vault/purpose-keys';

/** A part of the log: what comes after a position, up to another one. */
export type Stretch = { readonly after: string; readonly until: string };

/** What a stretch does to the rows, from how many events. */
export type FoldedStretch = { readonly changes: readonly Prepared[]; readonly events: number };

/** What a lane is told when it begins. */
export type LaneData = {
  /** Of the database that the events are in. */
  readonly url: string;
  /** What personal keys are wrapped with. */
  readonly wrapping: readonly VersionedKey[];
  /** Names of those that are replayed. */
  readonly projections: readonly string[];
};

/** What a lane answers to a stretch. */
export type LaneAnswer = { readonly folded: FoldedStretch } | { readonly failure: unknown };
