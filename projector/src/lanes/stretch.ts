import type { Prepared } from '@visita/platform/projection/write';
import type { VersionedKey } from '@visita/platform/vault/purpose-keys';

/** Part of the log: after one position, up to another. */
export type Stretch = { readonly after: string; readonly until: string };

export type FoldedStretch = { readonly changes: readonly Prepared[]; readonly events: number };

export type LaneData = {
  /** URL of the database that holds the events. */
  readonly url: string;
  /** Keys that wrap the personal keys. */
  readonly wrapping: readonly VersionedKey[];
  /** Names of the projections to replay. */
  readonly projections: readonly string[];
};

export type LaneAnswer = { readonly folded: FoldedStretch } | { readonly failure: unknown };
