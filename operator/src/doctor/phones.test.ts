import { createReadModels } from '@visita/read-model/schema';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { sampleId, sampleIds } from '@visita/contracts/samples';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lookAt } from './check.ts';
import { phonesCanBeDialled } from './phones.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const look = async () =>
  (await lookAt([phonesCanBeDialled({ pool: database.pool, now: () => new Date() })]))[0];

const store = async (index: number, prefix: string, phone: string) => {
  const id = sampleId(5, index);
  await database.pool.query(
    `insert into read.patients (patient_id, pro_id, prefix, phone, restricted, erased) values ($1, $2, $3, $4, false, false)`,
    [id, sampleIds.owner, prefix, phone],
  );
  return id;
};

it('needs tables, which the first start creates', async () => {
  expect(await look()).toMatchObject({ state: 'off' });
});

it('lists phones that cannot be dialled with a correction, and changes none', async () => {
  await createReadModels(database, 'read');
  await store(1, '+39', '3331234567');
  await store(2, '+39', '0612345678');
  await store(3, '+44', '7911123456');
  expect(await look()).toMatchObject({ state: 'ok', todo: null });
  const repeated = await store(4, '+39', '393331234567');
  const abroad = await store(5, '+39', '0034600111222');
  const trunk = await store(6, '+44', '07911123456');
  expect(await look()).toMatchObject({
    state: 'ok',
    detail: [
      `3 cannot be dialled as stored: patient ${repeated}: leave out the 39 that follows +39`,
      `patient ${abroad}: choose +34, leave out the 0034 that follows +39`,
      `patient ${trunk}: leave out the 0 that follows +44`,
    ].join('; '),
    todo: expect.stringContaining('to correct them'),
  });
  const { rows } = await database.pool.query('select phone from read.patients order by patient_id');
  expect(rows.map(({ phone }) => phone)).toContain('393331234567');
});
