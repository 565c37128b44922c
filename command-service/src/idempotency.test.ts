import { randomUUID } from 'node:crypto';
import { api } from '@visita/contracts/api/table';
import { Rejection } from '@visita/contracts/problem';
import { migrate } from '@visita/platform/postgres/migrate';
import type { Exchange, Outcome } from '@visita/platform/http/register';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withIdempotency } from './idempotency.ts';
import { commandMigrations } from './migrations.ts';
import { anyone } from '../testing/world.ts';

let database: TestDatabase;
let at = Date.parse('2026-11-20T09:00:00.000Z');
const hours = (count: number) => (at += count * 3_600_000);

beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, 'command', commandMigrations);
});
afterAll(() => database.close());

const middleware = () =>
  withIdempotency({ knex: database.knex, sealingKey: Buffer.alloc(32, 3), now: () => new Date(at) });

const exchange = (key: string | null, body: unknown = { name: 'Carla' }): Exchange => {
  const id = randomUUID();
  return {
    name: 'requestBooking',
    call: api.requestBooking,
    params: {},
    query: {},
    body,
    caller: anyone,
    request: { requestId: id, correlationId: id, commandId: id, actor: 'anonymous', address: '192.0.2.1' },
    key,
    requestHeader: () => undefined,
    setHeader: () => undefined,
    aside: (wait) => wait(),
  };
};

const answering = (text: string, position: string | null = '0000000000000007') => {
  const run = async (commandId?: string): Promise<Outcome> => {
    run.commands.push(commandId);
    return { body: text, position };
  };
  run.commands = [] as (string | undefined)[];
  return run;
};

const text = ({ body }: Outcome) => body.toString();
const failing = (error: Error) => async (): Promise<Outcome> => {
  throw error;
};

