import { sampleId, sampleIds } from '@visita/contracts/samples';
import { createTestDatabase } from '@visita/platform/testing/database';
import { createReadModels } from '@visita/read-model/schema';
import { expect, it } from 'vitest';
import { lookAt } from './check.ts';
import { namesCanBeSeen } from './names.ts';

it('lists patients with invisible names', async () => {
  await using database = await createTestDatabase();
  const look = async () =>
    (await lookAt([namesCanBeSeen({ pool: database.pool, now: () => new Date() })]))[0];
  expect(await look()).toMatchObject({ state: 'off' });
  await createReadModels(database, 'read');
  for (const [index, name] of ['Anna', '安娜', '\u3164', '\u2800'].entries())
    await database.pool.query(
      `insert into read.patients (patient_id, pro_id, name, restricted, erased) values ($1, $2, $3, false, false)`,
      [sampleId(5, index), sampleIds.owner, name],
    );
  expect(await look()).toMatchObject({
    state: 'ok',
    detail: `2 are invisible: patient ${sampleId(5, 2)}; patient ${sampleId(5, 3)}`,
  });
});
