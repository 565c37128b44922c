import { blockEvents } from '@visita/contracts/block/events';
import { bookingEvents } from '@visita/contracts/booking/events';
import type { EventNamed, EventType } from '@visita/contracts/events';
import type { Projection } from '@visita/platform/projection/projection';
import type { Rows } from '@visita/platform/projection/rows';
import { waitingEvents } from '@visita/contracts/waiting/events';
import { changes, everybody } from '@visita/read-model/change/tables';

/** Events visible in one clinic only, and to the pros they name. */
const ofClinics: ReadonlySet<string> = new Set(
  [bookingEvents, blockEvents, waitingEvents].flatMap((events) => Object.keys(events)),
);
/** Events visible only to the pro who owns the patient list; no calendar shows them. */
const ofPros: ReadonlySet<string> = new Set<EventType>([
  'PatientRegistered',
  'PatientTagsSet',
  'PatientNoteWritten',
  'PatientMessagesChosen',
  'SurveySubmitted',
]);

/** Tells whether an event of this type may change the view of every user. */
export const concernsEverybody = (type: string): boolean => !ofClinics.has(type) && !ofPros.has(type);

const scopesOf = ({ type, data }: EventNamed<EventType>): readonly string[] => {
  if (concernsEverybody(type)) return [everybody];
  return ['clinicId' in data ? data.clinicId : null, 'proId' in data ? data.proId : null].filter(
    (scope) => typeof scope === 'string',
  );
};

const touch = (event: EventNamed<EventType>, rows: Rows): void => {
  for (const scope of scopesOf(event)) rows.put(changes, { scope, position: event.position });
};

/** Creates the projection of the last change per clinic and pro, over the events of all other projections. */
export const changesProjection = (shown: readonly Projection[]): Projection => ({
  name: 'changes',
  version: 3,
  tables: [changes],
  on: Object.fromEntries(shown.flatMap(({ on }) => Object.keys(on)).map((type) => [type, touch])),
});
