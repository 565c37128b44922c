import type { Readable } from 'node:stream';

/** A storage for backups; each backup is a directory of files in it. */
export type BackupStorage = {
  /** Its address, without secrets. */
  readonly place: string;
  /** Files of each backup, complete or not; null for an unreadable one. */
  list(): Promise<ReadonlyMap<string, readonly string[] | null>>;
  /** Stores a local file; resolves once it is stored. */
  put(backup: string, file: string, from: string): Promise<void>;
  read(backup: string, file: string): Promise<Readable>;
  /** Removes these files in order, then their directory. */
  remove(backup: string, files: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

export class StorageFailed extends Error {
  readonly code: string;
  constructor(code: string, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** Returns the name of a backup: its time, `2026-11-22T023000Z`. */
export const nameOf = (time: Date): string => `${time.toISOString().slice(0, 19).replaceAll(':', '')}Z`;

/** Returns null for a failure with this code, and rethrows any other. */
export const nullIf =
  (code: unknown) =>
  (error: unknown): null => {
    if (error instanceof Error && 'code' in error && error.code === code) return null;
    throw error;
  };

/**
 * Tells whether a file name has no path: a name listed by a server may lead out of the backup's directory.
 */
export const isPlainName = (file: string): boolean => /^\w+([.-]\w+)*$/.test(file);

/** Returns the time in a backup's name; null for other names, which are left alone. */
export const timeOf = (name: string): Date | null => {
  const [, day, hours, minutes, seconds] = /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(name) ?? [];
  const time = new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
};
