import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import type { Database } from '@visita/platform/postgres/connect';

/**
 * The minimum cost of a booking on this database: one transaction that reads a version and inserts two rows.
 */
export const createBareRoute = async ({ pool }: Database) => {
  await pool.query(table);
  const app = Fastify();
  app.post('/bare', async (request) => {
    const id = randomUUID();
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query({ name: 'version', text: version, values: [`booking-${id}`] });
      for (const [stream, type] of [
        [`agenda-${id}`, 'IntervalReserved'],
        [`booking-${id}`, 'BookingPlaced'],
      ]) {
        const data = JSON.stringify(request.body);
        const values = [stream, 0, randomUUID(), type, 1, data, metadata];
        await client.query({ name: 'insert', text: insert, values });
      }
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
    return { message: 'Booking created', data: { id } };
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { address, stop: () => app.close() };
};

const metadata = JSON.stringify({
  correlationId: randomUUID(),
  causationId: randomUUID(),
  actor: `pro:${randomUUID()}`,
  time: '2026-01-01T00:00:00.000Z',
});

const table = `
  create table if not exists bare_events (
    position bigint generated always as identity primary key, stream_id text not null, revision bigint not null,
    event_id uuid not null unique, type text not null, schema_version integer not null, data jsonb not null,
    metadata jsonb not null, created timestamptz not null default clock_timestamp(), unique (stream_id, revision)
  )`;

const version = 'select max(revision) as version from bare_events where stream_id = $1';

const insert = `insert into bare_events (stream_id, revision, event_id, type, schema_version, data, metadata)
  values ($1, $2, $3, $4, $5, $6, $7)`;
