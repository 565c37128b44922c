import { createHash } from 'node:crypto';
import { uuidFrom } from './uuid.ts';

/**
 * A UUID that follows from its parts: the same command gives the same ids however often it is tried, so that a repeat
 * after a crash finds its own work instead of doing it again.
 */
export const deriveId = (...parts: readonly string[]): string =>
  uuidFrom(createHash('sha256').update(parts.join('\u0000')).digest());

/** A child's id that carries its parent's, `<parent>.<12 hex>`; follows from its parts like {@link deriveId}. */
export const deriveChildId = (parent: string, ...parts: readonly string[]): string =>
  `${parent}.${deriveId(parent, ...parts)
    .replaceAll('-', '')
    .slice(0, 12)}`;

/** Names the reminder of one booking at one time, so that it goes once, however often it is asked for or rebuilt. */
export const reminderIdOf = (bookingId: string, start: string): string =>
  deriveId(bookingId, start, 'reminder');
