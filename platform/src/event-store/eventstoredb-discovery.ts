import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import gossipRpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import connection from '@eventstore/db-client/dist/Client/parseConnectionString.js';
import { type ChannelCredentials, credentials as grpc, Metadata } from '@grpc/grpc-js';
import { EventStoreUnavailable } from './port.ts';

/** The nodes in a connection string, as `host:port`. */
export type Cluster = {
  readonly seeds: readonly string[];
  readonly credentials: ChannelCredentials;
  /** Number of gossip rounds, and milliseconds between them. */
  readonly attempts: number;
  readonly interval: number;
};

/** Parses a connection string. Returns null if it names a single node, which needs no discovery. */
export const clusterOf = (url: string): Cluster | null => {
  const options = connection.parseConnectionString(url);
  const {
    hosts,
    dnsDiscover,
    maxDiscoverAttempts: attempts = 10,
    discoveryInterval: interval = 100,
  } = options;
  if (!dnsDiscover && hosts.length === 1) return null;
  return { seeds: hosts.map(addressOf), credentials: credentialsOf(options), attempts, interval };
};

/** Returns the nodes of a connection string without credentials, for logs. */
export const hostsOf = (url: string): string =>
  connection.parseConnectionString(url).hosts.map(addressOf).join(', ');

/** Returns the node of a connection string that names only one. */
export const onlyNodeOf = (url: string): string => addressOf(connection.parseConnectionString(url).hosts[0]!);

type ConnectionOptions = ReturnType<typeof connection.parseConnectionString>;

const credentialsOf = ({ tls, tlsCAFile, userKeyFile, userCertFile }: ConnectionOptions) => {
  if (tls === false) return grpc.createInsecure();
  const [authority, key, certificate] = [tlsCAFile, userKeyFile, userCertFile].map((file) =>
    file === undefined ? null : readFileSync(file),
  );
  return grpc.createSsl(authority, key, certificate);
};

/** Returns a node's address in gRPC's format. */
export const addressOf = ({ address, port }: { readonly address: string; readonly port: number }): string =>
  `${address}:${port}`;

/** Timeout of one node, in ms. A node that does not answer in time cannot be selected. */
const patience = 1_000;
/** Rounds without a leader before a read-only node is selected. */
const roundsForLeader = 3;

/**
 * Finds the leader by asking all nodes at once. Only a node that answers is selected: until the
 * other nodes notice that their leader hangs, they still report it. If two nodes claim to lead, the
 * node that more nodes report wins. With `follower`, a read-only node is selected if there is no
 * leader for a while.
 */
export const findNode = async (cluster: Cluster, { follower }: { follower: boolean }): Promise<string> => {
  for (let round = 1; round <= cluster.attempts; round += 1) {
    const answers = await askAll(cluster);
    const found = leaderOf(answers) ?? (follower && round >= roundsForLeader ? readerOf(answers) : undefined);
    if (found !== undefined) return found;
    await delay(cluster.interval);
  }
  throw new EventStoreUnavailable(`Failed to discover a node of EventStoreDB in ${cluster.attempts} rounds`);
};

type Member = { readonly address: string; readonly state: gossip.MemberInfo.VNodeState };
/** Cluster members as reported by each node. */
type Answers = ReadonlyMap<string, readonly Member[]>;

const { LEADER, FOLLOWER, READONLYREPLICA, READONLYLEADERLESS } = gossip.MemberInfo.VNodeState;
const reading: ReadonlySet<gossip.MemberInfo.VNodeState> = new Set([
  FOLLOWER,
  READONLYREPLICA,
  READONLYLEADERLESS,
]);

/** Asks the known nodes and those that they report. Ends early once a majority reports a leader that answers. */
const askAll = ({ seeds, credentials }: Cluster): Promise<Answers> =>
  new Promise((resolve) => {
    const answers = new Map<string, readonly Member[]>();
    const asked = new Set<string>();
    let open = 0;
    const consider = async (address: string): Promise<void> => {
      if (asked.has(address)) return;
      asked.add(address);
      open += 1;
      const members = await ask(address, credentials);
      open -= 1;
      if (members) answers.set(address, members);
      for (const member of members ?? []) void consider(member.address);
      if (open === 0 || leaderOf(answers, asked.size / 2) !== undefined) resolve(answers);
    };
    for (const seed of seeds) void consider(seed);
  });

const ask = (address: string, credentials: ChannelCredentials): Promise<readonly Member[] | null> =>
  new Promise((resolve) => {
    const client = new gossipRpc.GossipClient(address, credentials);
    const deadline = Date.now() + patience;
    client.read(new shared.Empty(), new Metadata(), { deadline }, (error, info) => {
      client.close();
      resolve(error ? null : membersOf(info));
    });
  });

const membersOf = (info: gossip.ClusterInfo): Member[] =>
  info.getMembersList().flatMap((member) => {
    const place = member.getHttpEndPoint();
    if (!place || !member.getIsAlive()) return [];
    return [
      {
        address: addressOf({ address: place.getAddress(), port: place.getPort() }),
        state: member.getState(),
      },
    ];
  });

const leaderOf = (answers: Answers, moreThan = 0): string | undefined => {
  const votes = new Map<string, number>();
  for (const { address, state } of [...answers.values()].flat())
    if (state === LEADER && answers.has(address)) votes.set(address, (votes.get(address) ?? 0) + 1);
  const [most] = [...votes].toSorted(([, one], [, other]) => other - one);
  return most && most[1] > moreThan ? most[0] : undefined;
};

const readerOf = (answers: Answers): string | undefined =>
  [...answers].find(([address, members]) =>
    members.some((member) => member.address === address && reading.has(member.state)),
  )?.[0];
