import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionSettings } from '@visita/platform/postgres/connection-settings';
import type { Replica } from '../../tests/support/topology/process.ts';
import type { Topology } from '../../tests/support/topology/topology.ts';

const pidOf = (holder: string): number => Number(holder.split(' ').at(-2));

/** Process id of the leader, from the lease. */
const leadingPid = async ({ databaseUrl }: Topology, name: string): Promise<number | undefined> => {
  const client = new Client({ ...connectionSettings({ url: databaseUrl }), connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const sql = 'select holder from leader.leases where name = $1 and until > clock_timestamp()';
    const { rows } = await client.query<{ holder: string }>(sql, [name]);
    return rows[0] && pidOf(rows[0].holder);
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
};

export const leaderOf = async (topology: Topology, name: string): Promise<Replica | undefined> => {
  const pid = await leadingPid(topology, name);
  const all = Object.values(topology.replicas).flat();
  return pid === undefined ? undefined : all.find((replica) => replica.pid() === pid);
};

const limit = 30_000;

/** Returns the milliseconds until another replica leads; null if none does in time. */
export const takeover = async (
  topology: Topology,
  name: string,
  dead: number | undefined,
): Promise<number | null> => {
  for (const began = performance.now(); performance.now() - began < limit; await delay(50)) {
    const pid = await leadingPid(topology, name);
    if (pid !== undefined && pid !== dead) return Math.round(performance.now() - began);
  }
  return null;
};
