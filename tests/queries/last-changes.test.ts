import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { sampleClinic } from '../support/sample-clinic.ts';
import { countStatements, sumOf } from '../support/statements.ts';
import { createLastChanges, type LastChanges } from '@visita/query-service/last-changes';

const { clinic, owner, guest } = sampleIds;
const elsewhere = { clinicId: sampleId(2, 90), hubId: sampleId(3, 90), proId: sampleId(1, 90) };
const booked = (nth: number, where = {}) =>
  sample('BookingPlaced', { bookingId: sampleId(4, nth), ...where });

let world: QueryWorld;
let statements: ReturnType<typeof countStatements>;
let changes: LastChanges;
beforeAll(async () => {
  world = await createQueryWorld({ now: '2026-11-20T09:00:00Z' });
  await world.given(...sampleClinic);
  statements = countStatements();
});
beforeEach(() => {
  changes = createLastChanges({ pool: world.database.pool, projected: world.projected });
});
afterAll(async () => {
  statements.end();
  await world.close();
});

const looks = () => sumOf(statements.take(), (text) => text.startsWith('change') || text.startsWith('last-'));

it('reads each professional once, then only what changed since', async () => {
  const of = () => Promise.all([owner, guest, elsewhere.proId].map((proId) => changes.ofPro(proId)));
  const before = await of();
  statements.take();
  const there = await world.given(booked(1, elsewhere));
  expect(await of()).toEqual([before[0], before[1], there]);
  expect(looks()).toBe(1);
  const here = await world.given(booked(2));
  expect(await of()).toEqual([here, here, there]);
  expect(looks()).toBe(1);
  expect(await of()).toEqual([here, here, there]);
  expect(looks()).toBe(0);
});

it('returns for a professional added later the same as for earlier ones', async () => {
  await changes.ofPro(owner);
  await world.given(booked(3));
  const fresh = createLastChanges({ pool: world.database.pool, projected: world.projected });
  for (const proId of [owner, guest]) expect(await changes.ofPro(proId)).toBe(await fresh.ofPro(proId));
  expect(await changes.ofEverybody()).toBe(await fresh.ofEverybody());
});

it('reads memberships again after a change that concerns everyone', async () => {
  const roles = async () => (await changes.membershipsOf(guest)).map(({ hub_status }) => hub_status);
  const hub = { clinicId: clinic, hubId: sampleIds.guestHub, proId: guest };
  await world.given({ type: 'CollaborationAccepted', data: hub });
  expect(await roles()).toEqual(['active']);
  const left = await world.given({ type: 'CollaboratorArchived', data: hub });
  expect(await roles()).toEqual([]);
  expect(await changes.ofPro(owner)).toBe(left);
  expect(await changes.ofEverybody()).toBe(left);
});

it('starts again if more has changed than it keeps', async () => {
  await changes.ofPro(owner);
  const many = Array.from({ length: 5_001 }, (_, nth) =>
    booked(100 + nth, { clinicId: sampleId(2, 1_000 + nth), proId: elsewhere.proId }),
  );
  await world.given(...many);
  const here = await world.given(booked(4));
  expect(await changes.ofPro(owner)).toBe(here);
  const again = await world.given(booked(5));
  expect(await changes.ofPro(owner)).toBe(again);
});
