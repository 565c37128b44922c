import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { migrate } from '../postgres/migrate.ts';
import { createTextLedger, type NewText, type TextLedger } from './ledger.ts';
import { messagesMigrations, messagesSchema } from './migrations.ts';
import { createShortLinks } from './short-links.ts';

let database: TestDatabase;
let ledger: TextLedger;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, messagesSchema, messagesMigrations);
  ledger = createTextLedger(database);
});
afterAll(() => database?.close());
beforeEach(() => database.pool.query('delete from messages.texts'));

const at = (time: string) => new Date(`2026-11-28T${time}:00Z`);
const reserve = async (changes: Partial<NewText> = {}, now = at('08:00')): Promise<NewText> => {
  const text = {
    id: randomUUID(),
    proId: randomUUID(),
    clinicId: randomUUID(),
    patientId: randomUUID(),
    purpose: 'reminder',
    provider: 'kannel',
    number: 'hash',
    notAfter: at('12:00'),
    ...changes,
  };
  await ledger.reserve(database.pool, text, now);
  return text;
};
const claim = (now: Date) => ledger.claim({ now, lease: 60_000, limit: 10 });
const stateOf = async ({ id }: NewText) =>
  (
    await database.pool.query<{ state: string; reason: string | null }>(
      'select state, reason from messages.texts where id = $1',
      [id],
    )
  ).rows[0];

it('gives a text to one worker, once', async () => {
  const text = await reserve();
  await ledger.reserve(database.pool, text, at('08:00'));
  const taken = (await Promise.all([claim(at('08:01')), claim(at('08:01'))])).flat();
  expect(taken.map(({ id, attempts }) => [id, attempts])).toEqual([[text.id, 1]]);
});

it('never sends a text again whose worker ended in between', async () => {
  const text = await reserve();
  await claim(at('08:01'));
  await ledger.tidy(at('08:03'));
  expect(await stateOf(text)).toEqual({ state: 'unknown', reason: 'interrupted' });
  expect(await claim(at('08:04'))).toEqual([]);
});

it('tries a text again that was not sent, and drops it once it comes too late', async () => {
  const text = await reserve();
  await claim(at('08:01'));
  await ledger.delay(text.id, at('08:05'), 'ECONNREFUSED');
  expect(await claim(at('08:04'))).toEqual([]);
  expect(await claim(at('08:05'))).toHaveLength(1);
  await ledger.delay(text.id, at('08:10'), 'ECONNREFUSED');
  await ledger.tidy(at('12:00'));
  expect(await stateOf(text)).toEqual({ state: 'dropped', reason: 'ECONNREFUSED' });
  expect(await claim(at('12:01'))).toEqual([]);
});

it('keeps a receipt that overtakes the answer, and a delivery that follows a failure', async () => {
  const text = await reserve();
  await claim(at('08:01'));
  expect(await ledger.receive(text.id, 'failed', at('08:02'))).toBe(true);
  expect(await ledger.receive(text.id, 'delivered', at('08:02'))).toBe(true);
  await ledger.settle(text.id, { state: 'sent', providerId: 'SM1', segments: 2 }, at('08:02'));
  expect(await ledger.receive(text.id, 'delivered', at('08:03'))).toBe(false);
  expect(await ledger.receive(text.id, 'failed', at('08:03'))).toBe(false);
  expect(await stateOf(text)).toMatchObject({ state: 'delivered' });
});

it('counts texts of a number, a professional and the product, but none that was refused or dropped', async () => {
  const proId = randomUUID();
  const text = await reserve({ proId });
  await reserve({ proId, number: 'other' });
  await reserve({ number: 'third' }, new Date('2026-10-01T08:00:00Z'));
  const used = () => ledger.used(database.pool, { id: randomUUID(), number: 'hash', proId }, at('09:00'));
  expect(await used()).toEqual({
    numberDay: 1,
    numberMonth: 1,
    proMonth: 2,
    day: 2,
    refused: false,
    known: false,
  });
  await claim(at('08:01'));
  await ledger.settle(text.id, { state: 'refused', reason: '403' }, at('08:02'));
  expect(await used()).toMatchObject({ numberDay: 0, proMonth: 1, refused: true });
});

it('deletes texts after 13 months', async () => {
  const text = await reserve({}, new Date('2025-10-27T08:00:00Z'));
  await ledger.tidy(at('08:00'));
  expect(await stateOf(text)).toBeUndefined();
});

it('makes short links with 128 bits that end in a letter or digit, and keeps only their hashes', async () => {
  const links = createShortLinks({ database, key: Buffer.alloc(32, 1), now: () => at('08:00') });
  const expires = at('12:00');
  const codes = await Promise.all(
    Array.from({ length: 200 }, () =>
      links.issue({ purpose: 'visit', target: randomUUID() }, { id: randomUUID(), number: 'hash', expires }),
    ),
  );
  expect(new Set(codes).size).toBe(200);
  for (const code of codes) expect(code).toMatch(/^[\w-]{21}[a-z\d]$/i);
  const { rows } = await database.pool.query<{ text: string }>(
    'select short_links::text as text from messages.short_links',
  );
  expect(rows.filter(({ text }) => codes.some((code) => text.includes(code)))).toEqual([]);
  expect(await links.read(codes[0]!)).toMatchObject({ purpose: 'visit', number: 'hash' });
  expect(await links.read(`${codes[0]!.slice(0, -1)}-`)).toBeNull();
  const later = createShortLinks({ database, key: Buffer.alloc(32, 1), now: () => expires });
  expect(await later.read(codes[0]!)).toBeNull();
});
