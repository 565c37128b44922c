import { createHash } from 'node:crypto';
import { uuidFrom } from './uuid.ts';

/**
 * Returns a UUID derived from the parts. A command that is repeated after a crash gets the same ids and so recognises
 * its earlier work.
 */
export const deriveId = (...parts: readonly string[]): string =>
  uuidFrom(createHash('sha256').update(parts.join('\u0000')).digest());

/** Returns a child's id, `<parent>.<12 hex>`, derived like {@link deriveId}. */
export const deriveChildId = (parent: string, ...parts: readonly string[]): string =>
  `${parent}.${deriveId(parent, ...parts)
    .replaceAll('-', '')
    .slice(0, 12)}`;

/** Returns the id of a booking that is the nth visit of a series. */
export const seriesVisitIdOf = (seriesId: string, nth: number): string =>
  deriveId(seriesId, String(nth), 'visit');

/** Returns the id of a reminder for one booking at one time, so that it is sent once. */
export const reminderIdOf = (bookingId: string, start: string): string =>
  deriveId(bookingId, start, 'reminder');
