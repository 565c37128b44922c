import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, expect, it } from 'vitest';
import { duplicatesDecider, keptIn, recordsIn } from './duplicates.decider.ts';

const { given, fold } = specs(duplicatesDecider);
const proId = sampleIds.owner;
const [kept, absorbed, third] = [sampleIds.patient, sampleIds.parent, sampleId(5, 3)];
const merged = sample('PatientsMerged');
const separated = sample('PatientsSeparated');
const apart = sample('PatientsToldApart');
const merge = (keptId: string, absorbedId: string) => ({ type: 'merge', proId, keptId, absorbedId }) as const;
const undo = (keptId: string, absorbedId: string) =>
  ({ type: 'separate', proId, keptId, absorbedId }) as const;

describe('two records of one person', () => {
  it('are merged, and separated again', () => {
    given([]).when(merge(kept, absorbed)).then([merged]);
    given([merged]).when(merge(kept, absorbed)).then([]);
    given([merged]).when(undo(kept, absorbed)).then([separated]);
    given([merged, separated])
      .when(merge(absorbed, kept))
      .then([sample('PatientsMerged', { keptId: absorbed, absorbedId: kept })]);
  });

  it('are separated only if they are merged', () => {
    for (const command of [undo(absorbed, kept), undo(third, absorbed)])
      given([merged]).when(command).then([]);
    given([merged, separated]).when(undo(kept, absorbed)).then([]);
  });

  it('accept a third one, without circles or chains', () => {
    given([merged])
      .when(merge(kept, third))
      .then([sample('PatientsMerged', { absorbedId: third })]);
    for (const command of [
      merge(absorbed, kept),
      merge(absorbed, third),
      merge(third, absorbed),
      merge(third, kept),
    ])
      given([merged]).when(command).then(rejects('already-merged'));
    given([]).when(merge(kept, kept)).then(rejects('malformed-request'));
  });

  it('are found by either', () => {
    const state = fold([merged, sample('PatientsMerged', { absorbedId: third })]);
    expect([kept, absorbed, third].map((id) => keptIn(state, id))).toEqual([kept, kept, kept]);
    for (const id of [kept, absorbed, third]) expect(recordsIn(state, id)).toEqual([kept, absorbed, third]);
    expect(recordsIn(fold([]), third)).toEqual([third]);
  });

  it('are separate once one of them is erased', () => {
    const more = sample('PatientsMerged', { absorbedId: third });
    const from = (patientId: string) => ({ type: 'separate-from', proId, patientId }) as const;
    given([merged, more]).when(from(absorbed)).then([separated]);
    given([merged, more])
      .when(from(kept))
      .then([separated, sample('PatientsSeparated', { absorbedId: third })]);
    given([merged, separated]).when(from(kept)).then([]);
  });
});

describe('two different people', () => {
  const tell = (patientId: string, otherId: string) =>
    ({ type: 'tell-apart', proId, patientId, otherId }) as const;

  it('are marked once, in either order', () => {
    for (const command of [tell(kept, absorbed), tell(absorbed, kept)]) {
      given([]).when(command).then([apart]);
      given([apart]).when(command).then([]);
    }
  });

  it('are not marked while they are merged', () => {
    for (const two of [tell(kept, absorbed), tell(kept, kept)])
      given([merged]).when(two).then(rejects('already-merged'));
  });

  it('can be merged all the same', () => {
    given([apart]).when(merge(kept, absorbed)).then([merged]);
  });
});

describe('the responsible person', () => {
  const taken = sample('CareTaken');
  const ended = sample('CareEnded');
  const take = (patientId: string, responsibleId: string) =>
    ({ type: 'take-care', proId, patientId, responsibleId }) as const;
  const end = { type: 'end-care', proId, patientId: kept } as const;

  it('is recorded once, until it ends', () => {
    given([]).when(take(kept, absorbed)).then([taken]);
    given([taken]).when(take(kept, absorbed)).then([]);
    given([taken]).when(end).then([ended]);
    given([taken, ended]).when(end).then([]);
  });

  it('has no responsible person themselves, so there are no chains', () => {
    given([taken]).when(take(absorbed, kept)).then(rejects('not-responsible'));
    given([taken]).when(take(third, kept)).then(rejects('not-responsible'));
    given([taken]).when(take(absorbed, third)).then(rejects('not-responsible'));
    given([taken, ended])
      .when(take(absorbed, kept))
      .then([sample('CareTaken', { patientId: absorbed, responsibleId: kept })]);
  });

  it('is known under all merged records', () => {
    given([taken, sample('PatientsMerged', { keptId: third, absorbedId: kept })])
      .when(take(absorbed, third))
      .then(rejects('not-responsible'));
  });
});
