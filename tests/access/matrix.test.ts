import { randomUUID } from 'node:crypto';
import { calls } from '@visita/contracts/api/table';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useProduct } from '../support/hooks.ts';
import type { Reply } from '../support/http.ts';
import { type Bearers, isAllowed, openBearers, requestOf, requests } from './ask.ts';
import { type Actor, type Column, type Row, rows } from './matrix-table.ts';
import type { Sent } from './requests/request.ts';
import { openWorld, type World } from './world.ts';

const product = useProduct();
let world: World;
let bearers: Bearers;
beforeAll(async () => {
  world = await openWorld(product().stack);
  bearers = await openBearers(world);
}, 600_000);
afterAll(() => world?.backstage.close());

type Answered = { status: number; body: Record<string, unknown>; correlation: string };

const send = async ({ call }: Row, actor: Actor, sent: Sent): Promise<Answered> => {
  const token = sent.token ?? bearers(actor);
  const correlation = randomUUID();
  const asked = { ...sent, correlation, ...(token === undefined ? {} : { token }) };
  const { status, body } = (await world.client.call(call, asked as never)) as Reply<Answered['body']>;
  return { status, body, correlation };
};

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Replaces all ids and names in a request by unknown ones. */
const ofNothing = ({ token, ...asked }: Sent): Sent => {
  const others = new Map<string, string>();
  const other = (id: string) => {
    others.set(id, others.get(id) ?? randomUUID());
    return others.get(id) ?? '';
  };
  const text = JSON.stringify(asked)
    .replaceAll(uuids, other)
    .replaceAll(/sara|carla/g, 'nobody');
  return { ...(JSON.parse(text) as Sent), ...(token === undefined ? {} : { token }) };
};

/**
 * Sends a row's request as a column's actor; the last column sends it for a missing object as an allowed
 * actor.
 */
const answerOf = async (row: Row, column: Column): Promise<Answered> => {
  if (column !== 'missing') return send(row, column, await requestOf(world, row, column));
  const entitled = (['self', 'owner', 'invited'] as const).find((one) => isAllowed(row, one));
  const actor = entitled ?? 'owner';
  return send(row, actor, ofNothing(await requestOf(world, row, actor)));
};

/** Removes what differs between requests. */
const comparable = ({ status, body: { requestId: _, ...body } }: Answered) => ({ status, body });

/** Returns the causation ids of events since a position. */
const causesSince = async (position: string): Promise<Set<string>> => {
  const events = await world.backstage.store.readAll(position, 5_000);
  return new Set(events.map(({ metadata }) => metadata.correlationId));
};

it('has a row for every call of the product, and a request for every row', () => {
  expect(new Set(rows.map(({ call }) => call))).toEqual(new Set(calls.map(([name]) => name)));
  expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(Object.keys(requests)));
});

it('detects what a request writes, as a control', async () => {
  const head = await world.backstage.store.head();
  const row = rows.find(({ name }) => name === 'openClinic')!;
  const { correlation } = await send(row, 'owner', await requestOf(world, row, 'owner'));
  expect(await causesSince(head)).toContain(correlation);
});

it.each(rows)('$name', async (row) => {
  const head = await world.backstage.store.head();
  const asked = Object.entries(row.expected).filter(([, status]) => status !== null) as [Column, number][];
  const answers = await Promise.all(asked.map(([column]) => answerOf(row, column)));
  const statuses = asked.map(([column], index) => [column, answers[index]?.status]);
  expect(Object.fromEntries(statuses)).toEqual(Object.fromEntries(asked));

  const causes = await causesSince(head);
  const refused = answers.filter(({ status }) => status >= 400);
  expect(refused.filter(({ correlation }) => causes.has(correlation))).toEqual([]);
  // A foreign object's response equals a missing one's.
  const notFound = answers.filter(({ status }) => status === 404).map(comparable);
  expect(notFound).toEqual(notFound.map(() => notFound.at(-1)));
});
