import type { Migrations } from '@visita/platform/database/migrate';
import { readModels } from './0001-read-models.ts';
import { relay } from './0001-relay.ts';
import { externalCalendar } from './0002-external-calendar.ts';

/** Steps of a schema of read models: the live one, and the side one of a rebuild. */
export const readMigrations: Migrations = {
  '0001-read-models': readModels,
  '0002-external-calendar': externalCalendar,
};

/** Steps of the projector's own schema, which no rebuild touches. */
export const projectorMigrations: Migrations = { '0001-relay': relay };
