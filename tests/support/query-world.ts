import { notifierMigrations, notifierSchema } from '@visita/notifier/migrations';
import { migrate } from '@visita/platform/postgres/migrate';
import { api, type CallName } from '@visita/contracts/api/table';
import type { RecordedEvent } from '@visita/contracts/envelope';
import { recorded, type SampleEvent } from '@visita/contracts/samples';
import { authMigrations } from '@visita/platform/auth/migrations';
import { beginning } from '@visita/platform/event-store/port';
import { messagesMigrations, messagesSchema } from '@visita/platform/messages/migrations';
import type { Caller } from '@visita/platform/auth/caller';
import { type Exchange, runHandler } from '@visita/platform/http/register';
import { createProjectedPosition } from '@visita/read-model/projected';
import { foldEvents } from '@visita/platform/projection/projection';
import { createTestDatabase, silent } from '@visita/platform/testing/database';
import { commitBatch, initializeCheckpoints, type Target } from '@visita/projector/checkpoints';
import { projections } from '@visita/projector/projections';
import { createLastChanges } from '@visita/query-service/last-changes';
import { createQueryService } from '@visita/query-service/service';
import { createReadModels } from '@visita/read-model/schema';

type Question = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  caller?: string | null;
  /** The `x-min-position` header. */
  minimum?: string;
  /** The `if-none-match` header. */
  tag?: string;
};

const positionAt = (count: number): string => String(count).padStart(16, '0');

/** Creates read models from events on a real PostgreSQL, with the query service. */
export const createQueryWorld = async (options: { now: string; availabilityCacheMs?: number }) => {
  const database = await createTestDatabase();
  const target: Target = { pool: database.pool, schema: 'read', projections };
  await createReadModels(database, 'read');
  await migrate(database.knex, notifierSchema, notifierMigrations);
  await migrate(database.knex, 'auth', authMigrations);
  await migrate(database.knex, messagesSchema, messagesMigrations);
  await initializeCheckpoints(target);
  const projected = createProjectedPosition({ database, log: silent });
  let now = new Date(options.now);
  let count = 0;
  let head = beginning;
  const awaited = new Set<string>();
  const viewed: string[] = [];
  const stored = new Map<string, RecordedEvent[]>();
  const lastChanges = createLastChanges({ pool: database.pool, projected });
  const service = createQueryService({
    textStanding: async () => ({ providers: [], stopped: false, this_month: 0 }),
    database,
    lastChanges,
    projected: {
      ...projected,
      reached: (position, timeout) => {
        awaited.add(position);
        return projected.reached(position, timeout);
      },
    },
    store: {
      head: async () => head,
      readStream: async (stream, from = 0, maximum = Infinity) =>
        (stored.get(stream) ?? []).slice(from, from + maximum),
    },
    viewings: { note: async ({ patientId }) => void viewed.push(patientId), of: async () => [] },
    passkeys: { list: async () => [] },
    clock: () => now,
    strict: false,
    countryOf: async () => null,
    config: { availabilityCacheMs: options.availabilityCacheMs ?? 0 },
  });
  await service.start();

  /** Appends and projects events at the present time; returns the reached position. */
  const given = async (...events: SampleEvent[]): Promise<string> => {
    const time = now.toISOString();
    const happened = recorded(events, count).map((event) => ({
      ...event,
      metadata: { ...event.metadata, time },
    }));
    const batch = { changes: foldEvents(projections, happened), from: positionAt(count) };
    count += events.length;
    head = positionAt(count);
    await commitBatch(target, { ...batch, to: head }, { durable: true, announce: true });
    await projected.reached(head, 5_000);
    return head;
  };

  const exchange = (name: CallName, ask: Question, headers: Map<string, string>): Exchange => {
    const proId = ask.caller ?? null;
    const caller: Caller =
      proId === null ? { kind: 'anonymous' } : { kind: 'pro', proId, sessionId: 'session' };
    const id = '00000000-0000-4000-8000-000000000001';
    return {
      name,
      call: api[name],
      body: undefined,
      caller,
      params: api[name].params.parse(ask.params ?? {}),
      query: api[name].query.parse(ask.query ?? {}),
      request: { requestId: id, correlationId: id, commandId: id, actor: 'anonymous', address: '192.0.2.1' },
      key: null,
      requestHeader: (header) => (header === 'if-none-match' ? ask.tag : ask.minimum),
      setHeader: (header, value) => void headers.set(header, value),
      aside: (wait) => wait(),
    };
  };

  /** Calls a handler as the HTTP layer does, including the response schema. */
  const ask = async (name: CallName, question: Question = {}) => {
    const headers = new Map<string, string>();
    const one = exchange(name, question, headers);
    const handler = service.handlers[name] as (context: unknown) => Promise<unknown>;
    const outcome = await service.middleware(one, () => runHandler(handler, one, one.request.commandId));
    // Files are streamed instead.
    const { data, left } = JSON.parse(String(outcome.body) || '{}') as { data?: unknown; left?: unknown };
    return { data, left, headers, tag: outcome.tag, unchanged: outcome.unchanged === true };
  };

  return {
    database,
    lastChanges,
    projected,
    given,
    ask,
    setNow: (time: string) => (now = new Date(time)),
    /** Moves the store's head ahead of the projector. */
    outrun: () => (head = positionAt(count + 1)),
    awaited,
    /** Events by stream, as the store has them. */
    stored,
    /** Patients with a logged access, in order. */
    viewed,
    close: async () => {
      await service.stop();
      await database.close();
    },
  };
};

export type QueryWorld = Awaited<ReturnType<typeof createQueryWorld>>;
