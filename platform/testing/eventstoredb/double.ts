import { setTimeout as delay } from 'node:timers/promises';
import gossipRpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import featuresRpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streamsRpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { AppendReq, AppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import {
  Metadata,
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServerReadableStream,
  type ServerWritableStream,
  status,
} from '@grpc/grpc-js';
import { type Link, openLink } from '../services/link.ts';
import { createKeptLog, type Kept, type KeptLog, type Proposed } from './log.ts';
import * as messages from './messages.ts';

/**
 * Faults of an append. `silent`: stores nothing and never answers. `mute`: stores the events and
 * never answers. `late`: stores the events and answers only the repeated request. `cut`,
 * `cut-after`: breaks the connection before or after storing. `wrong-revision`, `no-position`:
 * stores the events and answers with this error. `hollow`: answers neither success nor failure.
 * `lie`: reports success without storing. `forgetful`: treats a repeated request as a conflict.
 * `unavailable`: refuses the request. `leaderless`: says that it is not the leader and names none.
 * `nowhere`: names a leader without address.
 */
export type AppendFault =
  | 'silent'
  | 'mute'
  | 'late'
  | 'cut'
  | 'cut-after'
  | 'wrong-revision'
  | 'no-position'
  | 'hollow'
  | 'lie'
  | 'forgetful'
  | 'unavailable'
  | LeaderFault;

type LeaderFault = 'leaderless' | 'nowhere';

/**
 * Faults of a read. `silent`: never answers. `half`: stops answering half-way. `cut`: breaks the
 * connection half-way. `doubled`: sends each event twice. `shuffled`: sends the last event first.
 * `garbage`: sends unreadable metadata. `unavailable`: refuses the request. `refused`: refuses the
 * user. `leaderless`, `nowhere`: as for appends.
 */
export type ReadFault =
  | 'silent'
  | 'half'
  | 'cut'
  | 'doubled'
  | 'shuffled'
  | 'garbage'
  | 'unavailable'
  | 'refused'
  | LeaderFault;

/**
 * Faults of a subscription. `end`: ends immediately. `slow`: is dropped as too slow at its first
 * event. `cut`: breaks the connection at its first event. `silent`: sends nothing. `doubled`: sends
 * each event twice. Others: as for appends.
 */
export type FollowFault = 'end' | 'slow' | 'cut' | 'silent' | 'doubled' | LeaderFault;

type Call = ServerWritableStream<ReadReq, ReadResp>;
type AppendCall = ServerReadableStream<AppendReq, AppendResp>;

/** Cluster state of a node. A follower answers appends with the leader's address, as EventStoreDB does. */
export type NodeView = { readonly ports: readonly number[]; readonly leader: number | null };

export type DoubleOptions = {
  readonly port?: number;
  /** Shared by the nodes of a cluster. */
  readonly log?: KeptLog;
  /** A single-node cluster by default. */
  readonly view?: () => NodeView;
};

/**
 * Starts a server with EventStoreDB's protocol on a local port (a free one by default), an
 * in-memory log and injected faults.
 */
export const startEventStoreDBDouble = async (options: DoubleOptions = {}) => {
  const { port, log = createKeptLog() } = options;
  const view = options.view ?? (() => ({ ports: [link.port], leader: link.port }));
  const faults = { append: [] as AppendFault[], read: [] as ReadFault[], follow: [] as FollowFault[] };
  const seen = { appends: [] as Proposed[][], reads: 0, subscriptions: 0 };
  let led = true;
  const waiting = new Set<() => void>();
  // The link is set when the server has a port, before any call.
  let link: Link;

  const append = (call: AppendCall, answer: sendUnaryData<AppendResp>) => {
    const requests: AppendReq[] = [];
    call.on('data', (request: AppendReq) => requests.push(request));
    call.on('error', () => undefined);
    call.on('end', () => {
      // A broken connection may deliver a part of the request, which the server discards.
      if (call.cancelled || requests.length < 2) return;
      const asked = messages.readAppend(requests);
      seen.appends.push([...asked.events]);
      for (const go of waiting) go();
      void answerAppend(asked, answer);
    });
  };

  const answerAppend = async (
    { stream, expected, events }: ReturnType<typeof messages.readAppend>,
    answer: sendUnaryData<AppendResp>,
  ) => {
    const { leader } = view();
    if (!led || leader === null) return answer(notReady);
    if (leader !== link.port) return answer(notLeading(leader));
    const fault = faults.append.shift();
    if (fault === 'silent') return;
    if (fault === 'cut') return link.cut();
    if (fault === 'unavailable') return answer({ code: status.UNAVAILABLE, details: 'not now' });
    if (fault === 'leaderless' || fault === 'nowhere') return answer(notLeading(fault));
    if (fault === 'hollow') return answer(null, hollow());
    if (fault === 'lie') return answer(null, messages.appendAnswer({ last: pretended(events) }));
    if (fault === 'forgetful')
      return answer(null, messages.appendAnswer({ wrong: log.of(stream).length - 1 }));
    const outcome = log.append(stream, expected, events);
    if (fault === 'mute') return;
    if (fault === 'cut-after') return link.cut();
    if (fault === 'late') await new Promise<void>((resolve) => waiting.add(resolve));
    if (fault === 'wrong-revision' && 'last' in outcome)
      return answer(
        null,
        messages.appendAnswer({ last: { ...outcome.last, revision: outcome.last.revision + 7 } }),
      );
    return answer(null, messages.appendAnswer(outcome, { noPosition: fault === 'no-position' }));
  };

  const read = (call: Call) => {
    const asked = messages.readRead(call.request);
    if (asked.following) return follow(call, asked);
    seen.reads += 1;
    const { leader } = view();
    if ((!led || leader === null) && call.metadata.get('requires-leader').includes('true'))
      return void call.emit('error', notReady);
    const fault = faults.read.shift();
    if (fault === 'silent') return;
    if (fault === 'unavailable') return void call.emit('error', { code: status.UNAVAILABLE });
    if (fault === 'refused') return void call.emit('error', { code: status.UNAUTHENTICATED, details: 'no' });
    if (fault === 'leaderless' || fault === 'nowhere') return void call.emit('error', notLeading(fault));
    if (asked.stream !== null && log.of(asked.stream).length === 0) {
      call.write(messages.notFoundAnswer(asked.stream));
      return call.end();
    }
    const found = select(log, asked);
    for (const event of spoil(found, fault)) call.write(messages.eventAnswer(event));
    if (fault === 'half') return;
    // The answer is sent before the cut, so that the connection breaks in the middle of it.
    if (fault === 'cut') return void delay(20).then(link.cut);
    call.end();
  };

  const follow = (call: Call, { names }: ReturnType<typeof messages.readRead>) => {
    seen.subscriptions += 1;
    const fault = faults.follow.shift();
    if (fault === 'leaderless' || fault === 'nowhere') return void call.emit('error', notLeading(fault));
    call.write(messages.confirmation());
    if (fault === 'end') return call.end();
    const stop = log.watch((event) => {
      if (!names.test(event.stream) || fault === 'silent') return;
      if (fault === 'slow') return void call.emit('error', { code: status.ABORTED, details: 'too slow' });
      if (fault === 'cut') return link.cut();
      call.write(messages.eventAnswer(event));
      if (fault === 'doubled') call.write(messages.eventAnswer(event));
    });
    call.on('cancelled', stop);
    call.on('close', stop);
  };

  const server = new Server();
  server.addService(streamsRpc.StreamsService, { append, read });
  server.addService(featuresRpc.ServerFeaturesService, {
    getSupportedMethods: (_call: unknown, answer: sendUnaryData<SupportedMethods>) =>
      answer(null, messages.featuresAnswer()),
  });
  server.addService(gossipRpc.GossipService, {
    read: (_call: unknown, answer: sendUnaryData<ClusterInfo>) =>
      answer(null, messages.clusterAnswer(view().ports, view().leader)),
  });
  const behind = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  link = await openLink(behind, port);

  return {
    port: link.port,
    url: `esdb://127.0.0.1:${link.port}?tls=false`,
    clusterUrl: `esdb+discover://127.0.0.1:${link.port}?tls=false&maxDiscoverAttempts=2&discoveryInterval=5`,
    log,
    /** Faults of the next calls, one each. */
    faults,
    /** Recorded requests. */
    seen,
    /** Breaks all connections. */
    cut: link.cut,
    /** Sets whether there is a quorum. Without one, only reads that need no leader are answered. */
    quorum: (whether: boolean) => void (led = whether),
    /** Hangs like a suspended process: accepts connections, answers nothing. */
    hang: (whether: boolean) => (whether ? link.block() : link.restore()),
    /** Refuses connections until reset. */
    away: (whether: boolean) => (whether ? link.refuse() : link.restore()),
    stop: async () => {
      await link.close();
      server.forceShutdown();
    },
  };
};

export type EventStoreDBDouble = Awaited<ReturnType<typeof startEventStoreDBDouble>>;

/** Returns the events of a read, in order. */
const select = (
  log: { all: readonly Kept[]; of: (stream: string) => readonly Kept[] },
  { stream, from, backwards, count }: ReturnType<typeof messages.readRead>,
): readonly Kept[] => {
  const events = stream === null ? log.all : log.of(stream);
  const placeOf = (event: Kept) => (stream === null ? event.position : event.revision);
  const bound = from === 'start' ? 0 : from === 'end' ? Infinity : from;
  // A forward read starts at the position, a backward read before it; a stream read includes its revision in both
  // directions.
  const before = (event: Kept) => (stream === null ? placeOf(event) < bound : placeOf(event) <= bound);
  const wanted = events.filter((event) => (backwards ? before(event) : placeOf(event) >= bound));
  return (backwards ? wanted.toReversed() : wanted).slice(0, count);
};

const spoil = (events: readonly Kept[], fault: ReadFault | undefined): readonly Kept[] => {
  if (fault === 'half' || fault === 'cut') return events.slice(0, Math.ceil(events.length / 2));
  if (fault === 'doubled') return events.flatMap((event) => [event, event]);
  if (fault === 'shuffled') return events.toReversed();
  if (fault === 'garbage')
    return events.map((event) => ({ ...event, metadata: Uint8Array.of(0xff, 0x00, 0x7b) }));
  return events;
};

const notReady = { code: status.UNAVAILABLE, details: 'Server Is Not Ready' };

const notLeading = (fault: LeaderFault | number) => {
  const metadata = new Metadata();
  metadata.add('exception', 'not-leader');
  if (typeof fault === 'number') {
    metadata.add('leader-endpoint-host', '127.0.0.1');
    metadata.add('leader-endpoint-port', String(fault));
  }
  if (fault === 'nowhere') {
    metadata.add('leader-endpoint-host', '');
    metadata.add('leader-endpoint-port', 'none');
  }
  return { code: status.NOT_FOUND, details: 'Leader info available', metadata };
};

const pretended = (events: readonly Proposed[]): Kept => ({
  ...events.at(-1)!,
  stream: '',
  revision: events.length - 1,
  position: 999_999,
});

const hollow = () => {
  const answer = messages.appendAnswer({ wrong: -1 });
  answer.clearWrongExpectedVersion();
  return answer;
};
