import { createHash } from 'node:crypto';
import type { RecordedEvent } from '@visita/contracts/envelope';

export const chainStart: Buffer = Buffer.alloc(32);

/** Returns a value with its object keys sorted, so that equal values have equal JSON. */
export const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
};

/**
 * Returns the canonical text of a stored event (personal data encrypted): keys sorted, and without the position,
 * which differs between stores. The chain determines the order.
 */
export const canonicalOf = (event: RecordedEvent): string => {
  const { stream, revision, id, type, schemaVersion, data, metadata } = event;
  return JSON.stringify([stream, revision, id, type, schemaVersion, sorted(data), sorted(metadata)]);
};

/** Returns H(n) = SHA-256(H(n − 1) ‖ UTF-8 of the event's {@link canonicalOf}). */
export const linkOf = (previous: Uint8Array, canonical: string): Buffer =>
  createHash('sha256').update(previous).update(canonical).digest();

/** Bytes kept of each event's own hash. */
export const printLength = 4;

/** Returns the first {@link printLength} bytes of an event's own hash, which identify a changed event. */
export const printOf = (canonical: string): Buffer =>
  createHash('sha256').update(canonical).digest().subarray(0, printLength);
