import { isErased } from '@visita/contracts/event';
import type { Process } from '@visita/platform/runtime/process';
import type { Claims } from '../claim/claims.ts';

/** Releases a pro's former email, in case the request that changed it crashed. */
export const releaseOldEmail = (claims: Pick<Claims, 'release'>): Process => ({
  name: 'release-old-email',
  on: {
    EmailChanged: async ({ data }, cause) => {
      if (isErased(data.previous)) return;
      await claims.release({ kind: 'email', value: data.previous, ownerId: data.proId }, cause);
    },
  },
});
