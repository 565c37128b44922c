import { icsInstant, icsText } from './ics.ts';

/** A visit as an iCalendar event, for mails, files and feeds. */
export type Visit = {
  readonly bookingId: string;
  /** Host part of the visit's UID: `Foundation.uidHost`. */
  readonly host: string;
  /** SEQUENCE: rises with every change; calendar programs keep the highest. */
  readonly sequence: number;
  /** DTSTAMP. */
  readonly stamp: Date;
  readonly start: Date;
  readonly end: Date;
  readonly summary: string;
  readonly location: string;
  /** Page with details; null if there is none. */
  readonly link: string | null;
  readonly status: 'CONFIRMED' | 'CANCELLED';
};

/** Returns the lines of a VEVENT in UTC; `more` are additional content lines. */
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
    // Some programs show only one of the two properties.
    ...(link === null ? [] : [`DESCRIPTION:${icsText(link)}`, `URL:${link}`]),
    `STATUS:${status}`,
    ...more,
    'END:VEVENT',
  ];
};

/** Title of a visit, for its patient. */
export const patientsSummary = (service: string, professional: string): string =>
  `${service}, ${professional}`;

/** Page of a booking for its patient. */
export const managePage = (publicOrigin: string, token: string): string =>
  `${publicOrigin}/manage/?token=${encodeURIComponent(token)}`;

/** Page that asks if the patient will come; `tokens` are those of the visits that the message names, the first one first. */
export const answerPage = (publicOrigin: string, [token = '', ...also]: readonly string[]): string =>
  [`${managePage(publicOrigin, token)}&ask=1`, ...also.map((one) => `also=${encodeURIComponent(one)}`)].join(
    '&',
  );

export const calendarPage = (publicOrigin: string): string => `${publicOrigin}/dashboard/calendar`;
