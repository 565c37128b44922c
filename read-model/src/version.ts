import { createHash } from 'node:crypto';

/** Returns a hash of a record's content: equal content has an equal version in every process. */
export const versionOf = (record: Readonly<Record<string, unknown>>): string =>
  createHash('sha256').update(JSON.stringify(record)).digest('base64url').slice(0, 16);
