import { codeOf, type Database, type Log } from '@visita/platform/database/connect';
import { migrate } from '@visita/platform/database/migrate';
import type { EventStore } from '@visita/platform/event-store/port';
import type { Projection } from '@visita/platform/projection';
import { readMigrations } from '../migrations/migrations.ts';
import { readCheckpoint, type Target } from './checkpoints.ts';
import { fill } from './fill.ts';
import { aloneOrNot, drop, exists, former } from './schemas.ts';

type Deps = {
  store: Pick<EventStore, 'readAll' | 'head'>;
  database: Pick<Database, 'pool' | 'knex'>;
  log: Log;
  projections: readonly Projection[];
  signal: AbortSignal;
};

/**
 * Brings the read models that are kept for a rollback to where all events are, so that they show nobody who was erased.
 * Those that cannot follow, being of another version, are dropped. Where a rebuild is at work it leaves them to that.
 */
export const catchUpFormer = ({ store, database, log, projections, signal }: Deps): Promise<void> =>
  aloneOrNot(database.pool, async (client) => {
    if (!(await exists(client, former))) return;
    const target: Target = { pool: database.pool, schema: former, projections };
    try {
      await migrate(database.knex, former, readMigrations);
      const position = await readCheckpoint(target);
      if (position === null) throw new Error('another version');
      await fill(target, { position, events: 0 }, { store, signal });
    } catch (error) {
      // Better no rollback than one that brings somebody back.
      log.warn({ code: codeOf(error) }, 'the former read models cannot follow any more, and are dropped');
      await drop(client, former);
    }
  });
