import type { EventNamed } from '@visita/contracts/events';
import type { Projection } from '@visita/platform/projection/projection';
import type { Rows } from '@visita/platform/projection/rows';
import { windowColumns } from '@visita/read-model/hub/columns';
import { workingHours, workplaceChanges } from '@visita/read-model/hub/tables';

type ClinicEventType = 'ClinicOpened' | 'ClinicArchived';
type HubEventType =
  | 'CollaborationAccepted'
  | 'CollaboratorActivated'
  | 'CollaboratorPaused'
  | 'CollaboratorStopped'
  | 'CollaboratorArchived';

const momentOf = ({ position, metadata }: Pick<EventNamed<HubEventType>, 'position' | 'metadata'>) => ({
  position,
  changed_at: metadata.time,
});

const clinic = (open: boolean) => (event: EventNamed<ClinicEventType>, rows: Rows) =>
  rows.put(workplaceChanges, { place_id: event.data.clinicId, open, ...momentOf(event) });

const hub = (open: boolean) => (event: EventNamed<HubEventType>, rows: Rows) =>
  rows.put(workplaceChanges, { place_id: event.data.hubId, open, ...momentOf(event) });

/**
 * Past and present working hours of each professional by clinic, the base for past occupancy. Hours changed
 * since, and hubs paused or archived since, still count for the time when they were valid.
 */
export const workingTimeProjection: Projection = {
  name: 'working-time',
  version: 1,
  tables: [workingHours, workplaceChanges],
  on: {
    AvailabilityAdded: ({ data: { hubId, availability }, metadata }, rows) =>
      rows.put(workingHours, {
        ...windowColumns(hubId, availability),
        since: metadata.time,
        until: null,
      }),
    AvailabilityRemoved: ({ data, metadata }, rows) =>
      rows.patch(workingHours, { availability_id: data.availabilityId }, { until: metadata.time }),
    ClinicOpened: clinic(true),
    ClinicArchived: clinic(false),
    CollaboratorInvited: (event, rows) => {
      if (event.data.status === 'active')
        rows.put(workplaceChanges, { place_id: event.data.hubId, open: true, ...momentOf(event) });
    },
    CollaborationAccepted: hub(true),
    CollaboratorActivated: hub(true),
    CollaboratorPaused: hub(false),
    CollaboratorStopped: hub(false),
    CollaboratorArchived: hub(false),
  },
};
