import { sampleIds } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, it } from 'vitest';
import { claimDecider } from './decider.ts';

const { given } = specs(claimDecider);
const { owner, guest } = sampleIds;
const claimed = { type: 'Claimed', data: { ownerId: owner } } as const;
const released = { type: 'ClaimReleased', data: { ownerId: owner } } as const;
const takes = { type: 'claim', ownerId: guest, taken: 'email-taken' } as const;

describe('a claim', () => {
  it('goes to the first who asks', () => {
    given([]).when({ type: 'claim', ownerId: owner, taken: 'email-taken' }).then([claimed]);
  });

  it('belongs to one pro only, and the refusal names what it is', () => {
    given([claimed]).when(takes).then(rejects('email-taken'));
    given([claimed])
      .when({ ...takes, taken: 'slug-taken' })
      .then(rejects('slug-taken'));
  });

  it('is free again once released', () => {
    given([claimed]).when({ type: 'release', ownerId: owner }).then([released]);
    given([claimed, released])
      .when(takes)
      .then([{ type: 'Claimed', data: { ownerId: guest } }]);
  });

  it('that was let go meanwhile may be taken all the same', () => {
    for (const events of [[], [claimed, released]]) {
      given(events)
        .when({ ...takes, abandonedBy: owner })
        .then([{ type: 'Claimed', data: { ownerId: guest } }]);
    }
  });

  it('is released by its owner only', () => {
    given([claimed]).when({ type: 'release', ownerId: guest }).then([]);
  });

  it('may be taken over from the one owner who is proven not to need it', () => {
    given([claimed])
      .when({ ...takes, abandonedBy: owner })
      .then([{ type: 'Claimed', data: { ownerId: guest } }]);
    given([claimed])
      .when({ ...takes, abandonedBy: sampleIds.stranger })
      .then(rejects('email-taken'));
  });
});
