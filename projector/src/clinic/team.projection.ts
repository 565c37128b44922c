import type { HubStatus } from '@visita/contracts/clinic/events';
import type { Projection } from '@visita/platform/projection/projection';
import type { Rows } from '@visita/platform/projection/rows';
import { hubs } from '@visita/read-model/clinic/tables';

const becomes =
  (status: HubStatus) =>
  ({ data }: { data: { hubId: string } }, rows: Rows) =>
    rows.patch(hubs, { hub_id: data.hubId }, { status });

/** Members of each clinic with role and state, as decided in the clinic's stream. */
export const teamProjection: Projection = {
  name: 'team',
  version: 1,
  tables: [hubs],
  on: {
    CollaboratorInvited: ({ data, position }, rows) =>
      rows.put(hubs, {
        hub_id: data.hubId,
        clinic_id: data.clinicId,
        pro_id: data.proId,
        role: data.role,
        status: data.status,
        position,
      }),
    CollaborationAccepted: becomes('active'),
    CollaborationRejected: becomes('rejected'),
    CollaboratorPaused: becomes('paused'),
    CollaboratorStopped: becomes('stop'),
    CollaboratorActivated: becomes('active'),
    CollaboratorArchived: becomes('archived'),
    CollaboratorRoleChanged: ({ data }, rows) =>
      rows.patch(hubs, { hub_id: data.hubId }, { role: data.role }),
  },
};