describe('a write with an Idempotency-Key', () => {
  it('runs once: a repeat gets the same answer and position', async () => {
    const run = answering('{"message":"Prenotato"}');
    const first = await middleware()(exchange('once'), run);
    const second = await middleware()(exchange('once'), run);
    expect([text(first), text(second)]).toEqual(['{"message":"Prenotato"}', '{"message":"Prenotato"}']);
    expect(second.position).toBe('0000000000000007');
    expect(run.commands).toHaveLength(1);
  });

  it('is refused with another body', async () => {
    await middleware()(exchange('body'), answering('{}'));
    await expect(middleware()(exchange('body', { name: 'Dora' }), answering('{}'))).rejects.toMatchObject({
      code: 'idempotency-mismatch',
    });
  });

  it('is refused while the first still runs, which then answers', async () => {
    const gate = Promise.withResolvers<Outcome>();
    const started = Promise.withResolvers<void>();
    const first = middleware()(exchange('running'), () => {
      started.resolve();
      return gate.promise;
    });
    await started.promise;
    await expect(middleware()(exchange('running'), answering('{}'))).rejects.toMatchObject({
      code: 'idempotency-in-progress',
    });
    gate.resolve({ body: 'late', position: null });
    expect(text(await first)).toBe('late');
  });

  it('may run again, in one of the waiting requests, once the first is considered dead', async () => {
    const started = Promise.withResolvers<string | undefined>();
    void middleware()(exchange('dead'), (commandId) => {
      started.resolve(commandId);
      return new Promise<Outcome>(() => undefined);
    });
    const command = await started.promise;
    at += 31_000;
    const run = answering('second');
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => middleware()(exchange('dead'), run)));
    const refused = tries
      .filter((one) => one.status === 'rejected')
      .map((one) => (one.reason as Rejection).code);
    // The command id is the same, so the events of the first request are found.
    expect(run.commands).toEqual([command]);
    expect(new Set(refused)).toEqual(new Set(refused.length > 0 ? ['idempotency-in-progress'] : []));
  });

  it('may be repeated after a refusal: as the same command, or with another body as a new one', async () => {
    const commands: (string | undefined)[] = [];
    const refuse = async (commandId?: string): Promise<Outcome> => {
      commands.push(commandId);
      throw new Rejection('slot-taken');
    };
    for (const name of ['Carla', 'Carla', 'Dora']) {
      await expect(middleware()(exchange('refused', { name }), refuse)).rejects.toMatchObject({
        code: 'slot-taken',
      });
    }
    const [first, again, other] = commands;
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(text(await middleware()(exchange('refused', { name: 'Dora' }), answering('done')))).toBe('done');
  });

  it('refused late leaves the answer of the one that took over', async () => {
    const slow = Promise.withResolvers<Outcome>();
    const started = Promise.withResolvers<void>();
    const first = middleware()(exchange('slow'), () => {
      started.resolve();
      return slow.promise;
    });
    await started.promise;
    at += 31_000;
    await middleware()(exchange('slow'), answering('second'));
    slow.reject(new Rejection('slot-taken'));
    await expect(first).rejects.toMatchObject({ code: 'slot-taken' });
    expect(text(await middleware()(exchange('slow'), answering('third')))).toBe('second');
  });

  it('stays bound to its body after an unknown outcome, and may be repeated at once', async () => {
    await expect(middleware()(exchange('lost'), failing(new Error('no connection')))).rejects.toThrow(
      'no connection',
    );
    at += 1;
    await expect(middleware()(exchange('lost', { name: 'Dora' }), answering('{}'))).rejects.toMatchObject({
      code: 'idempotency-mismatch',
    });
    expect(text(await middleware()(exchange('lost'), answering('done')))).toBe('done');
  });

  it('expires after 24 hours: the same request finds its work, a different one is a new command', async () => {
    const [first, same, other] = [answering('first'), answering('same'), answering('other')];
    await middleware()(exchange('old'), first);
    hours(23.9);
    expect(text(await middleware()(exchange('old'), same))).toBe('first');
    hours(0.2);
    expect(text(await middleware()(exchange('old'), same))).toBe('same');
    expect(same.commands).toEqual(first.commands);
    hours(24.1);
    expect(text(await middleware()(exchange('old', { name: 'Dora' }), other))).toBe('other');
    expect(other.commands).not.toEqual(first.commands);
  });

  it('is another command for another caller, call or key', async () => {
    const run = answering('{}');
    const one = exchange('mine');
    const booking = { kind: 'booking', bookingId: randomUUID() } as const;
    const others = [
      { ...one, caller: booking },
      { ...one, name: 'submitSurvey' as const },
      exchange('yours'),
    ];
    for (const each of [one, ...others]) await middleware()(each, run);
    expect(new Set(run.commands).size).toBe(4);
  });

  it('leaves nothing readable', async () => {
    await middleware()(exchange('sealed', { name: 'Zenobia' }), answering('{"name":"Zenobia"}'));
    const rows = await database.knex('command.idempotency').select<{ answer: Buffer | null }[]>();
    const stored = Buffer.concat(rows.flatMap(({ answer }) => (answer ? [answer] : [])));
    expect(stored.includes('Zenobia')).toBe(false);
  });
});

it('does not change writes without a key', async () => {
  const run = answering('{}');
  await middleware()(exchange(null), run);
  await middleware()(exchange(null), run);
  expect(run.commands).toEqual([undefined, undefined]);
});

it.each([
  'logIn',
  'logInWithPasskey',
  'beginFactor',
  'confirmFactor',
  'addPasskey',
  'renewRecoveryCodes',
  'createCalendarFeed',
] as const)('stores no answer of %s, which is secret', async (name) => {
  const run = answering('{"secret":"1"}');
  const asked = { ...exchange(name), name, call: api[name] };
  await middleware()(asked, run);
  expect(text(await middleware()(asked, answering('{"secret":"2"}')))).toBe('{"secret":"2"}');
  expect(run.commands).toEqual([undefined]);
});
