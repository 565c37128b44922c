import { sampleIds } from '@visita/contracts/samples';
import { expect, it } from 'vitest';
import { createQueryWorld } from '../support/query-world.ts';
import { sampleClinic } from '../support/sample-clinic.ts';

const { owner } = sampleIds;
const options = { params: { proId: owner }, caller: owner };

const filled = async () => {
  const world = await createQueryWorld({ now: '2026-11-20T08:00:00.000Z' });
  await world.given(...sampleClinic);
  return world;
};

it.each(['alter table read.pros drop column manage_notice_hours', 'alter schema read rename to read_gone'])(
  'refuses with Retry-After while the read models belong to another release: %s',
  async (change) => {
    const world = await filled();
    await world.database.pool.query(change);
    await expect(world.ask('getOptions', options)).rejects.toMatchObject({ code: 'unavailable' });
    await world.close();
  },
);

it('continues over read models that were swapped for those of a later release', async () => {
  const world = await filled();
  const before = await world.ask('getOptions', options);
  await world.database.pool.query('alter table read.pros add column later text');
  expect(await world.ask('getOptions', options)).toEqual(before);
  await world.close();
});
