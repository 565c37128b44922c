import { startEventStoreDBDouble } from './double.ts';
import { createKeptLog } from './log.ts';

/**
 * Starts three EventStoreDB doubles with a shared log, which report each other in gossip as cluster
 * nodes do. `elect` sets the leader that all nodes report, except deceived nodes.
 */
export const startEventStoreDBCluster = async ({ port }: { readonly port?: number } = {}) => {
  const log = createKeptLog();
  const ports: number[] = [];
  const deceived = new Set<number>();
  let leader: number | null = null;
  const start = async (at?: number) => {
    const node = await startEventStoreDBDouble({
      ...(at === undefined ? {} : { port: at }),
      log,
      // A deceived node believes that it is the leader.
      view: () => ({ ports, leader: deceived.has(node.port) ? node.port : leader }),
    });
    return node;
  };
  const nodes = [await start(port), await start(), await start()] as const;
  ports.push(...nodes.map(({ port }) => port));
  leader = ports[0]!;
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
  return {
    log,
    nodes,
    url: `esdb://${hosts}?tls=false`,
    /** Makes a node the leader, or none. */
    elect: (node: number | null) => (leader = node === null ? null : ports[node]!),
    /** Sets whether a node wrongly believes that it is the leader. */
    deceive: (node: number, whether: boolean) =>
      whether ? deceived.add(ports[node]!) : deceived.delete(ports[node]!),
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
};
