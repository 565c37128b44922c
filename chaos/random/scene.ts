import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../tests/support/http.ts';
import { openClinic, registerPro } from '../../tests/support/http-practice.ts';
import { type MailServer, startMailServer } from '../../tests/support/mail-server.ts';
import { type LimitedDisk, mountDisk } from '../../tests/support/topology/limited-disk.ts';
import { startTopology, type Topology } from '../../tests/support/topology/topology.ts';
import type { Practice } from './clients.ts';

/** The product with all its dependencies, each of which can fail. */
export type Scene = {
  readonly topology: Topology;
  readonly mailServer: MailServer;
  /** The database's disk, or why it is not on a disk that can be filled. */
  readonly disk: LimitedDisk | { readonly missing: string };
  readonly practices: readonly Practice[];
  stop(): Promise<void>;
};

/** Enough that their days are not full after an hour. */
const practices = 16;
/** The database's WAL alone may grow to 1 GB. */
const megabytes = 2_500;

export const openScene = async (log: (line: string) => void): Promise<Scene> => {
  const parent = await mkdtemp(join(tmpdir(), 'visita-faults-'));
  const mounted = await mountDisk(`${parent}-disk`, megabytes);
  const disk = 'disk' in mounted ? mounted.disk : mounted;
  const mailServer = await startMailServer();
  const clean = async () => {
    mailServer.close();
    if (!('missing' in disk)) await disk.remove();
    for (const directory of [parent, `${parent}-disk`]) await rm(directory, { recursive: true, force: true });
  };
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    HOLD_MINUTES: '1440',
    RATE_LIMIT_FACTOR: '1000000',
  };
  const place = 'missing' in disk ? {} : { databaseDirectory: join(disk.directory, 'postgres') };
  const topology = await startTopology({ env, ...place }).catch(async (error: unknown) => {
    await clean();
    throw error;
  });
  log('the topology runs');
  const stop = async () => {
    await topology.stop();
    await clean();
  };
  try {
    const client = createClient(topology.address);
    const open = async (_: unknown, index: number): Promise<Practice> => {
      const pro = await registerPro(client, `pro${index}`);
      return { pro, clinic: await openClinic(client, pro, `Studio ${index}`) };
    };
    const opened = await Promise.all(Array.from({ length: practices }, open));
    return { topology, mailServer, disk, practices: opened, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
