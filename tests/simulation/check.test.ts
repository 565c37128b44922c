import { expect, it } from 'vitest';
import { check } from './check.ts';
import type { Fact, Facts } from './facts.ts';

const ids = { bookingId: 'visit', proId: 'pro', clinicId: 'clinic', patientId: 'patient' };
const visit = { ...ids, start: '2026-11-25T09:00:00.000Z', end: '2026-11-25T09:30:00.000Z' };
const happened = (type: string, time: string, data: object): Fact => ({
  type,
  time: `2026-11-${time}:00.000Z`,
  data: { ...data },
});
const entry = {
  entryId: 'entry',
  clinicId: 'clinic',
  patientId: 'other',
  contact: { email: 'other@example.com' },
  weekdays: [],
  from: '2026-11-23',
  until: '2026-11-30',
  ends: '2026-12-01T00:00:00.000Z',
};
const joined = happened('WaitingJoined', '23T09:00', entry);
const cancelled = happened('BookingCancelled', '24T12:00', ids);
const offered = happened('OfferMade', '24T12:15', {
  ...entry,
  offerId: 'offer',
  times: [{ ...visit }],
  reservationId: 'reservation',
  deadline: '2026-11-24T14:15:00.000Z',
  because: 'turn',
});
const mail = {
  at: '2026-11-24T09:00:00.000Z',
  to: 'ada@example.com',
  messageId: 'reminder@x',
  template: 'planned-reminder',
  about: 'visit',
  eventId: 'reminder',
};
const row = {
  id: 'reminder',
  about: 'visit',
  step: 'P1D',
  visitAt: visit.start,
  notAfter: visit.start,
  state: 'sent',
  reason: null,
};
const looks = Array.from({ length: 400 }, (_, quarter) =>
  new Date(Date.parse('2026-11-23T08:00:00.000Z') + quarter * 900_000).toISOString(),
);

/** A visit that is reminded of and then cancelled, whose time is offered to a person who waits. */
const right: Facts = {
  events: [
    happened('ReminderPlanSet', '23T08:00', { ...ids, steps: [{ before: 'P1D', at: null }] }),
    happened('BookingPlaced', '23T08:30', visit),
    joined,
    cancelled,
    offered,
  ],
  mails: [mail],
  ledger: [row],
  looks,
  quietPros: new Set(['pro']),
  uncertain: new Set(),
};
const wrong = (changes: Partial<Facts>) => expect(check({ ...right, ...changes })).toHaveLength(1);
const more = (...events: Fact[]): Partial<Facts> => ({
  events: [...right.events, ...events].toSorted((one, other) => (one.time < other.time ? -1 : 1)),
});

it('finds nothing wrong where all rules are kept', () => expect(check(right)).toEqual([]));

it.each([
  ['in quiet hours', { mails: [{ ...mail, at: '2026-11-24T06:59:00.000Z' }] }],
  ['twice', { mails: [mail, mail] }],
  ['after its last moment', { ledger: [{ ...row, notAfter: mail.at }] }],
  ['after the visit began', { ...more(), mails: [{ ...mail, at: '2026-11-25T09:00:00.000Z' }] }],
  ['to an erased person', more(happened('PatientErasureRequested', '24T08:00', ids))],
  [
    'to a person who wants none',
    more(happened('PatientMessagesChosen', '24T08:00', { ...ids, stopped: true })),
  ],
  ['over a cap', { mails: ['a', 'b', 'c'].map((messageId) => ({ ...mail, messageId })) }],
])('finds a message %s', (_what, changes) => wrong(changes));

it.each([
  ['is missing in the ledger', { ledger: [] }],
  ['has not ended', { ledger: [{ ...row, state: 'sending' }] }],
  ['was dropped without a reason', { ledger: [{ ...row, state: 'dropped' }] }],
])('finds a step that %s', (_what, changes) => wrong(changes));

it('finds two visits at once', () => {
  const second = { ...visit, bookingId: 'second', start: '2026-11-25T09:15:00.000Z' };
  const problems = check({ ...right, ...more(happened('BookingPlaced', '24T10:00', second)) });
  expect(problems).toContain('visit and second overlap at 2026-11-25T09:00:00.000Z');
});

it('finds a freed time that was not offered although a person waited', () => {
  wrong({ events: right.events.filter((event) => event !== offered) });
});
