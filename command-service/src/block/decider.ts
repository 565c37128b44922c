import type { BlockDetails, BlockEvent, HandedOver } from '@visita/contracts/block/events';
import { Rejection } from '@visita/contracts/problem';
import type { Decider } from '@visita/platform/runtime/decider';

export type BlocksState = {
  readonly blocks: readonly BlockDetails[];
  /** Reservations that no block will ever use. */
  readonly abandoned: readonly string[];
};

type BlockChange = Pick<BlockDetails, 'blockId' | 'reservationId' | 'start' | 'end' | 'note' | 'author'>;

export type BlocksCommand =
  | { type: 'block'; block: BlockDetails; instead?: HandedOver | undefined }
  | { type: 'change'; block: BlockChange }
  | { type: 'unblock'; blockId: string }
  | { type: 'unblock-all' }
  | { type: 'abandon-reservation'; proId: string; reservationId: string };

const freed = ({ note: _note, author: _author, timezone: _timezone, ...held }: BlockDetails): BlockEvent => ({
  type: 'TimeUnblocked',
  data: held,
});

const evolve = (state: BlocksState, event: BlockEvent): BlocksState => {
  switch (event.type) {
    case 'TimeBlocked': {
      const { instead: _instead, ...block } = event.data;
      return { ...state, blocks: [...state.blocks, block] };
    }
    case 'BlockChanged': {
      const { previous, ...block } = event.data;
      return {
        blocks: state.blocks.map((one) => (one.blockId === block.blockId ? block : one)),
        abandoned:
          previous.reservationId === block.reservationId
            ? state.abandoned
            : [...state.abandoned, previous.reservationId],
      };
    }
    case 'TimeUnblocked':
      return {
        blocks: state.blocks.filter(({ blockId }) => blockId !== event.data.blockId),
        abandoned: [...state.abandoned, event.data.reservationId],
      };
    case 'BlockAbandoned':
      return { ...state, abandoned: [...state.abandoned, event.data.reservationId] };
  }
};

const change = (
  { block }: Extract<BlocksCommand, { type: 'change' }>,
  state: BlocksState,
): readonly BlockEvent[] => {
  const before = state.blocks.find(({ blockId }) => blockId === block.blockId);
  if (!before) throw new Rejection('not-found');
  if (state.abandoned.includes(block.reservationId)) throw new Rejection('slot-taken');
  if (before.reservationId === block.reservationId && before.note === block.note) return [];
  const { author: _author, ...unsigned } = before;
  const { reservationId, start, end } = before;
  return [{ type: 'BlockChanged', data: { ...unsigned, ...block, previous: { reservationId, start, end } } }];
};

/** Decides `blocks-<proId>`. Like a booking, a block decides whether its reservation is needed. */
export const blocksDecider: Decider<BlocksState, BlockEvent, BlocksCommand> = {
  stream: (id) => `blocks-${id}`,
  initialState: { blocks: [], abandoned: [] },
  evolve,
  decide: (command, state) => {
    switch (command.type) {
      case 'block':
        if (state.blocks.some(({ blockId }) => blockId === command.block.blockId)) return [];
        if (state.abandoned.includes(command.block.reservationId)) throw new Rejection('slot-taken');
        return [
          {
            type: 'TimeBlocked',
            data: { ...command.block, ...(command.instead && { instead: command.instead }) },
          },
        ];
      case 'change':
        return change(command, state);
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
