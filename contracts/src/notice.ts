/** What the bus says of an event once its rows are readable. No personal data. */
export type Notice = {
  /** The event's id; also the message's. */
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
  readonly correlationId: string;
  /** Of the event's metadata. */
  readonly traceparent?: string;
  /** Instant of the decision, ISO 8601. */
  readonly time: string;
  /** The event's id fields (`bookingId`, `clinicId`, `hubId`, …). */
  readonly ids: Readonly<Record<string, string>>;
};
