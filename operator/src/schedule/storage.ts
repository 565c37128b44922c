import type { Readable } from 'node:stream';

/** A place that backups are delivered to; each backup is a folder of files there. */
export type BackupStorage = {
  /** Where it is, without its secrets. */
  readonly place: string;
  /** The files of each backup that is there, whole or not; null of one that can't be read. */
  list(): Promise<ReadonlyMap<string, readonly string[] | null>>;
  /** Stores a file of this machine; resolves once it is there. */
  put(backup: string, file: string, from: string): Promise<void>;
  read(backup: string, file: string): Promise<Readable>;
  /** Removes these files, one after the other, and what held them. */
  remove(backup: string, files: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

/** What a place answered instead of what was asked of it; the code says what. */
export class StorageFailed extends Error {
  readonly code: string;
  constructor(code: string, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** A backup's name says when it was made: `2026-11-22T023000Z`. */
export const nameOf = (time: Date): string => `${time.toISOString().slice(0, 19).replaceAll(':', '')}Z`;

/** Answers null of a failure with this code, and throws any other. */
export const nullIf =
  (code: unknown) =>
  (error: unknown): null => {
    if (error instanceof Error && 'code' in error && error.code === code) return null;
    throw error;
  };

/** Tells whether a file's name is none but a name: one that a server lists may lead out of the backup's directory. */
export const isPlainName = (file: string): boolean => /^\w+([.-]\w+)*$/.test(file);

/** When a backup of this name was made; null for a name that is none, which is left alone. */
export const timeOf = (name: string): Date | null => {
  const [, day, hours, minutes, seconds] = /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(name) ?? [];
  const time = new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
};
