import type { ClinicEvent } from '@visita/contracts/clinic/events';
import type { Process } from '@visita/platform/process';
import type { Domain } from '../domain.ts';
import { openHub } from '../hub/open.ts';

/** Opens the hub of an invitation whose request crashed before it could. */
export const openInvitedHub = (domain: Domain): Process => ({
  name: 'open-invited-hub',
  on: {
    CollaboratorInvited: (event, cause) => {
      const { data } = event as unknown as Extract<ClinicEvent, { type: 'CollaboratorInvited' }>;
      return openHub(domain, data, cause);
    },
  },
});
