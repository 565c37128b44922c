import { mailTo } from '@visita/contracts/mailto';
import { icsQuoted, writeIcs } from '@visita/platform/calendar/ics';
import { type Visit, visitLines } from '@visita/platform/calendar/visit';

/** An appointment for calendar programs (RFC 5545, RFC 5546). */
export type Invite = Omit<Visit, 'status'> & {
  /**
   * `CANCEL` removes the event with the same uid that a `REQUEST` (to an attendee) or `PUBLISH` (to anyone)
   * added.
   */
  readonly method: 'REQUEST' | 'PUBLISH' | 'CANCEL';
  readonly organizer: { readonly name: string; readonly email: string };
  /** Attendee of a `REQUEST`; null in a `PUBLISH` (RFC 5546, section 3.2.1). */
  readonly attendee: { readonly name: string; readonly email: string } | null;
};

const person = (name: string, parameters: string, who: Invite['organizer']): string =>
  `${name};CN=${icsQuoted(who.name)}${parameters}:${mailTo(who.email.replaceAll(/[\s\p{Cc}]/gu, ''))}`;

const statusOf = (method: Invite['method']) => (method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED');

/** Writes several appointments as one iCalendar object, for anyone who has the file. */
export const writeInvites = (
  method: 'PUBLISH' | 'CANCEL',
  visits: readonly Omit<Invite, 'method' | 'attendee'>[],
): string =>
  writeIcs([
    `METHOD:${method}`,
    ...visits.flatMap(({ organizer, ...visit }) =>
      visitLines({ ...visit, status: statusOf(method) }, [person('ORGANIZER', '', organizer)]),
    ),
  ]);

/** Writes one appointment as an iCalendar object. */
export const writeInvite = ({ method, organizer, attendee, ...visit }: Invite): string => {
  return writeIcs([
    `METHOD:${method}`,
    ...visitLines({ ...visit, status: statusOf(method) }, [
      person('ORGANIZER', '', organizer),
      ...(attendee ? [person('ATTENDEE', ';PARTSTAT=ACCEPTED;RSVP=FALSE', attendee)] : []),
    ]),
  ]);
};
