import type { QuotaEvent } from '@visita/contracts/quota/events';
import { sample, sampleId } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, it } from 'vitest';
import { type QuotaLimits, quotaDecider, type Standing } from './decider.ts';

const { given } = specs(quotaDecider);
const admission = (number: number) => ({
  bookingId: sampleId(4, number),
  reservationId: sampleId(6, number),
  deadline: '2026-11-20T09:01:00.000Z',
});
const admitted = (number: number): QuotaEvent => ({ type: 'BookingAdmitted', data: admission(number) });
const ended = (number: number): QuotaEvent => ({
  type: 'AdmissionEnded',
  data: { bookingId: sampleId(4, number) },
});
const admit = (number: number, limits: Partial<QuotaLimits>, standings: Record<number, Standing> = {}) =>
  ({
    type: 'admit',
    admission: admission(number),
    limits: { bookings: null, holds: null, ...limits },
    standings: Object.fromEntries(Object.entries(standings).map(([n, is]) => [sampleId(4, Number(n)), is])),
  }) as const;

const confirmed = (number: number): QuotaEvent => ({
  type: 'AdmissionConfirmed',
  data: { bookingId: sampleId(4, number) },
});
const confirm = (number: number, standings: Record<number, Standing> = {}) =>
  ({ ...admit(number, {}, standings), type: 'confirm', limits: { bookings: 1 } }) as const;

describe('one future booking per patient', () => {
  it('admits the first, and that one again', () => {
    given([])
      .when(admit(1, { bookings: 1 }))
      .then([admitted(1)]);
  });

  it('refuses a second while one is confirmed, and does not count holds', () => {
    given([admitted(1)])
      .when(admit(2, { bookings: 1 }, { 1: 'booked' }))
      .then(rejects('booking-limit'));
    given([admitted(1)])
      .when(admit(2, { bookings: 1 }, { 1: 'held' }))
      .then([admitted(2)]);
  });

  it('lets one of two holds be confirmed, and the other if the first ends', () => {
    const both = [admitted(1), admitted(2)];
    given(both)
      .when(confirm(1, { 2: 'held' }))
      .then([confirmed(1)]);
    given([...both, confirmed(1)])
      .when(confirm(1))
      .then([]);
    given([...both, confirmed(1)])
      .when(confirm(2, { 1: 'held' }))
      .then(rejects('booking-limit'));
    given([...both, confirmed(1)])
      .when(confirm(2, { 1: 'gone' }))
      .then([confirmed(2)]);
  });

  it('counts one admitted before the limit was set', () => {
    given([])
      .when(confirm(1))
      .then([admitted(1), confirmed(1)]);
    given([admitted(1)])
      .when(confirm(2, { 1: 'gone' }))
      .then([admitted(2), confirmed(2)]);
  });

  it('forgets a confirmation once the booking has ended, and no other', () => {
    const both = [admitted(1), confirmed(1), admitted(2), confirmed(2), ended(1)];
    given(both)
      .when(confirm(1, { 2: 'gone' }))
      .then([admitted(1), confirmed(1)]);
    given(both).when(confirm(2)).then([]);
  });

  it('counts one of unknown standing', () => {
    given([admitted(1)])
      .when(admit(2, { bookings: 1 }))
      .then(rejects('booking-limit'));
  });

  it('admits the next one after one ends, and forgets that one', () => {
    given([admitted(1)])
      .when(admit(2, { bookings: 1 }, { 1: 'gone' }))
      .then([ended(1), admitted(2)]);
  });

  it("releases the place of the ended one, and keeps the other's", () => {
    given([admitted(1), ended(1)])
      .when(admit(2, { bookings: 1 }))
      .then([admitted(2)]);
    given([admitted(1), admitted(2), ended(1)])
      .when(admit(3, { bookings: 1 }))
      .then(rejects('booking-limit'));
  });

  it('does not count an orphan, but remembers it', () => {
    given([admitted(1)])
      .when(admit(2, { bookings: 1 }, { 1: 'idle' }))
      .then([admitted(2)]);
  });
});

describe('three holds of one patient', () => {
  const three = [admitted(1), admitted(2), admitted(3)];

  it('refuse a fourth', () => {
    given(three)
      .when(admit(4, { holds: 3 }))
      .then(rejects('hold-limit'));
  });

  it('do not include confirmed bookings', () => {
    given(three)
      .when(admit(4, { holds: 3 }, { 2: 'booked' }))
      .then([admitted(4)]);
  });
});

it('are only remembered if there is no limit', () => {
  given([admitted(1)])
    .when(admit(2, {}))
    .then([admitted(2)]);
});

it('do not include an admitted booking that was not made', () => {
  const withdraw = { type: 'withdraw', bookingId: sampleId(4, 1) } as const;
  given([admitted(1)])
    .when(withdraw)
    .then([ended(1)]);
  for (const events of [[], [admitted(2)]]) given(events).when(withdraw).then([]);
});

it('sends one code at a time', () => {
  const sent = (expires: string) => sample('HoldCodeSent', { expires });
  const ask = (now: string, until: string) => ({ type: 'send-code', now, code: sent(until).data }) as const;
  const [first, second] = ['2026-11-20T09:30:00.000Z', '2026-11-20T10:00:00.000Z'];
  given([])
    .when(ask('2026-11-20T09:00:00.000Z', first))
    .then([sent(first)]);
  given([sent(first)])
    .when(ask('2026-11-20T09:29:59.999Z', second))
    .then([]);
  given([sent(first)])
    .when(ask(first, second))
    .then([sent(second)]);
});
