import type { Notice } from '@visita/contracts/notice';

/**
 * Handles one notice; where it throws, the notice comes again. Notices may come twice, and the next ones come before it
 * has ended, so that it can gather those of one moment.
 */
export type NoticeHandler = (notice: Notice) => Promise<void> | void;

/** A running subscription. */
export type BusSubscription = {
  /** Ends it after the notices in hand. */
  stop(): Promise<void>;
};

/**
 * Tells the other processes what became readable. Each named group of subscribers gets every notice at least once,
 * in the order of publishing but for those that come again; what fails in one group reaches neither the publisher nor
 * the other groups. For notice only: whatever the bus loses stands in the event store.
 */
export type Bus = {
  /** Resolves once the bus answers for the notices, so that the publisher may move its checkpoint. */
  publish(notices: readonly Notice[]): Promise<void>;
  /**
   * Notices published from now on; `name` is the group's and used once in a process. `missed` is called where the bus
   * knows that it lost some.
   */
  subscribe(name: string, handler: NoticeHandler, missed?: () => void): BusSubscription;
  /** Ends all subscriptions after the notices in hand. */
  close(): Promise<void>;
};
