/** Size of a simulation. */
export type Scale = {
  readonly seed: number;
  readonly pros: number;
  readonly days: number;
  /** Per pro. */
  readonly visitsADay: number;
  readonly waitingADay: number;
  /** In the whole simulation. */
  readonly kills: number;
  /** Per day. */
  readonly erasures: number;
};

/** A pro's settings, which stay as they are. */
export type Settings = { readonly mailsQuiet: boolean; readonly atOnce: boolean };

/** An event as the checker reads it. */
export type Fact = {
  readonly type: string;
  readonly time: string;
  readonly data: Readonly<Record<string, unknown>>;
};

export type PlannedMail = {
  readonly at: string;
  readonly to: string;
  readonly messageId: string;
  readonly template: string;
  /** Booking or entry. */
  readonly about: string;
  readonly eventId: string;
};

/** A row of the ledger of planned messages. */
export type LedgerRow = {
  readonly id: string;
  readonly about: string;
  readonly step: string | null;
  readonly visitAt: string | null;
  readonly notAfter: string;
  readonly state: string;
  readonly reason: string | null;
};

/** A whole simulation, as the checker reads it. */
export type Facts = {
  readonly events: readonly Fact[];
  readonly mails: readonly PlannedMail[];
  readonly ledger: readonly LedgerRow[];
  /** Instants at which all pollers looked. */
  readonly looks: readonly string[];
  /** Pros whose mails keep the quiet hours. */
  readonly quietPros: ReadonlySet<string>;
  /** Messages whose worker died while it handed them over, which may arrive twice. */
  readonly uncertain: ReadonlySet<string>;
};
