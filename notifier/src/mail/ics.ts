/** An appointment as calendar programs take it (RFC 5545, RFC 5546). */
export type Invite = {
  /** `CANCEL` takes out of the calendar what a `REQUEST` with the same uid put in. */
  readonly method: 'REQUEST' | 'CANCEL';
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
  readonly attendee: { readonly name: string; readonly email: string };
};

/** Longest line in octets, without its line break (RFC 5545, 3.1). */
const longestLine = 75;

/** A text value: one line, with what would end or split it escaped (RFC 5545, 3.3.11). */
const escapeText = (value: string): string =>
  value
    .replaceAll(/\r\n|[\n\r\u2028\u2029]/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`);

/** A quoted parameter value; it has no escape for quotes, so they are left out (RFC 5545, 3.2). */
const quote = (value: string): string => `"${value.replaceAll(/["\p{Cc}\u2028\u2029]/gu, '')}"`;

/** `20261123T093000Z`. */
const utc = (at: Date): string => `${at.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`;

/** Continues a long line on further ones that begin with a space, never within a character. */
const fold = (line: string): string => {
  const lines: string[] = [];
  let current = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > longestLine) {
      lines.push(current);
      current = ' ';
      octets = 1;
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join('\r\n');
};

const person = (name: string, parameters: string, who: Invite['organizer']): string =>
  `${name};CN=${quote(who.name)}${parameters}:mailto:${who.email.replaceAll(/[\s\p{Cc}]/gu, '')}`;

/** Writes one appointment as an iCalendar object, in UTC, with the line breaks and folds of RFC 5545. */
export const writeInvite = (invite: Invite): string => {
  const { method, uid, sequence, stamp, start, end, summary, location, organizer, attendee } = invite;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Visita//Visita//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utc(stamp)}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(end)}`,
    `SUMMARY:${escapeText(summary)}`,
    `LOCATION:${escapeText(location)}`,
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    person('ORGANIZER', '', organizer),
    person('ATTENDEE', ';PARTSTAT=ACCEPTED;RSVP=FALSE', attendee),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
};
