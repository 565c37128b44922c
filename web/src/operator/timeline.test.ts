import type { Audit, AuditMail, AuditStep } from '@visita/contracts/operator/audit';
import { describe, expect, it, test } from 'vitest';
import { parseAddress } from './address.ts';
import { entriesOf, gapBetween, lanesOf, readable, statesAt } from './timeline.ts';

const step = (id: string, time: string, stream: string, state = {}, lane: AuditStep['lane'] = 'pro') =>
  ({ eventId: id, time, stream, state, lane, sentence: id }) as AuditStep;
const mail = (eventId: string, time: string) =>
  ({ eventId, time, template: 'moved', sentence: 'A mail' }) as AuditMail;
const audit = (steps: readonly AuditStep[], mails: readonly AuditMail[] = []): Audit => ({
  kind: 'booking',
  id: 'b1',
  at: null,
  revealed: false,
  steps,
  mails,
});

describe('timeline entries', () => {
  it('follow the order of the store, not the clocks, with mails in between', () => {
    const steps = [step('e1', '08:00', 'a'), step('e2', '08:02', 'a'), step('e3', '08:01', 'b')];
    const entries = entriesOf(audit(steps, [mail('e1', '08:01'), mail('e3', '09:00')]));
    expect(entries.map(({ key }) => key)).toEqual(['e1', 'e1 moved', 'e2', 'e3', 'e3 moved']);
  });

  it('have only the lanes in use, patients first', () => {
    const steps = [step('e1', '1', 'a', {}, 'product'), step('e2', '2', 'a', {}, 'patient')];
    expect(lanesOf(entriesOf(audit(steps, [mail('e1', '3')])))).toEqual(['patient', 'product', 'mail']);
  });
});

it('has the state of every stream, the changed one first, then the main one', () => {
  const steps = [
    step('e1', '1', 'agenda-1', { taken: 1 }),
    step('e2', '2', 'booking-b1', { status: 'pending' }),
    step('e3', '3', 'agenda-1', { taken: 2 }),
    step('e4', '4', 'booking-b1', { status: 'confirmed' }),
    step('e5', '4', 'operator-1', {}, 'operator'),
  ];
  const entries = entriesOf(audit(steps, [mail('e4', '5')]));
  expect(statesAt(entries, 0, 'booking-b1')).toEqual([
    { stream: 'agenda-1', state: { taken: 1 }, before: {} },
  ]);
  expect(statesAt(entries, 2, 'booking-b1')).toEqual([
    { stream: 'agenda-1', state: { taken: 2 }, before: { taken: 1 } },
    { stream: 'booking-b1', state: { status: 'pending' }, before: null },
  ]);
  expect(statesAt(entries, 5, 'booking-b1').map(({ stream, before }) => [stream, before])).toEqual([
    ['booking-b1', null],
    ['agenda-1', null],
  ]);
});

test.each([
  ['2026-11-20T08:00:00.000Z', '2026-11-20T08:00:59.999Z', null],
  ['2026-11-20T08:00:00.000Z', '2026-11-20T08:59:00.000Z', '59 min'],
  ['2026-11-20T08:00:00.000Z', '2026-11-21T07:00:00.000Z', '23 h'],
  ['2026-11-20T08:00:00.000Z', '2026-11-23T07:00:00.000Z', '2 d'],
])('between %s and %s is a gap of %s', (before, after, gap) => {
  expect(gapBetween(before, after)).toBe(gap);
});

it('shows instants in UTC, without fractions', () => {
  expect(readable('2026-11-20T08:00:01.234Z')).toBe('2026-11-20 08:00:01');
});

test.each([
  [
    '#booking/00000000-0000-4000-8000-000000000001',
    { kind: 'booking', id: '00000000-0000-4000-8000-000000000001' },
  ],
  ['#horse/00000000-0000-4000-8000-000000000001', null],
  ['#booking/x', null],
  ['', null],
])('parses the address %s', (hash, found) => {
  expect(parseAddress(hash)).toEqual(found);
});
