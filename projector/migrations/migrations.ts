import type { Migrations } from '@visita/platform/postgres/migrate';
import { relay } from './0001-relay.ts';
import { previous } from './0002-previous.ts';

/** Migrations of the projector's own schema, which rebuilds do not touch. */
export const projectorMigrations: Migrations = { '0001-relay': relay, '0002-previous': previous };
