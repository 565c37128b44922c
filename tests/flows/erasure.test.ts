import { expect, it, vi } from 'vitest';
import { useProduct } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead, openClinic, registerPro } from '../support/http-practice.ts';
import { lookInside } from '../support/inside.ts';

const product = useProduct();

/** Every table of the product as text, as a dump would hold it. */
const dump = async (): Promise<string> => {
  await using inside = await lookInside(product().stack.varDirectory);
  const { rows } = await inside.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const tables = await Promise.all(
    rows.map(async ({ name }) => {
      const { rows: all } = await inside.pool.query<{ line: string }>(
        `select t::text as line from ${name} t`,
      );
      return all.map(({ line }) => `${name} ${line}`).join('\n');
    }),
  );
  return tables.join('\n');
};

it('erases a pro who deletes their account, orphans what lies ahead, and lets the email go', async () => {
  const { client } = product();
  const zelda = await registerPro(client, 'zelda_unique');
  const clinic = await openClinic(client, zelda, 'Studio Est');
  const { proId, token } = zelda;
  const booking = { hubServiceId: clinic.offers[0], date: `${dayAhead(9)}T10:00`, proNotes: '' };
  const patient = { name: 'Carla Verdi', email: 'carla@example.com', prefix: '+39', phone: '3330001111' };
  const placed = await succeed(client.call('placeBooking', { body: { booking, patient }, token }));
  expect(await dump()).toContain('zelda_unique@example.com');

  expect((await client.call('deletePro', { params: { id: clinic.hubId }, token })).status).toBe(404);
  await succeed(client.call('deletePro', { params: { id: proId }, token }));
  expect((await client.call('authenticate', { token })).status).toBe(401);
  const login = { email: zelda.email, password: 'secret123' };
  expect((await client.call('logIn', { body: login })).status).toBe(401);

  await vi.waitFor(
    async () => {
      await using inside = await lookInside(product().stack.varDirectory);
      expect((await inside.events()).map(({ type }) => type)).toEqual(
        expect.arrayContaining(['ProDeletionRequested', 'ClinicArchived', 'BookingOrphaned', 'ProErased']),
      );
    },
    { timeout: 20_000, interval: 200 },
  );
  expect((await client.call('getProByUrl', { params: { url: 'zelda_unique' } })).status).toBe(404);
  await vi.waitFor(async () => expect(await dump()).not.toMatch(/zelda/i), {
    timeout: 10_000,
    interval: 200,
  });
  expect(placed.data.status).toBe('confirmed');

  const again = await registerPro(client, 'zelda_unique');
  expect(again.proId).not.toBe(proId);
}, 60_000);
