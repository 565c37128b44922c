/** Position of the last event a command wrote, in its answer. */
export const positionHeader = 'x-position';
/** The highest position the client saw; a query waits for its read models to reach it, up to 2 s. */
export const minimumPositionHeader = 'x-min-position';
/** `true` where the answer may be older: the wait timed out, or the position lies beyond the log. */
export const staleHeader = 'x-stale';
/** A UUID of the page that asks: a few public reads of one page load count as one. */
export const pageLoadHeader = 'x-page-load';
/** The version of the record that a write replaces, in quotes: the write is refused where that is another one by now. */
export const ifMatchHeader = 'if-match';
/** The value of {@link ifMatchHeader}. */
export const versionPattern = /^"[A-Za-z0-9_-]{1,64}"$/;
/** A client's own key for a write, so that a repeat within 24 h gives the first answer. */
export const idempotencyHeader = 'idempotency-key';
