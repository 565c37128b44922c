import { expect, it } from 'vitest';
import { usePractice } from '../support/hooks.ts';
import { lookInside } from '../support/inside.ts';

const places = 8;
const callers = 3 * places;
/** A position that was never written. */
const far = '9'.repeat(16);

const practice = usePractice({ REQUESTS_IN_HAND: String(places) });

/** Sends more reads of a far position than there are places, and other requests meanwhile. */
const askMeanwhile = async () => {
  const { stack, client, clinic } = practice();
  const { call } = client;
  const params = { clinicId: clinic.clinicId };
  await using inside = await lookInside(stack.place);
  // Locks the events table, which keeps these reads waiting.
  const events = await inside.hold('eventstore.events');
  let answered = 0;
  const asked = Array.from({ length: callers }, async () => {
    const { status } = await call('getBookingAvailabilities', { params, from: far });
    if (status === 200) answered += 1;
    return status;
  });
  const others: number[] = [];
  for (let turn = 0; turn < places; turn += 1) {
    others.push((await call('getBookingAvailabilities', { params })).status);
    others.push((await call('getSpecializations')).status);
  }
  const allInHand = answered === 0;
  await events.giveBack();
  return { allInHand, others, far: await Promise.all(asked) };
};

it('serves others while more reads wait for an unwritten position than there are places', async () => {
  let answers = await askMeanwhile();
  // On a slow machine the reads may time out first; then it is tried again.
  while (!answers.allInHand) answers = await askMeanwhile();
  expect(new Set(answers.others)).toEqual(new Set([200]));
  expect(new Set(answers.far)).toEqual(new Set([200]));
}, 120_000);
