import type { Config } from '@visita/platform/config/config';
import { type Foundation, layFoundation } from '@visita/platform/runtime/foundation';
import { dropPrevious, rebuild } from '@visita/projector/rebuild';
import { fillFrom } from '../backup/fill.ts';
import { DamagedBackup, isAuthentic, readBackup } from '../backup/manifest.ts';

/** Connections for loading and rebuilding. */
const poolSize = 6;

export type DrillOptions = {
  /** The product's foundation; the scratch database is created on its server. */
  readonly foundation: Pick<Foundation, 'config' | 'database' | 'log' | 'now'>;
  /** A plain (unencrypted) backup. */
  readonly directory: string;
  readonly signal: AbortSignal;
};

/** Loads a backup and builds its read models. */
const restoreInto = async (url: string, { foundation, directory, signal }: DrillOptions): Promise<number> => {
  // Events go into the scratch database too, even if the product uses EventStoreDB.
  const config: Config = { ...foundation.config, eventStoreUrl: null, databasePoolSize: poolSize };
  const scratch = await layFoundation({ config, log: foundation.log, url }, foundation.now);
  const onProgress = () => signal.throwIfAborted();
  try {
    const manifest = await readBackup(directory, null);
    if (!isAuthentic(manifest, scratch.hash)) throw new DamagedBackup('The manifest is not authenticated.');
    const { events } = await fillFrom(scratch, { directory, open: null, manifest, onProgress });
    await rebuild({ ...scratch, onProgress });
    await dropPrevious(scratch);
    return events;
  } finally {
    await scratch.close();
  }
};

/**
 * Restores a backup into a scratch database, as `ops restore` would, and drops it. Checks the log's hash and
 * the master key, and builds the read models. Returns the number of events.
 */
export const drill = async (options: DrillOptions): Promise<number> => {
  const { database } = options.foundation;
  const url = new URL(database.url);
  const name = `${url.pathname.slice(1)}_drill`.replaceAll('"', '');
  const drop = () => database.pool.query(`drop database if exists "${name}" with (force)`);
  await drop();
  await database.pool.query(`create database "${name}"`);
  url.pathname = `/${name}`;
  try {
    return await restoreInto(url.href, options);
  } finally {
    await drop();
  }
};
