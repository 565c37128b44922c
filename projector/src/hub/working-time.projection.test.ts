import { sample, sampleIds } from '@visita/contracts/samples';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGiven } from '../../testing/given.ts';
import { workingTimeProjection } from './working-time.projection.ts';
import { workingHours, workplaceChanges } from '@visita/read-model/hub/tables';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const given = createGiven(() => database, workingTimeProjection);
const { clinic: clinicId, owner: proId, ownerHub: hubId } = sampleIds;
const time = '2026-11-20T08:00:00+00:00';

test('withdrawn hours are kept with their end', async () => {
  const added = sample('AvailabilityAdded');
  const { availabilityId } = added.data.availability;
  const removed = { type: 'AvailabilityRemoved', data: { hubId, clinicId, proId, availabilityId } } as const;
  expect(await given(added).thenRows(workingHours)).toMatchObject([
    { hub_id: hubId, working_day: 1, starting_hour: '09:00', since: time, until: null },
  ]);
  expect(await given(added, removed).thenRows(workingHours)).toMatchObject([{ since: time, until: time }]);
});

test('hubs start and stop taking part, any number of times', async () => {
  const ids = { clinicId, hubId };
  const rows = await given(
    sample('ClinicOpened'),
    sample('CollaboratorInvited', { status: 'pending', role: 'guest' }),
    { type: 'CollaborationAccepted', data: ids },
    { type: 'CollaboratorPaused', data: ids },
    { type: 'CollaboratorActivated', data: ids },
    { type: 'CollaboratorStopped', data: ids },
    { type: 'CollaboratorActivated', data: ids },
    { type: 'CollaboratorArchived', data: { ...ids, proId } },
    { type: 'ClinicArchived', data: { clinicId } },
  ).thenRows(workplaceChanges);
  const of = (placeId: string) =>
    rows.filter(({ place_id }) => place_id === placeId).map(({ open, changed_at }) => [open, changed_at]);
  expect(of(clinicId)).toEqual([
    [true, time],
    [false, time],
  ]);
  expect(of(hubId).map(([open]) => open)).toEqual([true, false, true, false, true, false]);
});

test("an owner's own hub takes part at once, an invited one does not", async () => {
  const rows = await given(sample('CollaboratorInvited')).thenRows(workplaceChanges);
  expect(rows).toMatchObject([{ place_id: hubId, open: true }]);
  const pending = sample('CollaboratorInvited', { status: 'pending', role: 'guest' });
  expect(await given(pending).thenRows(workplaceChanges)).toEqual([]);
});
