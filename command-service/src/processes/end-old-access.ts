import type { Credentials } from '@visita/platform/auth/credentials';
import type { Factors } from '@visita/platform/auth/factors';
import type { Sessions } from '@visita/platform/auth/sessions';
import type { Feeds } from '@visita/platform/calendar/feeds';
import type { Rules } from '@visita/platform/config/trust';
import type { Process } from '@visita/platform/runtime/process';

type Deps = {
  sessions: Pick<Sessions, 'endAll'>;
  credentials: Pick<Credentials, 'setAt'>;
  feeds: Pick<Feeds, 'remove'>;
  factors: Pick<Factors, 'removeAll'>;
  rules: Rules;
};

/**
 * Ends what a new password or email ends, also where the request that set it crashed: sessions, the private calendar
 * address, and second factors where it was the first proof of the address. What a login began after it stays, however late this runs.
 */
export const endOldAccess = ({ sessions, credentials, feeds, factors, rules }: Deps): Process => {
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
      // Who has not read a mail of the account yet may have set up somebody else's factors.
      ProAddressProven: async ({ data: { proId, by }, metadata }) => {
        if (by !== 'sign-up' && rules.isOn('proven-addresses'))
          await factors.removeAll(proId, new Date(metadata.time));
      },
      EmailChanged: ({ data: { proId }, metadata }) => end(proId, new Date(metadata.time)),
    },
  };
};
