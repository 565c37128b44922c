import type { Migrations } from '@visita/platform/postgres/migrate';
import { relay } from './0001-relay.ts';

/** Steps of the projector's own schema, which no rebuild touches. */
export const projectorMigrations: Migrations = { '0001-relay': relay };
