import type { BookingView } from '@visita/contracts/booking/views';
import type { VisitsInTheWay } from '@visita/contracts/booking/visits-in-the-way';
import { describe, expect, it } from 'vitest';
import type { FreeTime } from '../../../ui/fields/free-times.tsx';
import { type Choices, isAway, isGiven, propose } from './proposals.ts';

const time = (proId: string, time: string, more: Partial<FreeTime> = {}): FreeTime => ({
  day: '2026-12-02',
  time,
  proId,
  hubId: `hub ${proId}`,
  hubServiceId: `service ${proId}`,
  professional: proId,
  duration: 30,
  buffer_before: 0,
  buffer_after: 0,
  ...more,
});
const visit = (id: string, proId = 'luca', patientId = `patient ${id}`) =>
  ({ id, pro_id: proId, patient_id: patientId }) as BookingView;
const times = [time('luca', '09:00'), time('sara', '09:00'), time('sara', '09:15'), time('sara', '09:30')];
const placesOf = (choices: Choices) =>
  Object.fromEntries(
    Object.entries(choices).map(([id, choice]) => [
      id,
      choice === 'cancel' ? choice : `${choice.to.time} ${choice.to.proId}`,
    ]),
  );
const proposed = (target: string, choices: Choices = {}, offered = times) =>
  placesOf(
    propose({ visits: ['a', 'b', 'c'].map((id) => visit(id)), timesOf: () => offered, target, choices }),
  );

describe('the first free times', () => {
  it('are different for each visit, in order', () => {
    expect(proposed('any')).toEqual({ a: '09:00 luca', b: '09:00 sara', c: '09:30 sara' });
  });

  it('are those of the same or the chosen professional; a visit without one stays', () => {
    expect(proposed('same')).toEqual({ a: '09:00 luca' });
    expect(proposed('sara')).toEqual({ a: '09:00 sara', b: '09:30 sara' });
  });

  it('keep earlier decisions', () => {
    expect(proposed('any', { a: 'cancel', b: { to: times[0]! } })).toEqual({
      a: 'cancel',
      b: '09:00 luca',
      c: '09:00 sara',
    });
  });

  it('keep the buffers between two visits free', () => {
    const buffered = ['09:00', '09:30', '10:00'].map((start) => time('sara', start, { buffer_after: 10 }));
    expect(proposed('any', {}, buffered)).toEqual({ a: '09:00 sara', b: '10:00 sara' });
  });
});

describe('two visits of the same patient', () => {
  const visits = [visit('a', 'luca', 'dora'), visit('b', 'luca', 'dora'), visit('c')];

  it('are never at the same time', () => {
    const question = { timesOf: () => times, target: 'any', choices: {} };
    expect(placesOf(propose({ visits, ...question }))).toEqual({
      a: '09:00 luca',
      b: '09:30 sara',
      c: '09:00 sara',
    });
    const choices: Choices = { a: { to: times[0]! } };
    expect(placesOf(propose({ visits: [visits[1]!], all: visits, ...question, choices }))).toEqual({
      a: '09:00 luca',
      b: '09:30 sara',
    });
  });

  it('cannot be chosen at the same time', () => {
    const choices: Choices = { a: { to: time('sara', '09:00') } };
    expect(isGiven(time('luca', '09:15'), visits[1]!, { visits, choices })).toBe(true);
    expect(isGiven(time('luca', '09:30'), visits[1]!, { visits, choices })).toBe(false);
    expect(isGiven(time('luca', '09:15'), visits[2]!, { visits, choices })).toBe(false);
  });
});

it('a time is given if another visit’s time overlaps it', () => {
  const [a, b] = [visit('a'), visit('b')];
  const all = { visits: [a, b], choices: { a: { to: time('sara', '09:00') }, b: 'cancel' } } as const;
  expect(isGiven(time('sara', '09:15'), b, all)).toBe(true);
  expect(isGiven(time('sara', '09:30'), b, all)).toBe(false);
  expect(isGiven(time('luca', '09:15'), b, all)).toBe(false);
  expect(isGiven(time('sara', '09:15'), a, all)).toBe(false);
});

it('a professional is absent on the day of the list, unless a saved vacation says so', () => {
  const list = (type: VisitsInTheWay['type']) =>
    ({ type, starting_date: '2026-12-02T00:00', professional: { pro_id: 'luca' } }) as VisitsInTheWay;
  expect(isAway(list('day'), time('luca', '09:00'))).toBe(true);
  expect(isAway(list('day'), time('luca', '09:00', { day: '2026-12-03' }))).toBe(false);
  expect(isAway(list('day'), time('sara', '09:00'))).toBe(false);
  expect(isAway(list('vacation'), time('luca', '09:00'))).toBe(false);
});
