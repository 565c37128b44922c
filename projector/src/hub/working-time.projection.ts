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

const changed = (
  placeId: string,
  open: boolean,
  { position, metadata }: Pick<EventNamed<HubEventType>, 'position' | 'metadata'>,
  rows: Rows,
): void => rows.put(workplaceChanges, { place_id: placeId, position, changed_at: metadata.time, open });

const clinic = (open: boolean) => (event: EventNamed<ClinicEventType>, rows: Rows) =>
  changed(event.data.clinicId, open, event, rows);

const hub = (open: boolean) => (event: EventNamed<HubEventType>, rows: Rows) =>
  changed(event.data.hubId, open, event, rows);

/**
 * When each professional worked where: hours that were changed since, and hubs that were paused or archived, still
 * count for the time in which they were. Figures of the past are measured against it.
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
      if (event.data.status === 'active') changed(event.data.hubId, true, event, rows);
    },
    CollaborationAccepted: hub(true),
    CollaboratorActivated: hub(true),
    CollaboratorPaused: hub(false),
    CollaboratorStopped: hub(false),
    CollaboratorArchived: hub(false),
  },
};
