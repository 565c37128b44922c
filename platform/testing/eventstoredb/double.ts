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
 * How an append goes wrong: `silent` stores nothing and never answers, `mute` stores and never answers, `late` stores
 * and answers once asked again, `cut` breaks the connection before storing and `cut-after` after it, `wrong-revision`
 * and `no-position` store and answer so, `hollow` answers neither success nor failure, `lie` stores nothing and says
 * that it did, `forgetful` takes a repeat for a conflict, `unavailable` refuses, `leaderless` says that it does not lead
 * and names nobody who does, `nowhere` names one without an address.
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
 * How a read goes wrong: `silent` never answers, `half` falls silent half-way, `cut` breaks the connection half-way,
 * `doubled` brings each event twice, `shuffled` the last first, `garbage` metadata that nobody can read, `unavailable`
 * refuses, `refused` refuses the user, `leaderless` and `nowhere` as for appends.
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
 * How a subscription goes wrong: it ends at once, is ended as too slow at its first event, breaks the connection at its first event, brings nothing, or is
 * refused as appends are.
 */
export type FollowFault = 'end' | 'slow' | 'cut' | 'silent' | 'doubled' | LeaderFault;

type Call = ServerWritableStream<ReadReq, ReadResp>;
type AppendCall = ServerReadableStream<AppendReq, AppendResp>;

/** What a node of a cluster knows. A follower answers appends as EventStoreDB does, by naming the leader. */
export type NodeView = { readonly ports: readonly number[]; readonly leader: number | null };

export type DoubleOptions = {
  readonly port?: number;
  /** Shared by the nodes of a cluster. */
  readonly log?: KeptLog;
  /** A cluster of itself by default. */
  readonly view?: () => NodeView;
};

/**
 * A server that speaks the protocol of EventStoreDB on a port of this machine, a free one by default, keeps its log in
 * memory, and fails as told.
 */
export const startEventStoreDBDouble = async (options: DoubleOptions = {}) => {
  const { port, log = createKeptLog() } = options;
  const view = options.view ?? (() => ({ ports: [link.port], leader: link.port }));
  const faults = { append: [] as AppendFault[], read: [] as ReadFault[], follow: [] as FollowFault[] };
  const seen = { appends: [] as Proposed[][], reads: 0, subscriptions: 0 };
  let led = true;
  const waiting = new Set<() => void>();
  // Opened once the server has a port; calls come later.
  let link: Link;

  const append = (call: AppendCall, answer: sendUnaryData<AppendResp>) => {
    const requests: AppendReq[] = [];
    call.on('data', (request: AppendReq) => requests.push(request));
    call.on('error', () => undefined);
    call.on('end', () => {
      // A line that broke on the way brings some of it; a server keeps nothing of that.
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
    // What was written has to leave first, so that the line breaks in the middle of the answer.
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
    /** As a cluster, of one node. */
    clusterUrl: `esdb+discover://127.0.0.1:${link.port}?tls=false&maxDiscoverAttempts=2&discoveryInterval=5`,
    log,
    /** The next calls go wrong so, one each; afterwards all is well. */
    faults,
    /** What it was asked for. */
    seen,
    /** Breaks all connections. */
    cut: link.cut,
    /** Whether there are enough nodes to elect a leader; else it goes on reading, unless a leader is asked for. */
    quorum: (whether: boolean) => void (led = whether),
    /** Hangs, as a process that was stopped does: connections are accepted, and nothing is answered. */
    hang: (whether: boolean) => (whether ? link.block() : link.restore()),
    /** Away, until told otherwise. */
    away: (whether: boolean) => (whether ? link.refuse() : link.restore()),
    stop: async () => {
      await link.close();
      server.forceShutdown();
    },
  };
};

/** A double of EventStoreDB. */
export type EventStoreDBDouble = Awaited<ReturnType<typeof startEventStoreDBDouble>>;

/** What a read asks for, in the order in which it is answered. */
const select = (
  log: { all: readonly Kept[]; of: (stream: string) => readonly Kept[] },
  { stream, from, backwards, count }: ReturnType<typeof messages.readRead>,
): readonly Kept[] => {
  const events = stream === null ? log.all : log.of(stream);
  const placeOf = (event: Kept) => (stream === null ? event.position : event.revision);
  const bound = from === 'start' ? 0 : from === 'end' ? Infinity : from;
  // The log is read forwards from a position on, and backwards from before it; a stream from its revision either way.
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
