import type { Migrations } from '@visita/platform/postgres/migrate';
import { relay } from './0001-relay.ts';
import { previous } from './0002-previous.ts';

/** Steps of the projector's own schema, which no rebuild touches. */
export const projectorMigrations: Migrations = { '0001-relay': relay, '0002-previous': previous };
