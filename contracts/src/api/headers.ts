/** Response header: position of the last event that the command wrote. */
export const positionHeader = 'x-position';
/**
 * Request header: highest position that the client has seen. Queries wait up to 2 s for the read models to reach it.
 */
export const minimumPositionHeader = 'x-min-position';
/**
 * Response header: `true` if the answer may be older than asked: the wait timed out, or the position is beyond the
 * log.
 */
export const staleHeader = 'x-stale';
/** Request header: UUID of a page load. Some public reads of one page load count once against the rate limit. */
export const pageLoadHeader = 'x-page-load';
/**
 * Request header: quoted version of the record to replace. The write is refused if the record has another version.
 */
export const ifMatchHeader = 'if-match';
export const versionPattern = /^"[A-Za-z0-9_-]{1,64}"$/;
/** Request header: the client's key for a write. A repeat within 24 h gets the first answer. */
export const idempotencyHeader = 'idempotency-key';
