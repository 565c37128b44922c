import { sample, sampleIds } from '@visita/contracts/samples';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { offeredTimes, waitingEntries } from '@visita/read-model/waiting/tables';
import { busyIntervals } from '@visita/read-model/booking/tables';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { busyIntervalsProjection } from '../booking/busy-intervals.projection.ts';
import { createGiven } from '../../testing/given.ts';
import { offeredTimesProjection, waitingProjection } from './waiting.projection.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const joined = sample('WaitingJoined');
const made = sample('OfferMade');

test('an entry counts once it is confirmed, and shows its open offer', async () => {
  const given = createGiven(() => database, waitingProjection);
  expect(await given(joined).thenRows(waitingEntries)).toMatchObject([
    { name: 'Carla Verdi', state: 'unconfirmed', urgent: false, offer_id: null },
  ]);
  expect(await given(joined, sample('WaitingConfirmed'), made).thenRows(waitingEntries)).toMatchObject([
    { state: 'waiting', offer_id: made.data.offerId, offer_because: 'turn' },
  ]);
});

test('an entry that has ended keeps no contact and no offer', async () => {
  const given = createGiven(() => database, waitingProjection);
  const events = [joined, sample('WaitingConfirmed'), made, sample('WaitingEnded')];
  expect(await given(...events).thenRows(waitingEntries)).toMatchObject([
    { state: 'ended', name: null, email: null, phone: null, offer_id: null },
  ]);
});

test('an offered time is busy until its deadline or its answer', async () => {
  const given = createGiven(() => database, busyIntervalsProjection);
  expect(await given(made).thenRows(busyIntervals)).toMatchObject([
    { hold_until: '2026-11-20T11:00:00+00:00', blocked: false },
  ]);
  expect(await given(made, sample('OfferDeclined')).thenRows(busyIntervals)).toEqual([]);
});

test('an offer is kept with its times until it is taken or taken back, and marked if it was refused', async () => {
  const given = createGiven(() => database, offeredTimesProjection);
  expect(await given(made).thenRows(offeredTimes)).toMatchObject([
    { hub_service_id: sampleIds.ownerHubService, starts: '2026-11-23T08:00:00.000Z', refused: false },
  ]);
  for (const type of ['OfferDeclined', 'OfferLapsed'] as const)
    expect(await given(made, sample(type)).thenRows(offeredTimes)).toMatchObject([{ refused: true }]);
  for (const type of ['OfferTaken', 'OfferWithdrawn'] as const)
    expect(await given(made, sample(type)).thenRows(offeredTimes)).toEqual([]);
});
