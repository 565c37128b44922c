import { defineEvent, type EventsOf } from '../event.ts';
import { id } from '../fields.ts';

const merged = { proId: id, keptId: id, absorbedId: id };

/**
 * Events of `duplicates-<proId>`: which of a pro's records are of one person, and who is being placed under whom. Each record's own events stay in its own
 * stream, under its own key, so that undoing brings both back and erasing one leaves nothing of it in the other.
 */
export const duplicateEvents = {
  /** Two records are of one person, who is shown as the kept one from now on. */
  PatientsMerged: defineEvent('PatientsMerged', merged),
  /** Each stands for itself again, because the pro says so or one of them is erased. */
  PatientsSeparated: defineEvent('PatientsSeparated', merged),
  /** A person said that they are two people, and is not asked again. */
  PatientsToldApart: defineEvent('PatientsToldApart', { proId: id, patientId: id, otherId: id }),
  /** A patient is about to be placed under the person who answers for them: that person is placed under no other one. */
  CareTaken: defineEvent('CareTaken', { proId: id, patientId: id, responsibleId: id }),
  /** The patient answers for themselves again, or was not placed after all. */
  CareEnded: defineEvent('CareEnded', { proId: id, patientId: id }),
};
/** An event of a pro's duplicates, told apart by `type`. */
export type DuplicateEvent = EventsOf<typeof duplicateEvents>;
