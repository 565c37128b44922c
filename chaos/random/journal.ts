/** What a client asked for, with a key of its own, which is the correlation id of its events as well. */
export type Ask = {
  readonly kind: 'request' | 'place' | 'confirm' | 'move' | 'cancel';
  readonly key: string;
  /** `done` and `refused` as the product said; `unknown` where it never did. */
  readonly outcome: 'done' | 'refused' | 'unknown';
  readonly bookingId: string | null;
  /** Code of the refusal. */
  readonly code?: string;
};

/** One request over the wire. Times are epoch milliseconds. */
export type Attempt = {
  readonly begun: number;
  readonly ended: number;
  /** Status of the answer; 0 where none came. */
  readonly status: number;
};

/** What the clients know of one booking. */
export type Known = {
  readonly id: string;
  readonly pro: number;
  readonly email: string;
  status: 'pending' | 'confirmed' | 'cancelled';
  date: string;
  /** A client is at it. */
  busy: boolean;
  /** Some answer about it never came. */
  uncertain: boolean;
};

/** All that clients were told, to be held against what is. */
export type Journal = {
  readonly asks: Ask[];
  readonly attempts: Attempt[];
  readonly bookings: Map<string, Known>;
};

export const openJournal = (): Journal => ({ asks: [], attempts: [], bookings: new Map() });
