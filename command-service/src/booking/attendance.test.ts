import { sample, sampleId } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, expect, it } from 'vitest';
import { bookingDecider } from './decider.ts';

const { given, fold } = specs(bookingDecider);
const standing = sample('BookingPlaced', { confirmBy: null, placedBy: 'pro' });
const { start: begun, end, timezone, service, proId, hubId, patientId } = standing.data;
const arrived = sample('PatientArrived');
const attended = sample('BookingAttended');
const missed = sample('BookingMissed');
const excused = sample('BookingMissed', { excused: true });
const cancelled = sample('BookingCancelled');
const twoHoursBefore = '2026-11-23T06:00:00.000Z';
const tooEarly = '2026-11-23T05:59:59.999Z';
const justBefore = '2026-11-23T07:59:59.999Z';
const lastMoment = '2026-12-23T08:00:00.000Z';
const tooLate = '2026-12-23T08:00:00.001Z';

const arrive = (now: string) => ({ type: 'mark-arrived', now }) as const;
const attend = (now: string) => ({ type: 'mark-attended', now }) as const;
const miss = (now: string, excuse = false) => ({ type: 'mark-missed', excused: excuse, now }) as const;
const correct = (attendance: 'expected' | 'arrived' | 'attended' | 'missed' | 'excused', now = begun) =>
  ({ type: 'correct-attendance', attendance, now }) as const;
const corrected = (
  previous: 'expected' | 'arrived' | 'attended' | 'missed',
  attendance: 'expected' | 'arrived' | 'attended' | 'missed' | 'excused',
  arrivedAt: string | null = null,
) => sample('AttendanceCorrected', { previous, attendance, arrivedAt });

describe('a patient who comes', () => {
  it('has arrived from two hours before the start on, and waits since then', () => {
    given([standing]).when(arrive(tooEarly)).then(rejects('attendance-early'));
    given([standing])
      .when(arrive(twoHoursBefore))
      .then([sample('PatientArrived', { at: twoHoursBefore })]);
    given([standing, arrived]).when(arrive(begun)).then([]);
    const { at } = arrived.data;
    expect(fold([standing, arrived])).toMatchObject({ attendance: 'arrived', arrivedAt: at });
    expect(fold([standing, arrived, attended])).toMatchObject({ attendance: 'attended', arrivedAt: at });
  });

  it('is seen, with or without a recorded arrival', () => {
    given([standing]).when(attend(tooEarly)).then(rejects('attendance-early'));
    given([standing]).when(attend(twoHoursBefore)).then([attended]);
    given([standing, arrived]).when(attend(begun)).then([attended]);
    given([standing, attended]).when(attend(begun)).then([]);
    given([standing, attended]).when(arrive(begun)).then(rejects('attendance-noted'));
  });
});

describe('a patient who does not come', () => {
  it('has missed it from the start on, with an excuse or without, and the status stays', () => {
    given([standing]).when(miss(justBefore)).then(rejects('attendance-early'));
    given([standing]).when(miss(begun)).then([missed]);
    given([standing, sample('BookingOrphaned')])
      .when(miss(begun, true))
      .then([excused]);
    expect(fold([standing, missed])).toMatchObject({ status: 'confirmed', attendance: 'missed' });
    given([standing, missed]).when(miss(begun)).then([]);
  });

  it('was there and left, and the time of arrival is kept', () => {
    const { at } = arrived.data;
    given([standing, arrived]).when(miss(justBefore)).then(rejects('attendance-early'));
    given([standing, arrived]).when(miss(begun)).then([missed]);
    const left = [standing, arrived, missed];
    expect(fold(left)).toMatchObject({ attendance: 'missed', arrivedAt: at });
    given(left)
      .when(correct('arrived'))
      .then([corrected('missed', 'arrived', at)]);
  });

  it('is neither there, nor seen, nor excused as well, until it is corrected', () => {
    given([standing, missed]).when(miss(begun, true)).then(rejects('attendance-noted'));
    given([standing, missed]).when(attend(begun)).then(rejects('attendance-noted'));
    given([standing, missed]).when(arrive(begun)).then(rejects('attendance-noted'));
    given([standing, missed, corrected('missed', 'expected')])
      .when(arrive(begun))
      .then([sample('PatientArrived', { at: begun })]);
  });
});

