import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { Expected, Kept, Outcome, Proposed } from './log.ts';

export const readAppend = (requests: readonly streams.AppendReq[]) => {
  const options = requests.find((request) => request.hasOptions())?.getOptions();
  const events = requests.flatMap((request): Proposed[] => {
    const message = request.getProposedMessage();
    if (!message) return [];
    const id = message.getId()?.getString() ?? '';
    const type = message.getMetadataMap().get('type') ?? '';
    return [{ id, type, data: message.getData_asU8(), metadata: message.getCustomMetadata_asU8() }];
  });
  const stream = nameOf(options?.getStreamIdentifier());
  const expected: Expected = options?.hasNoStream()
    ? -1
    : options?.hasRevision()
      ? Number(options.getRevision())
      : null;
  return { stream, expected, events };
};

const nameOf = (identifier: shared.StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

/** Parses a read request. A position counts from the start of the log, a revision from 0. */
export const readRead = (request: streams.ReadReq) => {
  const options = request.getOptions()!;
  const [all, stream] = [options.getAll(), options.getStream()];
  const place = all ?? stream;
  const from = place?.hasStart()
    ? ('start' as const)
    : place?.hasEnd()
      ? ('end' as const)
      : Number(all ? all.getPosition()?.getCommitPosition() : stream?.getRevision());
  return {
    stream: stream ? nameOf(stream.getStreamIdentifier()) : null,
    from,
    backwards: options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS,
    count: options.hasCount() ? Number(options.getCount()) : Infinity,
    following: options.hasSubscription(),
    names: new RegExp(options.getFilter()?.getStreamIdentifier()?.getRegex() ?? ''),
  };
};

export const appendAnswer = (outcome: Outcome, { noPosition = false } = {}): streams.AppendResp => {
  const answer = new streams.AppendResp();
  if ('wrong' in outcome) {
    const wrong = new streams.AppendResp.WrongExpectedVersion();
    if (outcome.wrong === -1) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(String(outcome.wrong));
    return answer.setWrongExpectedVersion(wrong);
  }
  const success = new streams.AppendResp.Success();
  success.setCurrentRevision(String(outcome.last.revision));
  if (noPosition) return answer.setSuccess(success.setNoPosition(new shared.Empty()));
  const position = new streams.AppendResp.Position();
  position.setCommitPosition(String(outcome.last.position));
  position.setPreparePosition(String(outcome.last.position));
  return answer.setSuccess(success.setPosition(position));
};

export const eventAnswer = (event: Kept): streams.ReadResp => {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  const position = String(event.position);
  recorded.setId(new shared.UUID().setString(event.id));
  recorded.setStreamIdentifier(identifierOf(event.stream));
  recorded.setStreamRevision(String(event.revision));
  recorded.setCommitPosition(position).setPreparePosition(position);
  recorded.getMetadataMap().set('type', event.type).set('content-type', 'application/json');
  recorded.setData(event.data).setCustomMetadata(event.metadata);
  const read = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position);
  return new streams.ReadResp().setEvent(read);
};

const identifierOf = (name: string) => new shared.StreamIdentifier().setStreamName(Buffer.from(name));

export const notFoundAnswer = (stream: string): streams.ReadResp =>
  new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(stream)),
  );

export const confirmation = (): streams.ReadResp =>
  new streams.ReadResp().setConfirmation(
    new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID()),
  );

/** Returns the features of current servers: batch appends if the client asks for them. */
export const featuresAnswer = (): features.SupportedMethods => {
  const batches = new features.SupportedMethod();
  batches.setServiceName('event_store.client.streams.Streams').setMethodName('BatchAppend');
  return new features.SupportedMethods().setEventStoreServerVersion('23.10.1').setMethodsList([batches]);
};

/**
 * Returns the gossip about the cluster's nodes, by their local ports, with the leader if there is
 * one.
 */
export const clusterAnswer = (ports: readonly number[], leader: number | null): gossip.ClusterInfo => {
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;
  const members = ports.map((port) => {
    const member = new gossip.MemberInfo();
    member.setInstanceId(new shared.UUID().setString(crypto.randomUUID()));
    member.setState(port === leader ? LEADER : FOLLOWER).setIsAlive(true);
    return member.setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port));
  });
  return new gossip.ClusterInfo().setMembersList(members);
};
