import { createHash } from 'node:crypto';

/** Names a record by what is in it, the same in every process: another content has another version. */
export const versionOf = (record: Readonly<Record<string, unknown>>): string =>
  createHash('sha256').update(JSON.stringify(record)).digest('base64url').slice(0, 16);
