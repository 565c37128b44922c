import type { DuplicateEvent } from '@visita/contracts/patient/duplicate-events';
import { Rejection } from '@visita/contracts/problem';
import type { Decider } from '@visita/platform/runtime/decider';

export type DuplicatesState = {
  /** Kept record by merged record; a merged record is never also a kept one. */
  readonly merged: Readonly<Record<string, string>>;
  /** Pairs of ids, the smaller one first. */
  readonly apart: readonly (readonly [string, string])[];
  /**
   * Responsible person of each patient. Those assigned before this stream decided about them are
   * only in patients' streams.
   */
  readonly under: Readonly<Record<string, string>>;
};

type Merge = { readonly proId: string; readonly keptId: string; readonly absorbedId: string };

export type DuplicatesCommand =
  | ({ type: 'merge' } & Merge)
  | ({ type: 'separate' } & Merge)
  | { type: 'tell-apart'; proId: string; patientId: string; otherId: string }
  | { type: 'take-care'; proId: string; patientId: string; responsibleId: string }
  | { type: 'end-care'; proId: string; patientId: string }
  /** A patient is erased: the records merged into theirs are shown again. */
  | { type: 'separate-from'; proId: string; patientId: string };

/** Returns the kept record of a patient, which is the patient's own record if it is not merged. */
export const keptIn = ({ merged }: DuplicatesState, patientId: string): string =>
  merged[patientId] ?? patientId;

/** Returns all records of a person, the kept one first. */
export const recordsIn = (state: DuplicatesState, patientId: string): readonly [string, ...string[]] => {
  const kept = keptIn(state, patientId);
  const absorbed = Object.keys(state.merged).filter((id) => state.merged[id] === kept);
  return [kept, ...absorbed];
};

const evolve = (state: DuplicatesState, { type, data }: DuplicateEvent): DuplicatesState => {
  switch (type) {
    case 'PatientsMerged':
      return { ...state, merged: { ...state.merged, [data.absorbedId]: data.keptId } };
    case 'PatientsSeparated': {
      const { [data.absorbedId]: _absorbed, ...merged } = state.merged;
      return { ...state, merged };
    }
    case 'PatientsToldApart':
      return { ...state, apart: [...state.apart, [data.patientId, data.otherId]] };
    case 'CareTaken':
      return { ...state, under: { ...state.under, [data.patientId]: data.responsibleId } };
    case 'CareEnded': {
      const { [data.patientId]: _ended, ...under } = state.under;
      return { ...state, under };
    }
  }
};

/** Merges only into unmerged records, so that undoing one merge undoes no other. */
const merge = ({ proId, keptId, absorbedId }: Merge, state: DuplicatesState): readonly DuplicateEvent[] => {
  if (keptId === absorbedId)
    throw new Rejection('malformed-request', 'A patient is merged with another one.');
  if (state.merged[absorbedId] === keptId) return [];
  const others = new Set(Object.values(state.merged));
  if (keptId in state.merged || absorbedId in state.merged || others.has(absorbedId))
    throw new Rejection('already-merged');
  return [{ type: 'PatientsMerged', data: { proId, keptId, absorbedId } }];
};

const tellApart = (
  { proId, ...pair }: { proId: string; patientId: string; otherId: string },
  state: DuplicatesState,
): readonly DuplicateEvent[] => {
  const [patientId = '', otherId = ''] = [pair.patientId, pair.otherId].toSorted();
  if (keptIn(state, patientId) === keptIn(state, otherId)) throw new Rejection('already-merged');
  if (state.apart.some(([one, other]) => one === patientId && other === otherId)) return [];
  return [{ type: 'PatientsToldApart', data: { proId, patientId, otherId } }];
};

/** Assigns a responsible person. Refuses chains: a responsible person has no responsible person. */
const takeCare = (
  { proId, patientId, responsibleId }: Extract<DuplicatesCommand, { type: 'take-care' }>,
  state: DuplicatesState,
): readonly DuplicateEvent[] => {
  if (state.under[patientId] === responsibleId) return [];
  const own = recordsIn(state, patientId);
  const isResponsible = Object.values(state.under).some((id) => own.includes(id));
  if (isResponsible || recordsIn(state, responsibleId).some((id) => id in state.under))
    throw new Rejection('not-responsible');
  return [{ type: 'CareTaken', data: { proId, patientId, responsibleId } }];
};

/**
 * Decides `duplicates-<proId>`: one stream, so that concurrent merges and placements cannot form a circle.
 */
export const duplicatesDecider: Decider<DuplicatesState, DuplicateEvent, DuplicatesCommand> = {
  stream: (id) => `duplicates-${id}`,
  version: 2,
  initialState: { merged: {}, apart: [], under: {} },
  evolve,
  decide: (command, state) => {
    switch (command.type) {
      case 'merge':
        return merge(command, state);
      case 'separate': {
        const { proId, keptId, absorbedId } = command;
        if (state.merged[absorbedId] !== keptId) return [];
        return [{ type: 'PatientsSeparated', data: { proId, keptId, absorbedId } }];
      }
      case 'separate-from': {
        const { proId, patientId } = command;
        return Object.entries(state.merged)
          .filter((pair) => pair.includes(patientId))
          .map(([absorbedId, keptId]) => ({
            type: 'PatientsSeparated' as const,
            data: { proId, keptId, absorbedId },
          }));
      }
      case 'tell-apart':
        return tellApart(command, state);
      case 'take-care':
        return takeCare(command, state);
      case 'end-care': {
        const { proId, patientId } = command;
        return patientId in state.under ? [{ type: 'CareEnded', data: { proId, patientId } }] : [];
      }
    }
  },
};
