import type { Process } from '@visita/platform/runtime/process';
import type { Domain } from '../domain.ts';
import { openHub } from '../hub/open.ts';
import { executeFor } from '../unit-of-work.ts';

/** Opens the hub of an invitation whose request crashed before it could. */
export const openInvitedHub = (domain: Domain): Process => ({
  name: 'open-invited-hub',
  on: {
    CollaboratorInvited: ({ data }, cause) => openHub(domain, data, executeFor(cause)),
  },
});
