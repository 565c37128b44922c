import type { BookingView } from '@visita/contracts/booking/views';
import { expect, it } from 'vitest';
import { ApiError } from '../../../lib/api/api.ts';
import type { FreeTime } from '../../../ui/fields/free-times.tsx';
import type { Choices } from './proposals.ts';
import { attempt, countOf, nextOf, noWork, planOf, type Step } from './work.ts';

const visit = (id: string) =>
  ({ id, date: '2026-12-02T09:00:00+01:00', doctor_name: 'Luca Riva', patient_name: 'Dora' }) as BookingView;
const to = {
  day: '2026-12-03',
  time: '10:00',
  hubServiceId: 'hub.service',
  professional: 'Sara Conti',
} as FreeTime;
const choices: Choices = { a: { to }, b: 'cancel' };

it('has a command with a key of its own for each decision, and nothing of the patient', () => {
  const { steps } = planOf(noWork, [visit('a'), visit('b'), visit('c')], choices);
  expect(steps).toMatchObject([
    { bookingId: 'a', to: { date: '2026-12-03T10:00', hubServiceId: 'hub.service' }, state: 'waiting' },
    { bookingId: 'b', to: null, state: 'waiting' },
  ]);
  expect(new Set(steps.map(({ key }) => key)).size).toBe(2);
  expect(JSON.stringify(steps)).not.toContain('Dora');
});

it('keeps the steps that are done and drops those that were refused', () => {
  const before = planOf(noWork, [visit('x'), visit('y')], { x: 'cancel', y: 'cancel' });
  const [x, y] = before.steps;
  const steps: Step[] = [
    { ...x!, state: 'done' },
    { ...y!, state: 'refused' },
  ];
  const work = planOf({ steps, stopped: true }, [visit('a')], choices);
  expect(work.steps.map(({ bookingId, state }) => [bookingId, state])).toEqual([
    ['x', 'done'],
    ['a', 'waiting'],
  ]);
  expect([nextOf(work)?.bookingId, countOf(work, 'done'), work.stopped]).toEqual([
    'a',
    { all: 1, moved: 0, cancelled: 1 },
    false,
  ]);
});

const tried = (error?: unknown) =>
  attempt({ key: 'k' } as Step, {
    send: async () => {
      if (error !== undefined) throw error;
    },
    textOf: ({ code }) => code,
  });

it('waits as long as a limit says, and sends again what may have happened', async () => {
  const limited = new ApiError('rate-limited', 'Too many', 429, { retryAfter: 40 });
  expect(await tried(limited)).toEqual({ waitSeconds: 40 });
  expect(await tried(new ApiError('network', 'Lost'))).toEqual({ waitSeconds: 5 });
  expect(await tried(new ApiError('slot-taken', 'Taken', 409))).toEqual({ reason: 'slot-taken' });
  expect(await tried(new ApiError('unauthenticated', 'Ended', 401))).toBe('session-ended');
  expect(await tried()).toBe('done');
  await expect(tried(new TypeError('a defect'))).rejects.toThrow('a defect');
});
