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

/** Writes one appointment as an iCalendar object. */
export const writeInvite = ({ method, organizer, attendee, ...visit }: Invite): string => {
  const status = method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED';
  return writeIcs([
    `METHOD:${method}`,
    ...visitLines({ ...visit, status }, [
      person('ORGANIZER', '', organizer),
      ...(attendee ? [person('ATTENDEE', ';PARTSTAT=ACCEPTED;RSVP=FALSE', attendee)] : []),
    ]),
  ]);
};
