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
  it('goes to the first owner', () => {
    given([]).when({ type: 'claim', ownerId: owner, taken: 'email-taken' }).then([claimed]);
  });

  it("belongs to one pro only, and the refusal names the value's kind", () => {
    given([claimed]).when(takes).then(rejects('email-taken'));
    given([claimed])
      .when({ ...takes, taken: 'slug-taken' })
      .then(rejects('slug-taken'));
  });

  it('is free after its release', () => {
    given([claimed]).when({ type: 'release', ownerId: owner }).then([released]);
    given([claimed, released])
      .when(takes)
      .then([{ type: 'Claimed', data: { ownerId: guest } }]);
  });

  it('released meanwhile can still be taken over', () => {
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

describe('a claim renewed by its owner', () => {
  const ofTurn = (turn: number) => ({ type: 'Claimed', data: { ownerId: owner, turn } }) as const;
  const claim = (turn: number) => ({ type: 'claim', ownerId: owner, turn, taken: 'slug-taken' }) as const;

  it('has the latest turn: an overtaken one is refused', () => {
    given([claimed])
      .when(claim(1))
      .then([ofTurn(1)]);
    given([ofTurn(1)])
      .when(claim(2))
      .then([ofTurn(2)]);
    given([ofTurn(2)])
      .when(claim(2))
      .then([]);
    given([ofTurn(2)])
      .when(claim(1))
      .then(rejects('conflict'));
  });

  it('is refused to others, whatever their turn', () => {
    for (const turn of [1, 2, 3])
      given([ofTurn(2)])
        .when({ ...takes, turn })
        .then(rejects('email-taken'));
  });

  it('is released and taken over in its turn only', () => {
    const release = { type: 'release', ownerId: owner } as const;
    const takesOver = { ...takes, abandonedBy: owner } as const;
    given([ofTurn(1)])
      .when(release)
      .then([]);
    given([ofTurn(1)])
      .when({ ...release, turn: 1 })
      .then([released]);
    given([ofTurn(1)])
      .when(takesOver)
      .then(rejects('email-taken'));
    given([ofTurn(1)])
      .when({ ...takesOver, abandonedTurn: 1 })
      .then([{ type: 'Claimed', data: { ownerId: guest } }]);
  });
});
