import { migrate } from '@visita/platform/postgres/migrate';
import { deriveId } from '@visita/platform/ids/derive-id';
import { beginning } from '@visita/platform/event-store/port';
import { reactionTo } from '@visita/platform/runtime/reactions';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandMigrations } from '../migrations.ts';
import { bookingOf, invite, openPractice, type Practice, registerPro } from '../../testing/practice.ts';
import { createWorld, pro, typesSince, type World } from '../../testing/world.ts';
import { stopCollaborators } from './stop-collaborators.ts';
import { createWorkplaces, type Workplaces } from './workplaces.ts';

let database: TestDatabase;
let workplaces: Workplaces;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, 'command', commandMigrations);
  workplaces = createWorkplaces(database.knex);
});
afterAll(() => database.close());

const causeOf = (world: World, id: string) => ({
  id,
  correlationId: id,
  actor: 'process:stop-collaborators' as const,
  time: world.now().toISOString(),
});

/** Handles events in order, as the process runner does. */
const react = async (world: World, after = beginning): Promise<void> => {
  const { on } = stopCollaborators({ domain: world.domain, workplaces });
  for (const event of await world.store.readAll(after, 10_000)) {
    await reactionTo(on, event.type)?.(event, causeOf(world, deriveId(event.id)));
  }
};

const assign = (world: World, proId: string, plan: 'free' | 'premium') =>
  world.domain.pros.execute(proId, { type: 'assign-plan', plan }, causeOf(world, deriveId(proId, plan)));

/**
 * Anna's clinic on the premium plan, with Bea, Carl and Dora invited in this order; the free plan
 * allows two.
 */
const scene = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const { ownerId } = practice;
  const colleagues = [];
  for (const username of ['bea', 'carl', 'dora']) {
    const proId = await registerPro(world, username);
    const hub = await invite(world, practice, { ownerId, username });
    colleagues.push({ proId, ...hub });
  }
  const accept = ({ proId, hubId }: { proId: string; hubId: string }) =>
    world.call('updateHub', { params: { id: hubId }, body: { status: 'active' }, as: pro(proId) });
  return { world, practice, ownerId, colleagues, accept };
};

/** Statuses of the owner, then of the collaborators in the order of invitation. */
const statuses = async (world: World, { clinicId }: Practice) => {
  const { state } = await world.domain.clinics.load(clinicId);
  return state.status === 'none' ? [] : state.team.map(({ status }) => status);
};

it('stops the last invited if an operator lowers the plan, and keeps their bookings', async () => {
  const { world, practice, ownerId, colleagues, accept } = await scene();
  for (const colleague of colleagues) await accept(colleague);
  const body = bookingOf(colleagues[2]!.offers[0], '2026-11-23T09:00');
  const placed = await world.call('placeBooking', { body, as: pro(ownerId) });
  await react(world);
  expect(await statuses(world, practice)).toEqual(['active', 'active', 'active', 'active']);
  const head = await world.store.head();
  await assign(world, ownerId, 'free');
  await react(world, head);
  expect(await statuses(world, practice)).toEqual(['active', 'active', 'active', 'stop']);
  const booking = await world.domain.bookings.load(placed.answer.data.id);
  expect(booking.state.status).toBe('confirmed');
  await expect(
    world.call('placeBooking', {
      body: bookingOf(colleagues[2]!.offers[0], '2026-11-23T10:00'),
      as: pro(ownerId),
    }),
  ).rejects.toMatchObject({ code: 'hub-not-active' });
});

it('finds a collaborator who accepted under the former limit after the plan was lowered', async () => {
  const { world, practice, ownerId, colleagues, accept } = await scene();
  await accept(colleagues[0]!);
  await accept(colleagues[1]!);
  await assign(world, ownerId, 'free');
  await react(world);
  const head = await world.store.head();
  const { hubId } = colleagues[2]!;
  const late = { type: 'accept', hubId, collaboratorNumber: 20 } as const;
  await world.domain.clinics.execute(practice.clinicId, late, causeOf(world, deriveId('late')));
  await react(world, head);
  expect(await statuses(world, practice)).toEqual(['active', 'active', 'active', 'stop']);
});

it('writes nothing when repeated', async () => {
  const { world, ownerId, colleagues, accept } = await scene();
  for (const colleague of colleagues) await accept(colleague);
  await assign(world, ownerId, 'free');
  await react(world);
  const head = await world.store.head();
  await react(world);
  expect(await typesSince(world.store, head)).toEqual([]);
});

it.each(['archived clinic', 'account on its way out'])('does not change an %s', async (which) => {
  const { world, practice, ownerId, colleagues, accept } = await scene();
  for (const colleague of colleagues) await accept(colleague);
  await assign(world, ownerId, 'free');
  const as = pro(ownerId);
  if (which === 'archived clinic') {
    await world.call('updateClinic', { params: { id: practice.clinicId }, body: { status: 'archived' }, as });
  } else {
    await world.call('deletePro', { params: { id: ownerId }, as });
  }
  const head = await world.store.head();
  await react(world);
  expect(await typesSince(world.store, head)).toEqual([]);
});

it('keeps nothing about an erased pro', async () => {
  const { world, ownerId } = await scene();
  const cause = causeOf(world, deriveId('erased'));
  await react(world);
  expect(await workplaces.of(ownerId)).not.toEqual([]);
  await world.call('deletePro', { params: { id: ownerId }, as: pro(ownerId) });
  await world.store.append(`pro-${ownerId}`, 'any', [
    {
      type: 'ProErased',
      data: { proId: ownerId },
      id: deriveId('said'),
      metadata: { correlationId: 'c', causationId: 'c', actor: cause.actor, time: cause.time },
    },
  ]);
  await react(world);
  expect(await workplaces.of(ownerId)).toEqual([]);
});
