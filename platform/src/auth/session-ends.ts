import type { Log } from '../logging/log.ts';
import { listen } from '../event-store/listen.ts';

/** NOTIFY channel of ended sessions; the payload is the session's id. */
export const sessionEndsChannel = 'visita_session_ends';

/** Notifies of sessions ended by any process. */
export type SessionEnds = {
  /** Calls the listener from now on; with undefined if notifications may have been missed. */
  follow(ended: (sessionId: string | undefined) => void): void;
  close(): Promise<void>;
};

/** Listens over its own connection, which is opened by the first `follow`. */
export const createSessionEnds = (url: string, log: Log): SessionEnds => {
  let stop: (() => Promise<void>) | undefined;
  return {
    follow: (ended) => {
      stop ??= listen(url, sessionEndsChannel, { heard: ended, log });
    },
    close: async () => stop?.(),
  };
};
