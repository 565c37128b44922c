import type { PatientAnswer } from '@visita/contracts/patient/views';
import type { OverviewView } from '@visita/contracts/overview/views';
import { recorded, sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { sampleClinic } from '../support/sample-clinic.ts';

const { owner, stranger, patient } = sampleIds;
let world: QueryWorld;

const visit = (index: number, day: string) =>
  sample('BookingPlaced', {
    bookingId: sampleId(4, index),
    reservationId: sampleId(6, index),
    confirmBy: null,
    start: `${day}T08:00:00.000Z`,
    end: `${day}T08:30:00.000Z`,
  });
const answer = (index: number, more: { proId?: string; comment?: string } = {}) => {
  const ids = { surveyId: sampleId(7, index), subjectId: patient, bookingId: sampleId(4, index) };
  const data = { ...ids, rating: index, comment: `Visita ${index}`, ...more };
  return { type: 'SurveySubmitted', data } as const;
};
const answers = [answer(1, { proId: owner }), answer(2), answer(3, { proId: owner, comment: '' })];
const read = async (caller: string = owner) =>
  (await world.ask('getPatientAnswers', { params: { patientId: patient }, caller })).data as PatientAnswer[];

beforeAll(async () => {
  world = await createQueryWorld({ now: '2026-11-20T08:00:00.000Z' });
  await world.given(
    ...sampleClinic,
    sample('PatientRegistered'),
    visit(1, '2026-11-10'),
    visit(2, '2026-11-12'),
    visit(3, '2026-11-14'),
    ...answers,
  );
  for (const [index, event] of recorded(answers).entries()) {
    world.stored.set(`survey-${sampleId(7, index + 1)}`, [event]);
  }
});
afterAll(() => world.close());

test('the treating professional reads answers that were written for them, not those of before', async () => {
  const found = await read();
  expect(found.map(({ rating, comment }) => [rating, comment])).toEqual([
    [3, ''],
    [1, 'Visita 1'],
  ]);
  expect(found[1]).toMatchObject({ booking_id: sampleId(4, 1), date: '2026-11-10T09:00:00+01:00' });
});

test('other professionals do not find the patient', async () => {
  await expect(read(stranger)).rejects.toMatchObject({ code: 'not-found' });
});

test('the overview counts the answers about visits of its days', async () => {
  const count = async (from: string, to: string) => {
    const asked = { params: { proId: owner }, query: { from, to }, caller: owner };
    const { data } = await world.ask('getProOverview', asked);
    return (data as OverviewView).surveys;
  };
  expect(await count('2026-11-10', '2026-11-13')).toEqual({ answers: 2 });
  expect(await count('2026-11-15', '2026-11-20')).toEqual({ answers: 0 });
});

test('an erased patient has no answers', async () => {
  await world.given(sample('PatientErasureRequested'));
  await expect(read()).rejects.toMatchObject({ code: 'not-found' });
});
