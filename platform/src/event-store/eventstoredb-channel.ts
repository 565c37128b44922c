import type { EventStoreDBClient } from '@eventstore/db-client';
import { addressOf } from './eventstoredb-discovery.ts';
import { guardRefusals } from './eventstoredb-refusals.ts';

type Channel = { close(): void };
type Stub = { getChannel(): Channel | null };
type StubClass = new (address: null, credentials: null, options: object) => Stub;
type Node = { readonly address: string; readonly port: number };

/** Private methods of the client that this file replaces. */
type Internals = {
  createChannel(): Promise<Channel>;
  shouldReconnect(error: Error): readonly [boolean, Node?];
  resolveUri(): Promise<string>;
  getChannel(): Promise<Channel>;
  getGRPCClient(kind: StubClass): Promise<Stub>;
  handleError(failed: Stub, error: Error): Promise<void>;
};

/** The gRPC channel of a client. */
export type KeptChannel = {
  /** The channel in use or being opened, if any. */
  current(): Promise<Channel> | undefined;
  /** Closes the channel if it is the one in use. */
  leave(channel: Channel): void;
  /** The channel in use, if any. */
  inUse(): Channel | undefined;
  /** Calls the listener when a channel is replaced. Returns a function that removes it. */
  onLeft(listener: () => void): () => void;
};

/**
 * Keeps one channel per client. Selects a node again if the current node refuses or is gone, or on
 * `leave`: without this, the client would stay with a node that hangs, because the node's operating
 * system still accepts connections. `find` selects the node; its argument is the leader that
 * another node named. The public API takes no interceptor, and without {@link guardRefusals} a
 * follower that names no leader would end the process. Therefore private methods are replaced, in
 * this file only (ADR 90).
 */
export const keepChannel = (
  client: EventStoreDBClient,
  find: (leader: string | undefined) => Promise<string>,
): KeptChannel => {
  const internals = client as unknown as Internals;
  const stubs = new WeakMap<Channel, Map<StubClass, Stub>>();
  const listeners = new Set<() => void>();
  let opening: Promise<Channel> | undefined;
  let inUse: Channel | undefined;
  let named: string | undefined;

  const leave = (channel: Channel): void => {
    if (channel !== inUse) return;
    opening = undefined;
    inUse = undefined;
    channel.close();
    for (const listener of listeners) listener();
  };

  internals.resolveUri = () => find(named);
  internals.getChannel = () => {
    if (opening) return opening;
    const opened = internals.createChannel();
    opening = opened;
    opened.then(
      (channel) => (inUse = channel),
      // The next call selects a node again.
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
    named = leader && addressOf(leader);
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
