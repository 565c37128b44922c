import { sample, sampleIds } from '@visita/contracts/samples';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGiven } from '../../testing/given.ts';
import { projections } from '../projections.ts';
import { concernsEverybody } from './changes.projection.ts';
import { changes } from '@visita/read-model/change/tables';
import { clinics, hubs } from '@visita/read-model/clinic/tables';

const changesProjection = projections.find(({ name }) => name === 'changes')!;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('visits concern their clinic and pro, patient lists their pro, unprojected events no one, all others everyone', async () => {
  const given = createGiven(() => database, changesProjection);
  const { clinic, owner } = sampleIds;
  const at = (count: number) => String(count).padStart(16, '0');
  const scopes = async (...events: Parameters<typeof given>) => {
    const rows = await given(...events).thenRows(changes);
    return Object.fromEntries(rows.map(({ scope, position }) => [scope, position]));
  };
  const ids = { bookingId: sampleIds.booking, reservationId: sampleIds.booking };
  const abandoned = { type: 'ReservationAbandoned', data: ids } as const;
  const visits = [sample('BookingPlaced'), sample('PatientTagsSet'), abandoned] as const;
  expect(await scopes(...visits)).toEqual({ [clinic]: at(1), [owner]: at(2) });
  expect(await scopes(...visits, sample('PatientUpdated'))).toMatchObject({ everybody: at(4) });
});

test("events about a pro's clinics concern everyone, because workplaces are cached until such an event", () => {
  const belonging = projections.filter(({ tables }) =>
    tables.some((table) => table === clinics || table === hubs),
  );
  const types = belonging.flatMap(({ on }) => Object.keys(on));
  expect(types).toContain('CollaboratorArchived');
  expect(types.filter((type) => !concernsEverybody(type))).toEqual([]);
});
