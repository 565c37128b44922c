import { byType } from '@visita/contracts/cases';
import type { ClaimEvent } from '@visita/contracts/claim/events';
import { type ProblemCode, Rejection } from '@visita/contracts/problem';
import type { Decider } from '@visita/platform/runtime/decider';

/** Owner of a value that is unique among pros. */
export type ClaimState = {
  readonly ownerId: string | null;
  /** Number of the owner's change of booking address; 0 for other values. */
  readonly turn: number;
};

export type ClaimCommand =
  | {
      type: 'claim';
      ownerId: string;
      turn?: number;
      /**
       * A former owner who no longer needs the claim, so that it may be taken over if this owner
       * still holds it.
       */
      abandonedBy?: string;
      abandonedTurn?: number;
      taken: ProblemCode;
    }
  | { type: 'release'; ownerId: string; turn?: number };

const claim = (
  command: Extract<ClaimCommand, { type: 'claim' }>,
  state: ClaimState,
): readonly ClaimEvent[] => {
  const { ownerId, turn = 0, abandonedBy, abandonedTurn = 0, taken } = command;
  if (state.ownerId === ownerId && state.turn === turn) return [];
  // A change that was overtaken by a later one must not get the claim.
  if (state.ownerId === ownerId && state.turn > turn) throw new Rejection('conflict');
  const abandoned = state.ownerId === abandonedBy && state.turn === abandonedTurn;
  if (state.ownerId !== null && state.ownerId !== ownerId && !abandoned) throw new Rejection(taken);
  return [{ type: 'Claimed', data: turn === 0 ? { ownerId } : { ownerId, turn } }];
};

const release = (
  { ownerId, turn = 0 }: Extract<ClaimCommand, { type: 'release' }>,
  state: ClaimState,
): readonly ClaimEvent[] =>
  state.ownerId === ownerId && state.turn === turn ? [{ type: 'ClaimReleased', data: { ownerId } }] : [];

export const claimDecider: Decider<ClaimState, ClaimEvent, ClaimCommand> = {
  stream: (key) => `claim-${key}`,
  initialState: { ownerId: null, turn: 0 },
  evolve: (_state, event) => {
    switch (event.type) {
      case 'Claimed':
        return { ownerId: event.data.ownerId, turn: event.data.turn ?? 0 };
      case 'ClaimReleased':
        return { ownerId: null, turn: 0 };
    }
  },
  decide: byType({ claim, release }),
};
