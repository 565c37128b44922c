/** A client's request with its idempotency key, which is also the correlation id of its events. */
export type Ask = {
  readonly kind: 'request' | 'place' | 'confirm' | 'move' | 'cancel';
  readonly key: string;
  /** `done` and `refused` as answered; `unknown` without an answer. */
  readonly outcome: 'done' | 'refused' | 'unknown';
  readonly bookingId: string | null;
  readonly code?: string;
};

/** One HTTP request. Times are epoch milliseconds. */
export type Attempt = {
  readonly begun: number;
  readonly ended: number;
  /** Status of the answer; 0 for none. */
  readonly status: number;
};

/** A client's knowledge of one booking. */
export type Known = {
  readonly id: string;
  readonly pro: number;
  readonly email: string;
  status: 'pending' | 'confirmed' | 'cancelled';
  date: string;
  /** In use by a client. */
  busy: boolean;
  /** An answer about it was lost. */
  uncertain: boolean;
};

/** Everything that clients were answered, for comparison with the log. */
export type Journal = {
  readonly asks: Ask[];
  readonly attempts: Attempt[];
  readonly bookings: Map<string, Known>;
};

export const openJournal = (): Journal => ({ asks: [], attempts: [], bookings: new Map() });
