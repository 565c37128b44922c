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
 * Ends what a new password or email ends, also where the request that set it crashed: sessions, and the private calendar
 * address. What a login began after it stays, however late this runs.
 */
export const endOldAccess = ({ sessions, credentials, feeds }: Deps): Process => {
  const end = async (proId: string, before: Date): Promise<void> => {
    await sessions.endAll(proId, before);
    await feeds.remove(proId, before);
  };
  return {
    name: 'end-old-access',
    on: {
      PasswordSet: async ({ data: { proId }, metadata }) => {
        const used = new Date(metadata.time);
        const set = await credentials.setAt(proId);
        await end(proId, set !== null && set > used ? set : used);
      },
      EmailChanged: ({ data: { proId }, metadata }) => end(proId, new Date(metadata.time)),
    },
  };
};
