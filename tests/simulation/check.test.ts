import { expect, it } from 'vitest';
import { check } from './check.ts';
import type { Fact, Facts, LedgerRow } from './facts.ts';

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
});
const former = {
  ...ids,
  bookingId: 'former',
  start: '2026-11-23T10:00:00.000Z',
  end: '2026-11-23T10:30:00.000Z',
};
const choices = { patientId: 'patient', texts: true, stopped: false, recalls: true };
const recall = { ...ids, recallId: 'recall', patientId: 'invited', until: '2026-12-30T09:00:00.000Z' };
const series = { ...ids, seriesId: 'series' };
const placed = (nth: number) => {
  const start = `2026-12-0${nth}T09:00:00.000Z`;
  const end = `2026-12-0${nth}T09:30:00.000Z`;
  const bookingId = `repeated ${nth}`;
  return happened('BookingPlaced', '23T08:40', {
    ...ids,
    bookingId,
    start,
    end,
    series: { seriesId: 'series', nth },
  });
};

const mail = {
  by: 'mail',
  at: '2026-11-24T09:00:00.000Z',
  messageId: 'reminder@x',
  template: 'planned-reminder',
  about: 'visit',
  eventId: 'reminder',
} as const;
const text = {
  ...mail,
  by: 'sms',
  at: '2026-11-24T10:00:00.000Z',
  messageId: 'text',
  eventId: 'text',
} as const;
const invitation = {
  ...mail,
  at: '2026-11-23T12:00:00.000Z',
  messageId: 'recall@x',
  template: 'recall',
  about: 'recall',
  eventId: 'recall',
};
const survey = {
  ...mail,
  at: '2026-11-23T12:30:00.000Z',
  messageId: 'survey@x',
  template: 'visit-survey',
  about: 'former',
  eventId: 'survey',
};
const ended = { state: 'sent', reason: null, notAfter: visit.start };
const row = {
  id: 'reminder',
  purpose: 'reminder',
  about: 'visit',
  step: 'P1D',
  visitAt: visit.start,
  ...ended,
};
const untimed = { step: null, visitAt: null, ...ended, notAfter: recall.until };
const textRow = { ...row, id: 'text', step: 'PT23H' };
const recallRow = { id: 'recall', purpose: 'recall', about: 'recall', ...untimed };
const surveyRow = { id: 'survey', purpose: 'survey', about: 'former', ...untimed };
const late = ['P1D', 'PT23H'].map((step) => ({
  ...row,
  id: step,
  about: 'former',
  step,
  visitAt: former.start,
  state: 'skipped',
  reason: 'booked-later',
}));
const ledgerOf = (...rows: LedgerRow[]): Partial<Facts> => ({ ledger: [...late, ...rows] });
const looks = Array.from({ length: 400 }, (_, quarter) =>
  new Date(Date.parse('2026-11-23T08:00:00.000Z') + quarter * 900_000).toISOString(),
);

/**
 * A visit that is reminded of by mail and text and then cancelled, whose time is offered to a person who waits; a visit
 * that ended, an invitation, and two repeated visits of which one could not be placed.
 */
const right = {
  events: [
    happened('ReminderPlanSet', '23T08:00', {
      ...ids,
      steps: [
        { before: 'P1D', at: null, channel: 'mail' },
        { before: 'PT23H', at: null, channel: 'sms' },
      ],
    }),
    happened('PatientMessagesChosen', '23T08:10', choices),
    happened('BookingPlaced', '23T08:30', visit),
    happened('BookingPlaced', '23T08:31', former),
    happened('RecallMade', '23T08:32', recall),
    happened('SeriesPlanned', '23T08:35', { ...series, visits: [{ nth: 1 }, { nth: 2 }] }),
    placed(1),
    happened('SeriesVisitNotPlaced', '23T08:41', { ...series, nth: 2 }),
    happened('SeriesPlaced', '23T08:42', series),
    joined,
    cancelled,
    offered,
  ],
  messages: [invitation, survey, mail, text],
  ...ledgerOf(row, textRow, recallRow, surveyRow),
  looks,
  settings: new Map([['pro', { mailsQuiet: true, atOnce: false, surveys: true, textsPerMonth: 3 }]]),
  uncertain: new Set(),
} as Facts;
const wrong = (changes: Partial<Facts>) => expect(check({ ...right, ...changes })).toHaveLength(1);
const more = (...events: Fact[]): Partial<Facts> => ({
  events: [...right.events, ...events].toSorted((one, other) => (one.time < other.time ? -1 : 1)),
});
const without = (type: string) => ({ events: right.events.filter((event) => event.type !== type) });
const chosen = (time: string, change: object) =>
  more(happened('PatientMessagesChosen', time, { ...choices, ...change }));

