import { defineEvent, type EventsOf } from '../event.ts';
import { id } from '../fields.ts';

const merged = { proId: id, keptId: id, absorbedId: id };

/**
 * Events of `duplicates-<proId>`: merged patient records, and assignments of patients to responsible persons. Each
 * record keeps its own stream and key, so that a merge can be undone and erasing one record leaves none of its data
 * in the other.
 */
export const duplicateEvents = {
  /** Two records belong to one person. The kept record represents both. */
  PatientsMerged: defineEvent('PatientsMerged', merged),
  /** The merge was undone by the pro, or one of the records is erased. */
  PatientsSeparated: defineEvent('PatientsSeparated', merged),
  /** The pro said that these are two people. They are not suggested again. */
  PatientsToldApart: defineEvent('PatientsToldApart', { proId: id, patientId: id, otherId: id }),
  /** Reserves a patient's assignment to a responsible person, who then cannot become a dependant. */
  CareTaken: defineEvent('CareTaken', { proId: id, patientId: id, responsibleId: id }),
  /** Releases the reservation: the assignment ended or was not made. */
  CareEnded: defineEvent('CareEnded', { proId: id, patientId: id }),
};
export type DuplicateEvent = EventsOf<typeof duplicateEvents>;
