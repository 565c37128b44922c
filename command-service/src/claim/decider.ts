import type { ClaimEvent } from '@visita/contracts/claim/events';
import { type ProblemCode, Rejection } from '@visita/contracts/problem';
import type { Decider } from '@visita/platform/decider';

/** Who owns a value that can belong to one pro only. */
export type ClaimState = { readonly ownerId: string | null };

export type ClaimCommand =
  | {
      type: 'claim';
      ownerId: string;
      /** A former owner proven never to have signed up: their claim may be taken over. */
      abandonedBy?: string;
      taken: ProblemCode;
    }
  | { type: 'release'; ownerId: string };

/** Decides `claim-<kind>_<keyed hash>`. */
export const claimDecider: Decider<ClaimState, ClaimEvent, ClaimCommand> = {
  stream: (key) => `claim-${key}`,
  initialState: { ownerId: null },
  evolve: (_state, event) => {
    switch (event.type) {
      case 'Claimed':
        return { ownerId: event.data.ownerId };
      case 'ClaimReleased':
        return { ownerId: null };
    }
  },
  decide: (command, state) => {
    switch (command.type) {
      case 'claim': {
        if (state.ownerId === command.ownerId) return [];
        const free = state.ownerId === null || state.ownerId === command.abandonedBy;
        if (!free) throw new Rejection(command.taken);
        return [{ type: 'Claimed', data: { ownerId: command.ownerId } }];
      }
      case 'release':
        return state.ownerId === command.ownerId
          ? [{ type: 'ClaimReleased', data: { ownerId: command.ownerId } }]
          : [];
    }
  },
};
