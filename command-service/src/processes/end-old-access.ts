import type { Credentials } from '@visita/platform/auth/credentials';
import type { Factors } from '@visita/platform/auth/factors';
import type { Sessions } from '@visita/platform/auth/sessions';
import type { Feeds } from '@visita/platform/calendar/feeds';
import type { Process } from '@visita/platform/runtime/process';

type Deps = {
  sessions: Pick<Sessions, 'endAll'>;
  credentials: Pick<Credentials, 'setAt'>;
  feeds: Pick<Feeds, 'remove'>;
  factors: Pick<Factors, 'removeAll'>;
  strict: boolean;
};

/**
 * Ends the access that a new password or email revokes, in case the request crashed: sessions, the
 * calendar feed, and second factors after the first verification of the email address. Later logins
 * stay valid, however late this process runs.
 */
export const endOldAccess = ({ sessions, credentials, feeds, factors, strict }: Deps): Process => {
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
      // Before the email address was verified, another person may have set up the factors.
      ProAddressProven: async ({ data: { proId, by }, metadata }) => {
        if (by !== 'sign-up' && strict) await factors.removeAll(proId, new Date(metadata.time));
      },
      EmailChanged: ({ data: { proId }, metadata }) => end(proId, new Date(metadata.time)),
    },
  };
};
