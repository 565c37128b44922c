import type { BlockDetails, BlockEvent } from '@visita/contracts/block/events';
import { Rejection } from '@visita/contracts/problem';
import type { Decider } from '@visita/platform/runtime/decider';

export type BlocksState = {
  readonly blocks: readonly BlockDetails[];
  /** Reservations on which no block stands, nor ever will. */
  readonly abandoned: readonly string[];
};

export type BlocksCommand =
  | { type: 'block'; block: BlockDetails }
  | { type: 'unblock'; blockId: string }
  | { type: 'unblock-all' }
  | { type: 'abandon-reservation'; proId: string; reservationId: string };

const freed = ({ note: _note, timezone: _timezone, ...held }: BlockDetails): BlockEvent => ({
  type: 'TimeUnblocked',
  data: held,
});

const evolve = (state: BlocksState, event: BlockEvent): BlocksState => {
  switch (event.type) {
    case 'TimeBlocked':
      return { ...state, blocks: [...state.blocks, event.data] };
    case 'TimeUnblocked':
      return {
        blocks: state.blocks.filter(({ blockId }) => blockId !== event.data.blockId),
        abandoned: [...state.abandoned, event.data.reservationId],
      };
    case 'BlockAbandoned':
      return { ...state, abandoned: [...state.abandoned, event.data.reservationId] };
  }
};

/** Decides `blocks-<proId>`. Like a booking, a block has the last word on whether its reservation is needed. */
export const blocksDecider: Decider<BlocksState, BlockEvent, BlocksCommand> = {
  stream: (id) => `blocks-${id}`,
  initialState: { blocks: [], abandoned: [] },
  evolve,
  decide: (command, state) => {
    switch (command.type) {
      case 'block':
        if (state.blocks.some(({ blockId }) => blockId === command.block.blockId)) return [];
        if (state.abandoned.includes(command.block.reservationId)) throw new Rejection('slot-taken');
        return [{ type: 'TimeBlocked', data: command.block }];
      case 'unblock':
        return state.blocks.filter(({ blockId }) => blockId === command.blockId).map(freed);
      case 'unblock-all':
        return state.blocks.map(freed);
      case 'abandon-reservation': {
        const { proId, reservationId } = command;
        if (state.blocks.some((block) => block.reservationId === reservationId)) {
          throw new Rejection('slot-taken');
        }
        if (state.abandoned.includes(reservationId)) return [];
        return [{ type: 'BlockAbandoned', data: { proId, reservationId } }];
      }
    }
  },
};
