import type { EventStoreDBClient } from '@eventstore/db-client';
import { addressOf } from './eventstoredb-discovery.ts';
import { guardRefusals } from './eventstoredb-refusals.ts';

type Channel = { close(): void };
type Stub = { getChannel(): Channel | null };
type StubClass = new (address: null, credentials: null, options: object) => Stub;
type Node = { readonly address: string; readonly port: number };

/** What the client does by itself, and is done here in its place. */
type Internals = {
  createChannel(): Promise<Channel>;
  shouldReconnect(error: Error): readonly [boolean, Node?];
  resolveUri(): Promise<string>;
  getChannel(): Promise<Channel>;
  getGRPCClient(kind: StubClass): Promise<Stub>;
  handleError(failed: Stub, error: Error): Promise<void>;
};

/** The channel that a client's calls go over. */
export type KeptChannel = {
  /** The channel in use or on its way; undefined where there is none. */
  current(): Promise<Channel> | undefined;
  /** Leaves the channel in use, if it is this one. */
  leave(channel: Channel): void;
  /** The channel in use; undefined where there is none yet. */
  inUse(): Channel | undefined;
  /** Called when a channel is left for another one; the answer ends it. */
  onLeft(listener: () => void): () => void;
};

/**
 * Keeps one channel for a client, and looks for a node again where the one in use refuses or is gone, and where `leave`
 * is called. The client by itself would stay with a node that hangs, since its operating system goes on accepting
 * connections. `find` says which
 * node to use; `told` is one that another node named as the leader.
 */
export const keepChannel = (
  client: EventStoreDBClient,
  find: (told: string | undefined) => Promise<string>,
): KeptChannel => {
  const internals = client as unknown as Internals;
  const stubs = new WeakMap<Channel, Map<StubClass, Stub>>();
  const listeners = new Set<() => void>();
  let opening: Promise<Channel> | undefined;
  let inUse: Channel | undefined;
  let told: string | undefined;

  const leave = (channel: Channel): void => {
    if (channel !== inUse) return;
    opening = undefined;
    inUse = undefined;
    channel.close();
    for (const listener of listeners) listener();
  };

  internals.resolveUri = () => find(told);
  internals.getChannel = () => {
    if (opening) return opening;
    const opened = internals.createChannel();
    opening = opened;
    opened.then(
      (channel) => (inUse = channel),
      // The next call begins a search anew.
      () => (opening = undefined),
    );
    return opened;
  };
  internals.getGRPCClient = async (Kind) => {
    const channelOverride = await internals.getChannel();
    const known = stubs.get(channelOverride) ?? new Map<StubClass, Stub>();
    stubs.set(channelOverride, known);
    const stub = known.get(Kind) ?? new Kind(null, null, { channelOverride, interceptors: [guardRefusals] });
    known.set(Kind, stub);
    return stub;
  };
  internals.handleError = async (failed, error) => {
    const [lost, leader] = internals.shouldReconnect(error);
    const channel = failed.getChannel();
    if (!lost || !channel || channel !== inUse) return;
    told = leader && addressOf(leader);
    leave(channel);
  };

  return {
    current: () => opening,
    leave,
    inUse: () => inUse,
    onLeft: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
