import { createZone } from '../availability/zones.ts';
import { describe, expect, it } from 'vitest';
import { dueOf } from './due.ts';
import { reminderPlan, type ReminderStep, stepName, stepsFor } from './plan.ts';

const zone = createZone('Europe/Rome');
const own = '00000000-0000-4000-8002-000000000001.service1';
const step = (changes: Partial<ReminderStep> = {}): ReminderStep => ({
  clinicServiceId: null,
  before: 'P1D',
  at: '18:00',
  channel: 'mail',
  ask: false,
  ...changes,
});

describe('a plan', () => {
  it.each([
    ['no steps', []],
    ['four steps of a service', ['P1D', 'P2D', 'P3D', 'P4D'].map((before) => step({ before }))],
    ['hours before the visit', [step({ before: 'PT90M', at: null })]],
    ['days and hours', [step({ before: 'P1DT12H', at: null })]],
    ['the day of the visit', [step({ before: 'P0D', at: '07:30' })]],
    ['sixty days', [step({ before: 'P60D' })]],
    ['the same time for two services', [step(), step({ clinicServiceId: own })]],
  ])('may have %s', (_what, plan) => expect(reminderPlan.safeParse(plan).success).toBe(true));

  it.each([
    ['five steps of a service', ['P1D', 'P2D', 'P3D', 'P4D', 'P5D'].map((before) => step({ before }))],
    ['two steps at the same time', [step(), step({ ask: true })]],
    ['a time of day after hours', [step({ before: 'PT24H' })]],
    ['nothing before the visit', [step({ before: 'P0D', at: null })]],
    ['sixty-one days', [step({ before: 'P61D' })]],
    ['no duration', [step({ before: '2 days' })]],
    ['an empty duration', [step({ before: 'P' })]],
    ['an empty time part', [step({ before: 'P1DT' })]],
    ['an impossible time', [step({ at: '24:00' })]],
    ['another channel', [{ ...step(), channel: 'fax' }]],
    ['further fields', [{ ...step(), more: 1 }]],
  ])('may not have %s', (_what, plan) => expect(reminderPlan.safeParse(plan).success).toBe(false));
});

describe('a step is due', () => {
  const due = (changes: Partial<ReminderStep>, start: string): string =>
    new Date(dueOf(step(changes), Date.parse(start), zone)).toISOString();

  it('at its local time, days before', () =>
    expect(due({ before: 'P2D', at: '18:00' }, '2026-11-23T08:00:00.000Z')).toBe('2026-11-21T17:00:00.000Z'));
  it('at the visit’s local time without one, over a change of clocks', () => {
    expect(due({ before: 'P1D', at: null }, '2027-03-28T07:00:00.000Z')).toBe('2027-03-27T08:00:00.000Z');
    expect(due({ before: 'P1D', at: null }, '2026-10-25T08:00:00.000Z')).toBe('2026-10-24T07:00:00.000Z');
  });
  it('exact hours before', () =>
    expect(due({ before: 'PT24H', at: null }, '2027-03-28T07:00:00.000Z')).toBe('2027-03-27T07:00:00.000Z'));
  it('after a gap, if its local time is skipped', () =>
    expect(due({ before: 'P0D', at: '02:30' }, '2027-03-28T07:00:00.000Z')).toBe('2027-03-28T01:30:00.000Z'));
  it('an hour before a visit in the hour that occurs twice', () =>
    expect(due({ before: 'PT1H', at: null }, '2026-10-25T01:30:00.000Z')).toBe('2026-10-25T00:30:00.000Z'));
});

it('a service with steps of its own has only those', () => {
  const plan = [step(), step({ clinicServiceId: own, before: 'P3D' })];
  expect(stepsFor(plan, own).map(stepName)).toEqual(['P3D@18:00']);
  expect(stepsFor(plan, `${own}2`).map(stepName)).toEqual(['P1D@18:00']);
});
