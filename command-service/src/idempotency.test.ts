import { api } from '@visita/contracts/api/table';
import { Rejection } from '@visita/contracts/problem';
import { migrate } from '@visita/platform/database/migrate';
import type { Exchange, Outcome } from '@visita/platform/http/register';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveId } from '@visita/platform/derive-id';
import { withIdempotency } from './idempotency.ts';
import { commandMigrations } from './migrations.ts';
import { anyone } from './testing/world.ts';

let database: TestDatabase;
let at = Date.parse('2026-11-20T09:00:00.000Z');
const hours = (count: number) => (at += count * 3_600_000);

beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, 'command', commandMigrations);
});
afterAll(() => database.close());

const around = () =>
  withIdempotency({ knex: database.knex, sealingKey: Buffer.alloc(32, 3), now: () => new Date(at) });

const exchange = (key: string | undefined, body: unknown = { name: 'Carla' }): Exchange => {
  const id = deriveId('command', key ?? 'none');
  return {
    name: 'requestBooking',
    call: api.requestBooking,
    params: {},
    query: {},
    body,
    caller: anyone,
    request: { requestId: id, correlationId: id, commandId: id, actor: 'anonymous' },
    requestHeader: () => key,
    setHeader: () => undefined,
  };
};

const answering = (text: string, position: string | null = '0000000000000007') => {
  const run = async (): Promise<Outcome> => {
    run.times += 1;
    return { body: text, position };
  };
  run.times = 0;
  return run;
};

const text = ({ body }: Outcome) => body.toString();
const failing = (error: Error) => async (): Promise<Outcome> => {
  throw error;
};

describe('a write with an Idempotency-Key', () => {
  it('runs once: a repeat gets the same answer and position', async () => {
    const run = answering('{"message":"Prenotato"}');
    const first = await around()(exchange('once'), run);
    const second = await around()(exchange('once'), run);
    expect([text(first), text(second)]).toEqual(['{"message":"Prenotato"}', '{"message":"Prenotato"}']);
    expect(second.position).toBe('0000000000000007');
    expect(run.times).toBe(1);
  });

  it('is refused with another body', async () => {
    await around()(exchange('body'), answering('{}'));
    await expect(around()(exchange('body', { name: 'Dora' }), answering('{}'))).rejects.toMatchObject({
      code: 'idempotency-mismatch',
    });
  });

  it('is refused while the first still runs, which then answers', async () => {
    const gate = Promise.withResolvers<Outcome>();
    const started = Promise.withResolvers<void>();
    const first = around()(exchange('running'), () => {
      started.resolve();
      return gate.promise;
    });
    await started.promise;
    await expect(around()(exchange('running'), answering('{}'))).rejects.toMatchObject({
      code: 'idempotency-in-progress',
    });
    gate.resolve({ body: 'late', position: null });
    expect(text(await first)).toBe('late');
  });

  it('may run again once the first is taken for dead, by one of those who ask', async () => {
    const started = Promise.withResolvers<void>();
    void around()(exchange('dead'), () => {
      started.resolve();
      return new Promise<Outcome>(() => undefined);
    });
    await started.promise;
    at += 31_000;
    const run = answering('second');
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => around()(exchange('dead'), run)));
    const refused = tries
      .filter((one) => one.status === 'rejected')
      .map((one) => (one.reason as Rejection).code);
    expect(run.times).toBe(1);
    expect(new Set(refused)).toEqual(new Set(refused.length > 0 ? ['idempotency-in-progress'] : []));
  });

  it('may be tried again with another body after a refusal', async () => {
    const refused = around()(exchange('refused'), failing(new Rejection('slot-taken')));
    await expect(refused).rejects.toMatchObject({ code: 'slot-taken' });
    expect(text(await around()(exchange('refused', { name: 'Dora' }), answering('done')))).toBe('done');
  });

  it('stays bound to its body after an unknown outcome, and may go on at once', async () => {
    await expect(around()(exchange('lost'), failing(new Error('no connection')))).rejects.toThrow(
      'no connection',
    );
    at += 1;
    await expect(around()(exchange('lost', { name: 'Dora' }), answering('{}'))).rejects.toMatchObject({
      code: 'idempotency-mismatch',
    });
    expect(text(await around()(exchange('lost'), answering('done')))).toBe('done');
  });

  it('is forgotten after 24 hours', async () => {
    await around()(exchange('old'), answering('first'));
    hours(23.9);
    expect(text(await around()(exchange('old'), answering('second')))).toBe('first');
    hours(0.2);
    expect(text(await around()(exchange('old', { name: 'Dora' }), answering('second')))).toBe('second');
  });

  it('leaves nothing readable behind', async () => {
    await around()(exchange('sealed', { name: 'Zenobia' }), answering('{"name":"Zenobia"}'));
    const rows = await database.knex('command.idempotency').select<{ answer: Buffer; request: Buffer }[]>();
    const stored = Buffer.concat(rows.flatMap((row) => [row.answer ?? Buffer.alloc(0), row.request]));
    expect(stored.includes('Zenobia')).toBe(false);
  });
});

it('leaves reads, logins and writes without a key alone', async () => {
  const run = answering('{}');
  await around()(exchange(undefined), run);
  await around()(exchange(undefined), run);
  await around()({ ...exchange('login'), name: 'logIn' }, run);
  await around()({ ...exchange('login'), name: 'logIn' }, run);
  expect(run.times).toBe(4);
});
