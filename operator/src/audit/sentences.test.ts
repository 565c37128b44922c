import { erased } from '@visita/contracts/event';
import { eventDefinitions } from '@visita/contracts/events';
import { sample } from '@visita/contracts/samples';
import { describe, expect, it, test } from 'vitest';
import { sentenceOf, sentences } from './sentences.ts';

it('covers every event type, and no other', () => {
  expect(Object.keys(sentences).toSorted()).toEqual([...eventDefinitions.keys()].toSorted());
});

describe('a sentence', () => {
  test.each([
    [
      sample('BookingPlaced'),
      'The patient booked Visita (30 min) for 2026-11-23 09:00 (Europe/Rome), to be confirmed by 2026-11-20 10:00 (Europe/Rome).',
    ],
    [
      sample('BookingPlaced', { placedBy: 'pro', confirmBy: null }),
      'The pro booked Visita (30 min) for 2026-11-23 09:00 (Europe/Rome), confirmed at once.',
    ],
    [
      sample('BookingMoved'),
      'The pro moved the booking from 2026-11-23 09:00 (Europe/Rome) to 2026-11-23 10:00 (Europe/Rome).',
    ],
    [
      sample('BookingMoved', { start: '2026-11-23T08:00:00.000Z' }),
      'The pro moved the booking to another place at the same time, 2026-11-23 09:00 (Europe/Rome).',
    ],
    [sample('BookingCancelled', { by: 'system' }), 'The product cancelled the booking.'],
    [sample('BookingMissed', { excused: true }), 'The patient did not come, with an excuse.'],
    [sample('AttendanceCorrected'), 'The attendance was corrected from missed to expected.'],
    [sample('BookingOrphaned'), 'The booking became an orphan: the professional left the clinic.'],
    [sample('BookingNoted', { proNotes: '' }), 'The professional removed their notes.'],
    [sample('BookingNoted', { proNotes: erased }), 'The professional changed their notes.'],
    [sample('AvailabilityAdded'), 'Working hours were added: Monday from 09:00 to 12:00.'],
    [sample('ClosingPlanned'), 'The clinic closes from 2026-12-07 00:00 to 2026-12-08 23:59, clinic time.'],
    [sample('PlanAssigned'), 'The plan premium was assigned.'],
  ])('%# describes the event', (event, sentence) => {
    expect(sentenceOf(event)).toBe(sentence);
  });

  it('says that an event of a newer release is unknown', () => {
    expect(sentenceOf({ type: 'toString', data: {} })).toBe('toString: an event of a newer release.');
  });
});
