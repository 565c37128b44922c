import type { Notice } from '@visita/contracts/notice';
import { codeOf, type Log } from '../logging/log.ts';
import { sleep } from '../async/retry.ts';
import type { Bus, NoticeHandler } from './port.ts';

export type InProcessBusOptions = {
  log: Log;
  /** Ms before each retry of a failed notice; after the last retry it is dropped. */
  retries?: readonly number[];
};

type Group = {
  readonly name: string;
  readonly handler: NoticeHandler;
  readonly inHand: Set<Promise<void>>;
  readonly stopping: AbortController;
};

const usualRetries = [50, 250, 1000, 5000];

/**
 * Creates the bus of a single process. It stores nothing: `publish` resolves when every group has
 * handled or dropped the notices. A publisher that saves its checkpoint only after that loses no
 * notice in a crash.
 */
export const createInProcessBus = ({ log, retries = usualRetries }: InProcessBusOptions): Bus => {
  const groups = new Map<string, Group>();

  const start = (group: Group, notice: Notice): Promise<void> => {
    const handled = handle(group, notice, { log, retries }).finally(() => group.inHand.delete(handled));
    group.inHand.add(handled);
    return handled;
  };
  const stop = async (group: Group): Promise<void> => {
    if (groups.get(group.name) === group) groups.delete(group.name);
    group.stopping.abort();
    await Promise.all(group.inHand);
  };

  return {
    publish: async (notices) => {
      const all = [...groups.values()];
      await Promise.all(notices.flatMap((notice) => all.map((group) => start(group, notice))));
    },
    subscribe: (name, handler) => {
      if (groups.has(name)) throw new Error(`${name} is subscribed already`);
      const group: Group = { name, handler, inHand: new Set(), stopping: new AbortController() };
      groups.set(name, group);
      return { stop: () => stop(group) };
    },
    close: async () => {
      await Promise.all([...groups.values()].map(stop));
    },
  };
};

const handle = async (
  { name, handler, stopping }: Group,
  notice: Notice,
  { log, retries }: Required<InProcessBusOptions>,
): Promise<void> => {
  for (const pause of [...retries, null]) {
    try {
      await handler(notice);
      return;
    } catch (error) {
      const { id: noticeId, type, correlationId } = notice;
      const about = { group: name, noticeId, type, correlationId, code: codeOf(error) };
      if (pause === null || stopping.signal.aborted) return log.error(about, 'dropped a notice');
      log.warn(about, 'a notice failed and is retried');
      await sleep(pause, stopping.signal);
    }
  }
};
