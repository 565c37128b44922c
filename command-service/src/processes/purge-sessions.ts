import type { LoginFailures } from '@visita/platform/auth/login-failures';
import type { Sessions } from '@visita/platform/auth/sessions';
import type { Viewings } from '@visita/platform/vault/viewings';
import type { Log } from '@visita/platform/logging/log';
import { createPoller, type Poller } from '@visita/platform/runtime/poller';

type Deps = {
  sessions: Pick<Sessions, 'purge'>;
  loginFailures: Pick<LoginFailures, 'purge'>;
  viewings: Pick<Viewings, 'purge'>;
  log: Log;
};

const pause = 10 * 60_000;

/** Deletes ended sessions (with the addresses of their logins), failed logins and old viewings. */
export const purgeSessions = ({ sessions, loginFailures, viewings, log }: Deps): Poller =>
  createPoller({
    name: 'sessions that are over',
    look: async () => {
      await sessions.purge();
      await loginFailures.purge();
      await viewings.purge();
      return 0;
    },
    pause,
    log,
  });