it('finds nothing wrong where all rules are kept', () => expect(check(right)).toEqual([]));

it('counts no text that did not reach its phone against the cap of a day', () => {
  const texts = ['a', 'b'].map((messageId) => ({ ...text, messageId }));
  expect(check({ ...right, messages: [...texts, { ...text, failed: true }] })).toEqual([]);
});

it.each<[string, Partial<Facts>]>([
  ['in quiet hours', { messages: [{ ...mail, at: '2026-11-24T06:59:00.000Z' }] }],
  ['twice', { messages: [mail, mail] }],
  ['after its last moment', ledgerOf({ ...row, notAfter: mail.at }, textRow, recallRow, surveyRow)],
  ['after the visit began', { messages: [{ ...mail, about: 'former', at: '2026-11-23T10:15:00.000Z' }] }],
  [
    'to an erased person',
    { ...more(happened('PatientErasureRequested', '24T08:00', ids)), messages: [mail] },
  ],
  ['to a person who wants none', { ...chosen('24T08:00', { stopped: true }), messages: [mail] }],
  ['over the cap of a day', { messages: ['a', 'b', 'c'].map((messageId) => ({ ...mail, messageId })) }],
])('finds a reminder %s', (_what, changes) => wrong(changes));

it.each<[string, Partial<Facts>]>([
  ['in quiet hours', { messages: [{ ...text, at: '2026-11-24T06:59:00.000Z' }] }],
  ['twice', { messages: [text, text] }],
  ['after the person answered STOP', chosen('24T09:30', { texts: false })],
  [
    'over the texts of a month',
    {
      settings: new Map([['pro', { mailsQuiet: true, atOnce: false, surveys: true, textsPerMonth: 0 }]]),
    },
  ],
])('finds a text %s', (_what, changes) => wrong(changes));

it.each<[string, Partial<Facts>]>([
  ['after it ended', more(happened('RecallEnded', '23T11:00', recall))],
  ['while another one is open', { messages: [invitation, { ...invitation, messageId: 'again@x' }] }],
  [
    'to a person who wants none',
    more(happened('PatientMessagesChosen', '23T11:00', { ...choices, patientId: 'invited', recalls: false })),
  ],
  [
    'to a person who has booked',
    more(
      happened('BookingPlaced', '23T11:00', {
        ...ids,
        bookingId: 'next',
        patientId: 'invited',
        start: '2026-12-09T09:00:00.000Z',
        end: '2026-12-09T09:30:00.000Z',
      }),
    ),
  ],
  ['that is not in the ledger', ledgerOf(row, textRow, surveyRow)],
])('finds an invitation %s', (_what, changes) => wrong(changes));

it.each<[string, Partial<Facts>]>([
  ['before the visit ended', { messages: [{ ...survey, at: '2026-11-23T10:15:00.000Z' }] }],
  ['too long after the visit', { messages: [{ ...survey, at: '2026-11-26T10:45:00.000Z' }] }],
  ['again within a month', { messages: [survey, { ...survey, messageId: 'again@x' }] }],
  ['that is not in the ledger', ledgerOf(row, textRow, recallRow)],
])('finds a survey %s', (_what, changes) => wrong(changes));

it.each<[string, Partial<Facts>]>([
  ['is missing in the ledger', ledgerOf(textRow, recallRow, surveyRow)],
  ['has not ended', ledgerOf({ ...row, state: 'sending' }, textRow, recallRow, surveyRow)],
  ['was dropped without a reason', ledgerOf({ ...row, state: 'dropped' }, textRow, recallRow, surveyRow)],
])('finds a step that %s', (_what, changes) => wrong(changes));

it.each<[string, Partial<Facts>]>([
  ['a visit that was placed twice', more({ ...placed(1), data: { ...placed(1).data, bookingId: 'again' } })],
  ['a visit that is neither placed nor named', without('SeriesVisitNotPlaced')],
  ['no end', without('SeriesPlaced')],
  [
    'a change without an end',
    more(happened('SeriesChangePlanned', '23T09:30', { ...series, changeId: 'c' })),
  ],
])('finds a series with %s', (_what, changes) => {
  expect(check({ ...right, ...changes }).filter((problem) => problem.includes('series'))).toHaveLength(1);
});

it('finds two visits at once', () => {
  const second = { ...visit, bookingId: 'second', start: '2026-11-25T09:15:00.000Z' };
  const problems = check({ ...right, ...more(happened('BookingPlaced', '24T10:00', second)) });
  expect(problems).toContain('visit and second overlap at 2026-11-25T09:00:00.000Z');
});

it('finds a freed time that was not offered although a person waited', () => wrong(without('OfferMade')));
