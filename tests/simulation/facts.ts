/** Size of a simulation. */
export type Scale = {
  readonly seed: number;
  /** First day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly pros: number;
  readonly days: number;
  /** Hours of real time after which it ends, if the days are not over before. */
  readonly hours?: number;
  /** Per pro. */
  readonly visitsADay: number;
  readonly waitingADay: number;
  /** In the whole simulation. */
  readonly kills: number;
  /** Per day. */
  readonly erasures: number;
};

/** A pro's settings, which stay as they are. */
export type Settings = {
  /** Whether mails keep the quiet hours. */
  readonly mailsQuiet: boolean;
  /** Whether a freed time is offered to all at once. */
  readonly atOnce: boolean;
  readonly surveys: boolean;
  readonly textsPerMonth: number;
};

/** An event as the checker reads it. */
export type Fact = {
  readonly type: string;
  readonly time: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** A planned message that a server accepted. */
export type SentMessage = {
  readonly by: 'mail' | 'sms';
  readonly at: string;
  /** Message-ID of a mail, id of a text. */
  readonly messageId: string;
  readonly template: string;
  /** Booking, entry or recall. */
  readonly about: string;
  /** Id in the ledger of planned messages. */
  readonly eventId: string;
  /** Whether the gateway reported that a text did not reach its phone. */
  readonly failed?: boolean;
};

/** A row of the ledger of planned messages. */
export type LedgerRow = {
  readonly id: string;
  readonly purpose: string;
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
  readonly messages: readonly SentMessage[];
  readonly ledger: readonly LedgerRow[];
  /** Instants at which all pollers looked, in order. */
  readonly looks: readonly string[];
  readonly settings: ReadonlyMap<string, Settings>;
  /** Messages whose worker died while it handed them over, which may arrive twice. */
  readonly uncertain: ReadonlySet<string>;
};
