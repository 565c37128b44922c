import { createZone } from '@visita/contracts/availability/zones';
import { deriveId } from '@visita/platform/ids/derive-id';
import { beginning } from '@visita/platform/event-store/port';
import { reactionTo } from '@visita/platform/runtime/reactions';
import { expect, it } from 'vitest';
import { joinPractice, openPractice } from '../../testing/practice.ts';
import { createWorld, pro } from '../../testing/world.ts';
import { periodOf } from '../period.ts';
import { keepWallClocks } from './keep-wall-clocks.ts';

const typed = { title: 'Ponte', starting_date: '2026-12-07T00:00', ending_date: '2026-12-08T23:59' };
const inRome = ['2026-12-06T23:00:00.000Z', '2026-12-08T23:00:00.000Z'];
const onIslands = ['2026-12-07T00:00:00.000Z', '2026-12-09T00:00:00.000Z'];
const place = {
  name: 'Studio',
  provinceId: 'ES-TF',
  city: 'Adeje',
  address: 'Calle Mayor 1',
  postalCode: '38670',
};

/** A clinic in Rome with a closing, and vacations of its owner and a collaborator. */
const scene = async () => {
  const world = createWorld();
  const { domain, store } = world;
  const practice = await openPractice(world);
  const bruno = await joinPractice(world, practice);
  const { clinicId } = practice;
  const hubIds = [practice.hubId, bruno.hubId];
  const body = { ...typed, clinic_id: clinicId, type: 'closing' };
  await world.call('planClosing', { body, as: pro(practice.ownerId) });
  // The collaborator's present plan has no vacations, the former one did.
  const zone = createZone('Europe/Rome');
  const plan = (hubId: string, title: string) => {
    const id = deriveId(hubId, title);
    const cause = { id, correlationId: id, actor: 'process:test', time: world.now().toISOString() } as const;
    const vacationId = `${hubId}.${title}`;
    const period = periodOf({ ...typed, title }, zone);
    return domain.hubs.execute(hubId, { type: 'plan-vacation', vacationId, period }, cause);
  };
  for (const hubId of hubIds) await plan(hubId, 'ferie');
  const moveAway = () =>
    world.call('updateClinic', { params: { id: clinicId }, body: place, as: pro(practice.ownerId) });
  const periods = async () => {
    const { state: clinic } = await domain.clinics.load(clinicId);
    const hubs = await Promise.all(hubIds.map((hubId) => domain.hubs.load(hubId)));
    const planned = [
      ...(clinic.status === 'none' ? [] : clinic.closings),
      ...hubs.flatMap(({ state }) => (state.status === 'none' ? [] : state.vacations)),
    ];
    return planned.map(({ period: { start, end } }) => [start, end]);
  };
  const events = () => store.readAll(beginning, 10_000);
  const react = async () => {
    const { on } = keepWallClocks(domain);
    for (const event of await events()) {
      const actor = 'process:keep-wall-clocks' as const;
      const time = world.now().toISOString();
      const cause = { id: deriveId(event.id, actor), correlationId: event.id, actor, time };
      await reactionTo(on, event.type)?.(event, cause);
    }
  };
  return { world, practice, moveAway, periods, plan, events, react };
};

it("a call moves closings and vacations with the clinic's zone, and the process finds nothing to do", async () => {
  const { moveAway, periods, events, react } = await scene();
  expect(await periods()).toEqual([inRome, inRome, inRome]);
  await moveAway();
  expect(await periods()).toEqual([onIslands, onIslands, onIslands]);
  const written = (await events()).length;
  await react();
  expect((await events()).length).toBe(written);
});

it('the process finishes a change whose call crashed before the vacations', async () => {
  const { world, moveAway, periods, events, react } = await scene();
  const hubs = { ...world.domain.hubs };
  world.domain.hubs.execute = async () => {
    throw new Error('killed');
  };
  await expect(moveAway()).rejects.toThrow('killed');
  Object.assign(world.domain.hubs, hubs);
  expect(await periods()).toEqual([onIslands, inRome, inRome]);
  await react();
  expect(await periods()).toEqual([onIslands, onIslands, onIslands]);
  const written = (await events()).length;
  await react();
  expect((await events()).length).toBe(written);
});

it('a vacation planned in the former zone at the same time is corrected', async () => {
  const { practice, moveAway, periods, plan, react } = await scene();
  await moveAway();
  await plan(practice.hubId, 'late');
  expect(await periods()).toContainEqual(inRome);
  await react();
  expect(await periods()).toEqual([onIslands, onIslands, onIslands, onIslands]);
});
