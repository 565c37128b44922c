import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { connectionSettings } from './connection-settings.ts';

const portLine = 3;

/**
 * Returns the connection string of the embedded database that another process runs in a directory, or null if none
 * answers. For command-line tools; the other process stops the database.
 */
export const findRunningPostgres = async (directory: string): Promise<string | null> => {
  try {
    const [pid, password] = await Promise.all(
      [join('data', 'postmaster.pid'), 'password'].map((file) => readFile(join(directory, file), 'utf8')),
    );
    const port = pid!.split('\n')[portLine];
    const url = `postgresql://visita:${password!.trim()}@127.0.0.1:${port}/visita`;
    const client = new Client({ ...connectionSettings({ url }), connectionTimeoutMillis: 2000 });
    await client.connect();
    await client.end();
    return url;
  } catch {
    return null;
  }
};
