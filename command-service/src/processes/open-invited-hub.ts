import type { Process } from '@visita/platform/runtime/process';
import type { Domain } from '../domain.ts';
import { openHub } from '../hub/open.ts';
import { executeFor } from '../unit-of-work.ts';

/**
 * Opens the hub of an invitation whose request crashed before it could, or has not come to it yet: either way its hours
 * hold since the invitation.
 */
export const openInvitedHub = (domain: Domain): Process => ({
  name: 'open-invited-hub',
  on: {
    CollaboratorInvited: ({ data, metadata: { time } }, cause) =>
      openHub(domain, data, executeFor({ ...cause, time })),
  },
});
