import { describe, expect, it } from 'vitest';
import { countAttendance, stepsOf, undoneTo, waitingMinutes } from './attendance.ts';

const visit = {
  date: '2026-11-23T09:00:00+01:00',
  attendance: 'expected',
  arrived_at: '',
  patient_name: 'Carla',
} as const;
const arrived = { ...visit, attendance: 'arrived', arrived_at: '2026-11-23T08:50:00+01:00' } as const;
const attended = { ...arrived, attendance: 'attended' } as const;
const missed = { ...visit, attendance: 'missed' } as const;
const at = (time: string) => new Date(`2026-11-23T${time}:00+01:00`);

describe('recordable attendance of a visit', () => {
  it('depends on the time: no arrival hours before, no absence before the start', () => {
    expect(stepsOf(visit, at('06:59'))).toEqual([]);
    expect(stepsOf(visit, at('07:00'))).toEqual(['arrived', 'attended']);
    expect(stepsOf(visit, at('09:00'))).toEqual(['arrived', 'attended', 'missed']);
    expect(stepsOf(visit, new Date('2026-12-24T09:00:00+01:00'))).toEqual([]);
  });

  it('depends on what was recorded, and is empty for erased patients', () => {
    expect(stepsOf(arrived, at('09:10'))).toEqual(['attended', 'missed']);
    expect(stepsOf(missed, at('09:10'))).toEqual([]);
    expect(stepsOf({ ...visit, patient_name: '' }, at('09:10'))).toEqual([]);
    expect(undoneTo({ ...missed, patient_name: '' }, at('09:10'))).toBeNull();
  });

  it('can be undone for 30 days', () => {
    expect(undoneTo(visit, at('09:10'))).toBeNull();
    expect(undoneTo(arrived, at('08:55'))).toBe('expected');
    expect(undoneTo(attended, at('09:10'))).toBe('arrived');
    expect(undoneTo({ ...attended, arrived_at: '' }, at('09:10'))).toBe('expected');
    expect(undoneTo(missed, at('09:10'))).toBe('expected');
    expect(undoneTo({ ...missed, arrived_at: arrived.arrived_at }, at('09:10'))).toBe('arrived');
    expect(undoneTo(missed, new Date('2026-12-24T09:00:00+01:00'))).toBeNull();
  });
});

it('tells how long a patient has been waiting', () => {
  expect(waitingMinutes(arrived, at('08:50'))).toBe(0);
  expect(waitingMinutes(arrived, at('09:02'))).toBe(12);
  expect(waitingMinutes(attended, at('09:02'))).toBeNull();
});

it('counts a day', () => {
  const day = [visit, arrived, attended, attended, missed, { ...visit, attendance: 'excused' as const }];
  expect(countAttendance(day)).toEqual({ waiting: 1, attended: 2, missed: 2 });
});
