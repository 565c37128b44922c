import { setTimeout as delay } from 'node:timers/promises';
import {
  AckPolicy,
  type ConsumerMessages,
  ConsumerEvents,
  DeliverPolicy,
  type JsMsg,
  nanos,
  type NatsConnection,
  type JetStreamClient,
} from 'nats';
import type { Notice } from '@visita/contracts/notice';
import { codeOf, type Log } from '../logging/log.ts';
import { repeat } from '../async/retry.ts';
import type { NoticeHandler } from './port.ts';
import { ensureStream, subjectOf } from './nats-stream.ts';

type GroupOptions = {
  connected: Promise<{ connection: NatsConnection; jetstream: JetStreamClient }>;
  stream: string;
  name: string;
  handler: NoticeHandler;
  missed: () => void;
  log: Log;
  retries: readonly number[];
};

const pause = 500;
/**
 * Milliseconds without a pull after which a consumer is removed. Replicas come and go, so unused
 * consumers must not stay.
 */
const forgottenAfter = 600_000;
const ackWait = 60_000;
const batch = 256;
/**
 * Milliseconds until a pull expires. Half of this time is the heartbeat interval, so a lost
 * consumer is noticed within this time.
 */
const pullExpires = 4_000;
/**
 * Events after which the consumer is created again: two missed heartbeats, or a consumer that was
 * not found.
 */
const trouble: ReadonlySet<ConsumerEvents> = new Set([
  ConsumerEvents.ConsumerDeleted,
  ConsumerEvents.ConsumerNotFound,
  ConsumerEvents.StreamNotFound,
]);

/** Pulls the notices of one group for ever. If the server lost the consumer, creates it again and calls `missed`. */
export const followNotices = (options: GroupOptions) => {
  const { connected, log, name, missed } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const inHand = new Set<Promise<void>>();
  const ready = Promise.withResolvers<void>();
  let messages: ConsumerMessages | undefined;
  let known = false;

  const pull = async (): Promise<void> => {
    const made = await ensureConsumer(options, await connected);
    if (made && known) missed();
    known = true;
    const { jetstream } = await connected;
    const consumer = await jetstream.consumers.get(options.stream, name);
    messages = await consumer.consume({ max_messages: batch, expires: pullExpires });
    void endOnTrouble(messages);
    ready.resolve();
    if (signal.aborted) return;
    for await (const message of messages) {
      const handled = handle(message, options).finally(() => inHand.delete(handled));
      inHand.add(handled);
    }
  };

  const running = repeat(pull, {
    pause,
    signal,
    onFailure: (error) => log.warn({ group: name, code: codeOf(error) }, 'cannot pull notices, trying again'),
  });

  return {
    ready: ready.promise,
    stop: async () => {
      stopping.abort();
      ready.resolve();
      await messages?.close();
      const open = await Promise.race([connected.catch(() => null), delay(0, null)]);
      // Before the first connection there are no notices in progress.
      if (!open) return;
      await running;
      await Promise.all(inHand);
      const manager = await open.connection.jetstreamManager({ checkAPI: false });
      await manager.consumers.delete(options.stream, name).catch(() => undefined);
    },
  };
};

const endOnTrouble = async (messages: ConsumerMessages): Promise<void> => {
  for await (const { type, data } of await messages.status()) {
    const silent = type === ConsumerEvents.HeartbeatsMissed && Number(data) >= 2;
    if (silent || trouble.has(type as ConsumerEvents)) messages.stop();
  }
};

/** Returns true if the group's consumer did not exist. */
const ensureConsumer = async (
  { stream, name }: GroupOptions,
  { connection }: { connection: NatsConnection },
): Promise<boolean> => {
  await ensureStream(connection, stream);
  const manager = await connection.jetstreamManager();
  const found = await manager.consumers.info(stream, name).then(
    () => true,
    () => false,
  );
  if (found) return false;
  await manager.consumers.add(stream, {
    durable_name: name,
    filter_subject: subjectOf(stream),
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.New,
    ack_wait: nanos(ackWait),
    inactive_threshold: nanos(forgottenAfter),
  });
  return true;
};

const handle = async (message: JsMsg, options: GroupOptions): Promise<void> => {
  const { name, log } = options;
  try {
    const notice = noticeIn(message);
    if (notice) return await handleNotice(message, notice, options);
    log.error({ group: name, sequence: message.seq }, 'dropped an invalid notice');
    message.term();
  } catch (error) {
    // The connection and the acknowledgement are lost: the notice will be redelivered.
    log.warn({ group: name, code: codeOf(error) }, 'a notice could not be acknowledged');
  }
};

const noticeIn = (message: JsMsg): Notice | null => {
  try {
    return message.json<Notice>();
  } catch {
    return null;
  }
};

const handleNotice = async (
  message: JsMsg,
  notice: Notice,
  { handler, name, log, retries }: GroupOptions,
): Promise<void> => {
  try {
    await handler(notice);
    message.ack();
  } catch (error) {
    const about = { group: name, noticeId: notice.id, type: notice.type, code: codeOf(error) };
    const wait = retries[message.info.deliveryCount - 1];
    if (wait === undefined) {
      log.error(about, 'dropped a notice');
      return message.term();
    }
    log.warn(about, 'a notice failed and is retried');
    message.nak(wait);
  }
};