describe('what was seen or missed', () => {
  it('is not cancelled, unless that is corrected first', () => {
    for (const by of ['pro', 'patient'] as const) {
      const cancel = { type: 'cancel', by } as const;
      for (const said of [attended, missed, excused])
        given([standing, said]).when(cancel).then(rejects('attendance-noted'));
      given([standing, arrived])
        .when(cancel)
        .then([sample('BookingCancelled', { by })]);
      given([standing, missed, corrected('missed', 'expected')])
        .when(cancel)
        .then([sample('BookingCancelled', { by })]);
    }
  });
});

describe('what was said', () => {
  it('is said and corrected for 30 days', () => {
    given([standing]).when(miss(lastMoment)).then([missed]);
    given([standing, missed])
      .when(correct('expected', lastMoment))
      .then([corrected('missed', 'expected')]);
    given([standing]).when(miss(tooLate)).then(rejects('attendance-late'));
    given([standing]).when(attend(tooLate)).then(rejects('attendance-late'));
    given([standing, missed]).when(correct('expected', tooLate)).then(rejects('attendance-late'));
  });

  it('is corrected within the times that it could be said in', () => {
    given([standing, arrived]).when(correct('missed', justBefore)).then(rejects('attendance-early'));
    given([standing]).when(correct('attended', tooEarly)).then(rejects('attendance-early'));
    given([standing, arrived])
      .when(correct('expected', justBefore))
      .then([corrected('arrived', 'expected')]);
    given([standing, missed]).when(correct('missed')).then([]);
    given([standing]).when(correct('expected', tooEarly)).then([]);
  });

  it('keeps since when the patient waited while they are there', () => {
    const { at } = arrived.data;
    const seen = [standing, arrived, attended];
    given(seen)
      .when(correct('arrived'))
      .then([corrected('attended', 'arrived', at)]);
    given(seen)
      .when(correct('excused'))
      .then([corrected('attended', 'excused', at)]);
    given([standing, missed])
      .when(correct('arrived'))
      .then([corrected('missed', 'arrived', begun)]);
    given([standing, missed])
      .when(correct('attended'))
      .then([corrected('missed', 'attended')]);
    expect(fold([...seen, corrected('attended', 'expected')])).toMatchObject({
      attendance: 'expected',
      arrivedAt: null,
    });
  });

  it.each([
    ['held', [sample('BookingPlaced')], 'booking-not-active'],
    ['lapsed', [sample('BookingPlaced'), sample('BookingLapsed')], 'booking-not-active'],
    ['cancelled', [standing, cancelled], 'booking-not-active'],
    ['nobody’s', [standing, sample('BookingPatientErased')], 'patient-erased'],
  ] as const)('is never said of one that is %s', (_, events, code) => {
    for (const command of [arrive(begun), attend(begun), miss(begun), correct('attended')]) {
      given(events).when(command).then(rejects(code));
    }
  });
});

describe('an appointment that goes to another time', () => {
  const reservationId = sampleId(6, 2);
  const move = (start: string) =>
    ({
      type: 'move',
      by: 'pro',
      to: { reservationId, start, end, timezone, service, proId, hubId, patientId },
    }) as const;
  const moved = (start: string) => sample('BookingMoved', { start, end });

  it('is not moved once it is said what came of it; its service can be changed', () => {
    for (const settled of [attended, missed]) {
      given([standing, settled]).when(move('2026-11-23T09:00:00.000Z')).then(rejects('attendance-noted'));
      given([standing, settled])
        .when(move(begun))
        .then([moved(begun)]);
    }
  });

  it('keeps the arrival, unless the new time is more than two hours later', () => {
    const soon = '2026-11-23T09:50:00.000Z';
    const later = '2026-11-23T09:50:00.001Z';
    given([standing, arrived])
      .when(move(soon))
      .then([moved(soon)]);
    given([standing, arrived])
      .when(move(later))
      .then([moved(later), corrected('arrived', 'expected')]);
  });
});
