import type { Process } from '@visita/platform/runtime/process';
import type { Domain } from '../domain.ts';
import { openHub } from '../hub/open.ts';
import { executeFor } from '../unit-of-work.ts';

/**
 * Opens the hub of an invitation, in case its request crashed or has not yet done so. Its hours are valid
 * from the invitation on.
 */
export const openInvitedHub = (domain: Domain): Process => ({
  name: 'open-invited-hub',
  on: {
    CollaboratorInvited: ({ data, metadata: { time } }, cause) =>
      openHub(domain, data, executeFor({ ...cause, time })),
  },
});
