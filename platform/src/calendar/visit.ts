import { icsInstant, icsText } from './ics.ts';

/** A visit as calendar programs have it, whether they take it from a mail, a file or a feed. */
export type Visit = {
  readonly bookingId: string;
  /** Host part of its id: `Foundation.uidHost`. */
  readonly host: string;
  /** Rises with every change; programs keep what they have with the highest. */
  readonly sequence: number;
  /** When this is written. */
  readonly stamp: Date;
  readonly start: Date;
  readonly end: Date;
  readonly summary: string;
  readonly location: string;
  /** A page where its reader finds more; null where there is none. */
  readonly link: string | null;
  readonly status: 'CONFIRMED' | 'CANCELLED';
};

/** Writes a visit as one event of an iCalendar object, in UTC; `more` are content lines of where it is for. */
export const visitLines = (visit: Visit, more: readonly string[] = []): string[] => {
  const { bookingId, host, sequence, stamp, start, end, summary, location, link, status } = visit;
  return [
    'BEGIN:VEVENT',
    `UID:${bookingId}@${host}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${icsInstant(stamp)}`,
    `DTSTART:${icsInstant(start)}`,
    `DTEND:${icsInstant(end)}`,
    `SUMMARY:${icsText(summary)}`,
    `LOCATION:${icsText(location)}`,
    // Some programs show one of them, some the other.
    ...(link === null ? [] : [`DESCRIPTION:${icsText(link)}`, `URL:${link}`]),
    `STATUS:${status}`,
    ...more,
    'END:VEVENT',
  ];
};

/** Names a visit as its patient knows it. */
export const patientsSummary = (service: string, professional: string): string =>
  `${service}, ${professional}`;

/** The page of a booking for its patient, by their token. */
export const managePage = (publicOrigin: string, token: string): string =>
  `${publicOrigin}/manage/?token=${encodeURIComponent(token)}`;

/** The page of their calendar, for pros. */
export const calendarPage = (publicOrigin: string): string => `${publicOrigin}/dashboard/calendar`;
