import type { Log } from '../logging/log.ts';
import { listen } from '../event-store/listen.ts';

/** Sessions that end are told on it, each by its id. */
export const sessionEndsChannel = 'visita_session_ends';

/** Hears of sessions that any process has ended. */
export type SessionEnds = {
  /** From the first time on; undefined where some may have been missed. */
  follow(ended: (sessionId: string | undefined) => void): void;
  close(): Promise<void>;
};

/** Hears of them over a connection of its own, once somebody follows. */
export const createSessionEnds = (url: string, log: Log): SessionEnds => {
  let stop: (() => Promise<void>) | undefined;
  return {
    follow: (ended) => {
      stop ??= listen(url, sessionEndsChannel, { heard: ended, log });
    },
    close: async () => stop?.(),
  };
};
