import { icsInstant, icsQuoted, icsText, writeIcs } from '@visita/platform/calendar/ics';

/** An appointment as calendar programs take it (RFC 5545, RFC 5546). */
export type Invite = {
  /** `CANCEL` takes out what was put in with the same uid: by a `REQUEST` to an attendee, or a `PUBLISH` for anybody. */
  readonly method: 'REQUEST' | 'PUBLISH' | 'CANCEL';
  /** The same for the whole life of an appointment. */
  readonly uid: string;
  /** Rises with every change; programs keep what they have with the highest. */
  readonly sequence: number;
  /** When this was written. */
  readonly stamp: Date;
  readonly start: Date;
  readonly end: Date;
  readonly summary: string;
  readonly location: string;
  readonly organizer: { readonly name: string; readonly email: string };
  /** Whom a `REQUEST` asks; null in what is published (RFC 5546, section 3.2.1). */
  readonly attendee: { readonly name: string; readonly email: string } | null;
};

const person = (name: string, parameters: string, who: Invite['organizer']): string =>
  `${name};CN=${icsQuoted(who.name)}${parameters}:mailto:${who.email.replaceAll(/[\s\p{Cc}]/gu, '')}`;

/** Writes one appointment as an iCalendar object, in UTC, with the line breaks and folds of RFC 5545. */
export const writeInvite = (invite: Invite): string => {
  const { method, uid, sequence, stamp, start, end, summary, location, organizer, attendee } = invite;
  return writeIcs([
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${icsInstant(stamp)}`,
    `DTSTART:${icsInstant(start)}`,
    `DTEND:${icsInstant(end)}`,
    `SUMMARY:${icsText(summary)}`,
    `LOCATION:${icsText(location)}`,
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    person('ORGANIZER', '', organizer),
    ...(attendee ? [person('ATTENDEE', ';PARTSTAT=ACCEPTED;RSVP=FALSE', attendee)] : []),
    'END:VEVENT',
  ]);
};
