import { createHash } from 'node:crypto';

/**
 * A UUID (version 8) that follows from its parts: the same command gives the same ids however often it is tried, so
 * that a repeat after a crash finds its own work instead of doing it again.
 */
export const deriveId = (...parts: readonly string[]): string => {
  const bytes = createHash('sha256').update(parts.join('\u0000')).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

/** A child's id that carries its parent's, `<parent>.<8 hex>`; follows from its parts like {@link deriveId}. */
export const deriveChildId = (parent: string, ...parts: readonly string[]): string =>
  `${parent}.${deriveId(parent, ...parts).slice(0, 8)}`;
