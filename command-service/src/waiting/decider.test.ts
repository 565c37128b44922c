import { sample, sampleId } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, it } from 'vitest';
import { type NewOffer, waitingDecider } from './decider.ts';

const { given } = specs(waitingDecider);
const now = '2026-11-20T09:00:00.000Z';
const joined = sample('WaitingJoined');
const { data: entry } = joined;
const confirmed = sample('WaitingConfirmed');
const made = sample('OfferMade');
const { entryId, clinicId, proId, patientId, ...offer } = made.data;
const ids = { entryId, clinicId, proId, patientId };
const { offerId } = offer;
const taken = sample('OfferTaken');
const declined = sample('OfferDeclined');
const second: NewOffer = { ...offer, offerId: `${entryId}.111111111111` };
const late = '2026-11-20T11:00:00.000Z';

describe('an entry on a waiting list', () => {
  it('is joined once', () => {
    given([]).when({ type: 'join', entry }).then([joined]);
    given([joined]).when({ type: 'join', entry }).then([]);
  });

  it('counts once its link was used', () => {
    given([joined]).when({ type: 'confirm', now }).then([confirmed]);
    given([joined, confirmed]).when({ type: 'confirm', now }).then([]);
    given([joined]).when({ type: 'offer', offer, now }).then(rejects('conflict'));
  });

  it('ends if its link is not used in time', () => {
    const after = '2026-11-21T09:00:00.000Z';
    const ended = { type: 'WaitingEnded', data: { ...ids, reason: 'unconfirmed' } } as const;
    given([joined]).when({ type: 'confirm', now: after }).then(rejects('token-expired'));
    given([joined]).when({ type: 'settle', now: after }).then([ended]);
  });

  it('is marked as urgent, and no longer', () => {
    const urgent = sample('WaitingUrgencySet');
    given([joined]).when({ type: 'set-urgent', urgent: true }).then([urgent]);
    given([joined, urgent]).when({ type: 'set-urgent', urgent: true }).then([]);
  });

  it('ends with its last day, and takes its open offer along', () => {
    const after = entry.ends;
    const ended = { type: 'WaitingEnded', data: { ...ids, reason: 'window' } } as const;
    const lapsed = { type: 'OfferLapsed', data: { ...ids, offerId } } as const;
    given([joined, confirmed]).when({ type: 'settle', now: after }).then([ended]);
    given([joined, confirmed, made]).when({ type: 'settle', now: after }).then([lapsed, ended]);
  });

  it('withdraws its open offer when it ends', () => {
    const withdrawn = { type: 'OfferWithdrawn', data: { ...ids, offerId, reason: 'ended' } } as const;
    given([joined, confirmed, made])
      .when({ type: 'end', reason: 'left' })
      .then([withdrawn, sample('WaitingEnded')]);
  });
});

describe('a call by staff', () => {
  it('is recorded each time while the person waits', () => {
    const called = sample('WaitingCalled');
    const again = { ...called, data: { ...called.data, at: late } } as const;
    given([joined, confirmed, called]).when({ type: 'call', now: late }).then([again]);
    given([joined]).when({ type: 'call', now: late }).then([]);
  });
});

describe('an offer', () => {
  it('is made once, and one at a time', () => {
    given([joined, confirmed]).when({ type: 'offer', offer, now }).then([made]);
    given([joined, confirmed, made]).when({ type: 'offer', offer, now }).then([]);
    given([joined, confirmed, made]).when({ type: 'offer', offer: second, now }).then(rejects('conflict'));
  });

  it('is taken once, until its deadline', () => {
    const take = { type: 'take', offerId, start: null, now } as const;
    given([joined, confirmed, made]).when(take).then([taken]);
    given([joined, confirmed, made, taken]).when(take).then([]);
    given([joined, confirmed, made])
      .when({ ...take, now: late })
      .then(rejects('offer-over'));
    given([joined, confirmed, made, declined]).when(take).then(rejects('offer-over'));
  });

  it('has only the times that it names', () => {
    given([joined, confirmed, made])
      .when({ type: 'take', offerId, start: '2026-11-23T09:00:00.000Z', now })
      .then(rejects('not-found'));
  });

  it('pauses the entry for 14 days after two declines', () => {
    const paused = { type: 'WaitingPaused', data: { ...ids, until: '2026-12-04T09:00:00.000Z' } } as const;
    const again = { ...made, data: { ...made.data, ...second } };
    given([joined, confirmed, made]).when({ type: 'decline', offerId, now }).then([declined]);
    given([joined, confirmed, made, declined, again])
      .when({ type: 'decline', offerId: second.offerId, now })
      .then([{ ...declined, data: { ...declined.data, offerId: second.offerId } }, paused]);
    given([joined, confirmed, paused])
      .when({ type: 'confirm', now })
      .then([sample('WaitingResumed')]);
  });

  it('that several people got is held for the person who takes it', () => {
    const toAll = sample('OfferMade', { reservationId: null, because: 'all' });
    const reservationId = sampleId(9, 9);
    const held = sample('OfferTaken', { reservationId });
    given([joined, confirmed, toAll])
      .when({ type: 'take', offerId, start: null, now, reservationId })
      .then([held]);
    given([joined, confirmed, toAll, held])
      .when({ type: 'abandon-reservation', reservationId, now: late })
      .then(rejects('slot-taken'));
  });

  it('is taken back by staff unless it was taken', () => {
    const withdraw = { type: 'withdraw', offerId, reason: 'staff' } as const;
    given([joined, confirmed, made])
      .when(withdraw)
      .then([sample('OfferWithdrawn')]);
    given([joined, confirmed, made, taken]).when(withdraw).then(rejects('offer-over'));
  });

  it('leaves the person on the list if its time cannot be booked any more', () => {
    const gone = { type: 'OfferWithdrawn', data: { ...ids, offerId, reason: 'gone' } } as const;
    given([joined, confirmed, made, taken]).when({ type: 'withdraw', offerId, reason: 'gone' }).then([gone]);
    given([joined, confirmed, made, taken, gone])
      .when({ type: 'offer', offer: second, now })
      .then([{ ...made, data: { ...made.data, ...second } }]);
  });
});

describe('the hold of an offer', () => {
  const { reservationId } = offer;
  const abandon = { type: 'abandon-reservation', reservationId: reservationId ?? '', now } as const;

  it('is needed until the deadline, and until a taken offer is booked', () => {
    given([joined, confirmed, made]).when(abandon).then(rejects('slot-taken'));
    given([joined, confirmed, made])
      .when({ ...abandon, now: late })
      .then([sample('OfferLapsed')]);
    given([joined, confirmed, made, taken])
      .when({ ...abandon, now: late })
      .then(rejects('slot-taken'));
  });

  it('is not needed if no offer was made, or the offer is over', () => {
    given([]).when(abandon).then([]);
    given([joined, confirmed, made, declined]).when(abandon).then([]);
  });
});
