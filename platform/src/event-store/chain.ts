import { createHash } from 'node:crypto';
import type { RecordedEvent } from '@visita/contracts/envelope';

/** The hash before the first event. */
export const chainStart: Buffer = Buffer.alloc(32);

/** Returns a value with the keys of its objects in order, so that its JSON doesn't depend on how it was made. */
export const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
};

/**
 * An event as stored, personal data encrypted, as one text that does not depend on the store: keys sorted, and without
 * the position, since its place in the chain says what comes before it.
 */
export const canonicalOf = (event: RecordedEvent): string => {
  const { stream, revision, id, type, schemaVersion, data, metadata } = event;
  return JSON.stringify([stream, revision, id, type, schemaVersion, sorted(data), sorted(metadata)]);
};

/** H(n) = SHA-256(H(n − 1) ‖ the event's {@link canonicalOf}), in UTF-8. */
export const linkOf = (previous: Uint8Array, canonical: string): Buffer =>
  createHash('sha256').update(previous).update(canonical).digest();

/** Bytes kept of each event's own hash. */
export const printLength = 4;

/** The beginning of an event's own hash, {@link printLength} bytes: tells which one was changed. */
export const printOf = (canonical: string): Buffer =>
  createHash('sha256').update(canonical).digest().subarray(0, printLength);
