import { blockEvents } from '@visita/contracts/block/events';
import { bookingEvents } from '@visita/contracts/booking/events';
import type { EventNamed, EventType } from '@visita/contracts/events';
import type { Projection } from '@visita/platform/projection/projection';
import type { Rows } from '@visita/platform/projection/rows';
import { changes, everybody } from '@visita/read-model/change/tables';

/** Events that are seen in one clinic alone, and by the pros that they name. */
const ofClinics: ReadonlySet<string> = new Set([...Object.keys(bookingEvents), ...Object.keys(blockEvents)]);
/** Events that only the pro of a list of patients sees, and no calendar shows. */
const ofPros: ReadonlySet<string> = new Set<EventType>([
  'PatientRegistered',
  'PatientTagsSet',
  'PatientNoteWritten',
  'SurveySubmitted',
]);

/** Whether an event of this type may change what anybody sees. */
export const concernsEverybody = (type: string): boolean => !ofClinics.has(type) && !ofPros.has(type);

const scopesOf = ({ type, data }: EventNamed<EventType>): readonly string[] => {
  if (concernsEverybody(type)) return [everybody];
  return ['clinicId' in data ? data.clinicId : null, 'proId' in data ? data.proId : null].filter(
    (scope) => scope !== null,
  );
};

const touch = (event: EventNamed<EventType>, rows: Rows): void => {
  for (const scope of scopesOf(event)) rows.put(changes, { scope, position: event.position });
};

/** Where something changed last, by whom it concerns, of all that other projections show. */
export const changesProjection = (shown: readonly Projection[]): Projection => ({
  name: 'changes',
  version: 2,
  tables: [changes],
  on: Object.fromEntries(shown.flatMap(({ on }) => Object.keys(on)).map((type) => [type, touch])),
});
