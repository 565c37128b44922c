import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, it } from 'vitest';
import { blocksDecider } from './decider.ts';

const { given } = specs(blocksDecider);
const blocked = sample('TimeBlocked');
const unblocked = sample('TimeUnblocked');
const { proId, reservationId, blockId } = blocked.data;
const fenced = { type: 'BlockAbandoned', data: { proId, reservationId } } as const;
const block = { type: 'block', block: blocked.data } as const;
const abandon = { type: 'abandon-reservation', proId, reservationId } as const;

const ofAnother = { blockId: sampleId(10, 2), reservationId: sampleId(6, 2) };
const otherFreed = sample('TimeUnblocked', ofAnother);
const other = sample('TimeBlocked', ofAnother);

describe('a time', () => {
  it('is blocked once, beside others', () => {
    given([]).when(block).then([blocked]);
    given([blocked]).when(block).then([]);
    given([other]).when(block).then([blocked]);
  });

  it('is released on its own', () => {
    given([other, blocked]).when({ type: 'unblock', blockId }).then([unblocked]);
    given([other, blocked, unblocked]).when({ type: 'unblock-all' }).then([otherFreed]);
    given([]).when({ type: 'unblock-all' }).then([]);
  });

  it('is released once, alone or with all others', () => {
    given([blocked]).when({ type: 'unblock', blockId }).then([unblocked]);
    given([blocked]).when({ type: 'unblock-all' }).then([unblocked]);
    given([blocked, unblocked]).when({ type: 'unblock', blockId }).then([]);
    given([blocked, unblocked]).when({ type: 'unblock-all' }).then([]);
  });
});

describe('a change', () => {
  const { data: after } = sample('BlockChanged');
  const changed = { type: 'BlockChanged', data: after } as const;
  const { start, end, note } = after;
  const change = {
    type: 'change',
    block: { blockId, reservationId: after.reservationId, start, end, note },
  } as const;

  it('takes another time once', () => {
    given([blocked]).when(change).then([changed]);
    given([blocked, changed]).when(change).then([]);
  });

  it('concerns one block among others', () => {
    given([other, blocked]).when(change).then([changed]);
    given([other, blocked, changed]).when(change).then([]);
    given([other, blocked, changed]).when({ type: 'unblock', blockId: ofAnother.blockId }).then([otherFreed]);
  });

  it('of the note alone keeps the time', () => {
    const { previous } = after;
    const noted = { ...blocked.data, note: 'Dentista, forse' };
    given([blocked])
      .when({ type: 'change', block: noted })
      .then([{ type: 'BlockChanged', data: { ...noted, previous } }]);
  });

  it('keeps the author of a note that stays, and forgets the one of a note that the professional replaced', () => {
    const author = sampleIds.guest;
    const signed = sample('TimeBlocked', { author });
    const kept = { ...change, block: { ...change.block, author } };
    given([signed])
      .when(kept)
      .then([{ type: 'BlockChanged', data: { ...after, author } }]);
    given([signed]).when(change).then([changed]);
    given([signed]).when({ type: 'unblock', blockId }).then([unblocked]);
  });

  it('is refused after the time was released or changed elsewhere', () => {
    given([]).when(change).then(rejects('not-found'));
    given([blocked, unblocked]).when(change).then(rejects('not-found'));
    given([blocked, changed]).when({ type: 'change', block: blocked.data }).then(rejects('slot-taken'));
  });

  it('releases the former reservation', () => {
    given([blocked, changed]).when(abandon).then([]);
    given([blocked, changed])
      .when({ ...abandon, reservationId: after.reservationId })
      .then(rejects('slot-taken'));
  });
});

describe('its reservation', () => {
  it('is needed while it is blocked', () => {
    given([blocked]).when(abandon).then(rejects('slot-taken'));
    given([blocked, unblocked]).when(abandon).then([]);
  });

  it('is fenced off for good if no block uses it', () => {
    given([]).when(abandon).then([fenced]);
    given([fenced]).when(abandon).then([]);
    given([fenced]).when(block).then(rejects('slot-taken'));
    given([blocked, unblocked]).when(block).then(rejects('slot-taken'));
  });
});
