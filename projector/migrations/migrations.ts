import type { Migrations } from '@visita/platform/database/migrate';
import { readModels } from './0001-read-models.ts';
import { relay } from './0001-relay.ts';
import { externalCalendar } from './0002-external-calendar.ts';
import { pendingEmail } from './0003-pending-email.ts';
import { manageNotice } from './0004-manage-notice.ts';
import { workingTime } from './0005-working-time.ts';
import { erasedPatients } from './0006-erased-patients.ts';
import { surveys } from './0007-surveys.ts';
import { bookingNotice } from './0008-booking-notice.ts';

/** Steps of a schema of read models: the live one, and the side one of a rebuild. */
export const readMigrations: Migrations = {
  '0001-read-models': readModels,
  '0002-external-calendar': externalCalendar,
  '0003-pending-email': pendingEmail,
  '0004-manage-notice': manageNotice,
  '0005-working-time': workingTime,
  '0006-erased-patients': erasedPatients,
  '0007-surveys': surveys,
  '0008-booking-notice': bookingNotice,
};

/** Steps of the projector's own schema, which no rebuild touches. */
export const projectorMigrations: Migrations = { '0001-relay': relay };
