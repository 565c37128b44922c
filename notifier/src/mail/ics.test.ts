import { addDays, createZone } from '@visita/contracts/availability/zones';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Invite, writeInvite, writeInvites } from './ics.ts';

const invite = {
  method: 'REQUEST',
  bookingId: 'b1',
  host: 'visita.example',
  sequence: 2,
  stamp: new Date('2026-11-20T09:00:00.123Z'),
  start: new Date('2026-11-23T09:30:00.000Z'),
  end: new Date('2026-11-23T10:00:00.000Z'),
  summary: 'Visita, Lucía Gómez',
  location: 'Sol; Mayor 1\\2',
  link: null,
  organizer: { name: 'Lucía Gómez', email: 'no-reply@visita.example' },
  attendee: { name: 'Ada "the first"', email: 'ada@example.com' },
} as const satisfies Invite;

/** Returns the unfolded content lines. */
const unfolded = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n');

test('an appointment is one event in UTC, with CRLF after every line', () => {
  expect(writeInvite(invite)).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Visita//Visita//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:REQUEST',
      'BEGIN:VEVENT',
      'UID:b1@visita.example',
      'SEQUENCE:2',
      'DTSTAMP:20261120T090000Z',
      'DTSTART:20261123T093000Z',
      'DTEND:20261123T100000Z',
      String.raw`SUMMARY:Visita\, Lucía Gómez`,
      String.raw`LOCATION:Sol\; Mayor 1\\2`,
      'STATUS:CONFIRMED',
      'ORGANIZER;CN="Lucía Gómez":mailto:no-reply@visita.example',
      'ATTENDEE;CN="Ada the first";PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:ada@example',
      ' .com',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );
});

test('a cancellation removes the same event', () => {
  const lines = unfolded(writeInvite({ ...invite, method: 'CANCEL', sequence: 3 }));
  expect(lines).toEqual(
    expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED', 'UID:b1@visita.example', 'SEQUENCE:3']),
  );
});

test('a published event has no attendee', () => {
  const lines = unfolded(writeInvite({ ...invite, method: 'PUBLISH', attendee: null }));
  expect(lines).toEqual(expect.arrayContaining(['METHOD:PUBLISH', 'STATUS:CONFIRMED']));
  expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toEqual([]);
});

test('user input adds no line, and no line is too long or cut within a character', () => {
  const plain = unfolded(writeInvite(invite)).length;
  const typed = fc.string({ unit: 'binary', maxLength: 300 });
  fc.assert(
    fc.property(typed, typed, typed, (summary, location, name) => {
      const text = writeInvite({ ...invite, summary, location, attendee: { ...invite.attendee, name } });
      expect(unfolded(text)).toHaveLength(plain);
      for (const line of text.split('\r\n')) {
        expect(line).not.toMatch(/[\n\r]/);
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      }
    }),
  );
});

test('line breaks in names and services stay text', () => {
  const evil = 'x\r\nATTENDEE:mailto:evil@example.com\nEND:VEVENT';
  const lines = unfolded(
    writeInvite({ ...invite, summary: evil, attendee: { name: evil, email: 'a@b.c\r\nX:1' } }),
  );
  expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toHaveLength(1);
  expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
  expect(lines.some((line) => line.startsWith('X:'))).toBe(false);
});

/** Returns the events of a file as maps of their lines; throws if a line lies outside an event. */
const eventsIn = (text: string): Map<string, string>[] => {
  const [head, ...rest] = unfolded(text).join('\n').split('BEGIN:VEVENT\n');
  expect(head).toMatch(/^BEGIN:VCALENDAR\nVERSION:2.0\n/);
  return rest.map((event, index) => {
    const [lines = '', after] = event.split('END:VEVENT\n');
    expect(after).toBe(index === rest.length - 1 ? 'END:VCALENDAR\n' : '');
    return new Map(
      lines
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.search(/[:;]/)), line.slice(line.indexOf(':') + 1)] as const),
    );
  });
};

test.each(['PUBLISH', 'CANCEL'] as const)(
  'a file of 52 visits (%s) has each once, at the same time of day over both clock changes',
  (method) => {
    const rome = createZone('Europe/Rome');
    const days = Array.from({ length: 52 }, (_, week) => addDays('2026-11-23', week * 7));
    const visits = days.map((day, index) => {
      const start = new Date(rome.toInstant(`${day}T09:00`));
      const end = new Date(start.getTime() + 1_800_000);
      return { ...invite, bookingId: `b${index}`, start, end };
    });
    const events = eventsIn(writeInvites(method, visits));
    expect(new Set(events.map((event) => event.get('UID')))).toEqual(
      new Set(days.map((_, index) => `b${index}@visita.example`)),
    );
    const starts = events.map((event) => {
      const written = event.get('DTSTART') ?? '';
      return rome.wallOf(written.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
    });
    expect(starts).toEqual(days.map((day) => expect.stringContaining(`${day}T09:00`)));
    expect(new Set(events.map((event) => event.get('DTSTART')?.slice(9)))).toEqual(
      new Set(['080000Z', '070000Z']),
    );
    const status = method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED';
    expect(events.every((event) => event.get('STATUS') === status && !event.has('ATTENDEE'))).toBe(true);
  },
);
