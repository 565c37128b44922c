import { expect, it } from 'vitest';
import { sample, sampleId } from '../samples.ts';
import { isDue, recallRules, type RecallRule } from './rules.ts';
import { type RecallCommand, recalls } from './recalls.ts';
import type { RecallEvent } from './events.ts';

const made = sample('RecallMade');
const recall = made.data;
const ended = sample('RecallEnded');

const given = (...events: RecallEvent[]) => {
  const state = events.reduce(recalls.evolve, recalls.initialState);
  return { when: (command: RecallCommand) => recalls.decide(command, state) };
};
const later = (changes: Partial<typeof recall> = {}) => ({
  ...recall,
  recallId: sampleId(12, 2),
  bookingId: sampleId(4, 2),
  from: '2026-12-01T08:00:00.000Z',
  until: '2027-01-30T08:00:00.000Z',
  ...changes,
});

it('a patient is invited once, also if the command is repeated', () => {
  expect(given().when({ type: 'make', recall })).toEqual([made]);
  expect(given(made).when({ type: 'make', recall })).toEqual([]);
});

it('a second invitation is refused while one is open', () => {
  expect(() => given(made).when({ type: 'make', recall: later() })).toThrow('open invitation');
});

it('a patient is invited again after the invitation ended or expired', () => {
  expect(given(made, ended).when({ type: 'make', recall: later() })).toHaveLength(1);
  const expired = later({ from: recall.until });
  expect(given(made).when({ type: 'make', recall: expired })).toHaveLength(1);
});

it('a rule invites once after a visit, and staff may invite again', () => {
  const again = later({ bookingId: recall.bookingId });
  expect(given(made, ended).when({ type: 'make', recall: { ...again, by: 'rule' } })).toEqual([]);
  expect(given(made, ended).when({ type: 'make', recall: again })).toHaveLength(1);
});

it('a visit that is booked after the invitation ends it', () => {
  const booked = (at: string) => ({ type: 'end', reason: 'booked', at }) as const;
  expect(given(made).when(booked('2026-11-21T08:00:00.000Z'))).toEqual([ended]);
  expect(given(made).when(booked('2026-11-19T08:00:00.000Z'))).toEqual([]);
  expect(given(made, ended).when(booked('2026-11-21T08:00:00.000Z'))).toEqual([]);
  expect(given().when(booked('2026-11-21T08:00:00.000Z'))).toEqual([]);
});

it('an invitation that was not sent ends, but no other one', () => {
  const unsent = (recallId: string) => ({ type: 'end', reason: 'not-sent', recallId }) as const;
  expect(given(made).when(unsent(recall.recallId))).toMatchObject([{ data: { reason: 'not-sent' } }]);
  expect(given(made).when(unsent(sampleId(12, 9)))).toEqual([]);
});

const rule: RecallRule = {
  clinicServiceId: null,
  months: 6,
  tag: null,
  treatment: false,
  automatic: false,
};
const visit = { clinicServiceId: 'service', start: '2026-08-31T08:00:00.000Z' };
const due = (changes: Partial<RecallRule>, now: string, tags: readonly string[] = []) =>
  isDue({ ...rule, ...changes }, visit, { tags, now });

it('a rule applies from its month on; a short month ends on its last day', () => {
  expect(due({}, '2027-02-28T07:59:59.000Z')).toBe(false);
  expect(due({}, '2027-02-28T08:00:00.000Z')).toBe(true);
});

it('a rule applies to its service and its tag only', () => {
  const now = '2027-06-01T08:00:00.000Z';
  expect(due({ clinicServiceId: 'service' }, now)).toBe(true);
  expect(due({ clinicServiceId: 'other' }, now)).toBe(false);
  expect(due({ tag: 'Recall' }, now)).toBe(false);
  expect(due({ tag: 'Recall' }, now, ['recall'])).toBe(true);
});

it('two rules for the same service and tag are refused, and more than twenty', () => {
  expect(recallRules.safeParse([rule, { ...rule, months: 9 }]).success).toBe(false);
  expect(recallRules.safeParse([rule, { ...rule, tag: 'recall' }]).success).toBe(true);
  const many = Array.from({ length: 21 }, (_, nth) => ({ ...rule, tag: `tag ${nth}` }));
  expect(recallRules.safeParse(many).success).toBe(false);
});
