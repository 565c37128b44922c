import type { Credentials } from '@visita/platform/auth/credentials';
import type { Sessions } from '@visita/platform/auth/sessions';
import type { Feeds } from '@visita/platform/calendar/feeds';
import type { Process } from '@visita/platform/runtime/process';

type Deps = {
  sessions: Pick<Sessions, 'endAll'>;
  credentials: Pick<Credentials, 'setAt'>;
  feeds: Pick<Feeds, 'remove'>;
};

/**
 * Ends what a new password ends, also where the request that set it crashed: sessions, and the private calendar address.
 * What a login with the new password began stays, however late this runs.
 */
export const endOldAccess = ({ sessions, credentials, feeds }: Deps): Process => ({
  name: 'end-old-access',
  on: {
    PasswordSet: async ({ data: { proId }, metadata }) => {
      const used = new Date(metadata.time);
      const set = await credentials.setAt(proId);
      const before = set !== null && set > used ? set : used;
      await sessions.endAll(proId, before);
      await feeds.remove(proId, before);
    },
  },
});
