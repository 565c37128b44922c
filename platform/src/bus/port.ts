import type { Notice } from '@visita/contracts/notice';

/**
 * Handles one notice; if it throws, the notice is redelivered. Notices may be repeated, and the next ones are
 * delivered before it resolves, so that it can batch them.
 */
export type NoticeHandler = (notice: Notice) => Promise<void> | void;

export type BusSubscription = {
  /** Stops after the current notices. */
  stop(): Promise<void>;
};

/**
 * Publishes notices of readable changes to other processes. Each named group gets every notice at least once, in
 * order except for redeliveries. Failures in one group affect neither the publisher nor other groups. Lost notices
 * can be read from the event store.
 */
export type Bus = {
  /** Resolves when the bus has stored the notices, so that the publisher may save its checkpoint. */
  publish(notices: readonly Notice[]): Promise<void>;
  /**
   * Subscribes to later notices. `name` is the group's name, unique in a process. `missed` is
   * called if the bus lost notices.
   */
  subscribe(name: string, handler: NoticeHandler, missed?: () => void): BusSubscription;
  /** Stops all subscriptions after their current notices. */
  close(): Promise<void>;
};
