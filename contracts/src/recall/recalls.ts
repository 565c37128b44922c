import { Rejection } from '../problem.ts';
import type { UnsentReason } from '../messages/ledger.ts';
import type { RecallEvent } from './events.ts';

type Made = Extract<RecallEvent, { type: 'RecallMade' }>['data'];

/** The latest recall of a patient; null if there was none. */
export type RecallState = {
  readonly last: Made | null;
  /** Whether the latest recall has not ended. */
  readonly open: boolean;
};

export type RecallCommand =
  | { type: 'make'; recall: Made }
  /** A visit was booked at an instant. */
  | { type: 'end'; reason: 'booked'; at: string }
  | { type: 'end'; reason: 'not-sent'; recallId: string; unsent?: UnsentReason };

const evolve = (state: RecallState, event: RecallEvent): RecallState => {
  if (event.type === 'RecallMade') return { last: event.data, open: true };
  return event.data.recallId === state.last?.recallId ? { ...state, open: false } : state;
};

const make = (
  { recall }: Extract<RecallCommand, { type: 'make' }>,
  { last, open }: RecallState,
): readonly RecallEvent[] => {
  if (last?.recallId === recall.recallId) return [];
  if (last && open && last.until > recall.from) throw new Rejection('recall-open');
  // A recall that is sent by itself is sent once after a visit.
  if (recall.by === 'rule' && last?.bookingId === recall.bookingId) return [];
  return [{ type: 'RecallMade', data: recall }];
};

const end = (
  command: Extract<RecallCommand, { type: 'end' }>,
  { last, open }: RecallState,
): readonly RecallEvent[] => {
  if (!last || !open) return [];
  const isOfLast = command.reason === 'booked' ? command.at >= last.from : command.recallId === last.recallId;
  if (!isOfLast) return [];
  const { recallId, patientId, proId, clinicId } = last;
  const { reason } = command;
  const unsent = reason === 'not-sent' && command.unsent ? { unsent: command.unsent } : {};
  return [{ type: 'RecallEnded', data: { recallId, patientId, proId, clinicId, reason, ...unsent } }];
};

/** Decides `recall-<patient id>`: one open recall at a time. */
export const recalls = {
  stream: (patientId: string): string => `recall-${patientId}`,
  initialState: { last: null, open: false } as RecallState,
  evolve,
  decide: (command: RecallCommand, state: RecallState): readonly RecallEvent[] =>
    command.type === 'make' ? make(command, state) : end(command, state),
};
