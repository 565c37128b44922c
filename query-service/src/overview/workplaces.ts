import type { Pool } from 'pg';
import type { Interval } from '@visita/contracts/availability/windows';
import { windowsIn } from '@visita/read-model/hub/columns';
import { select } from '@visita/read-model/query';
import type { Days, Scope } from './counts.ts';
import type { HeldWindow, WorkingTime, WorkplaceChange } from './working-time.ts';

/** A professional's workplace at one clinic, with its working time. */
export type Workplace = {
  readonly pro_id: string;
  readonly name: string | null;
  readonly lastname: string | null;
  readonly timezone: string;
  readonly time: WorkingTime;
};

type HubRow = Omit<Workplace, 'time'> & { readonly hub_id: string; readonly clinic_id: string };

const milliseconds = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
const stretch = `${milliseconds('starts_at')} as start, ${milliseconds('ends_at')} as end`;
const near = 'ends_at > $2::date - 1 and starts_at < $3::date + 2';

// Archived hubs count for the time when they were active.
const hubs = {
  name: 'overview-hubs',
  text: `select h.hub_id, h.clinic_id, h.pro_id, c.timezone, p.name, p.lastname
    from read.hubs h
    join read.clinics c on c.clinic_id = h.clinic_id
    left join read.pros p on p.pro_id = h.pro_id
    where (h.clinic_id = any($1::uuid[]) or (h.clinic_id = any($2::uuid[]) and h.pro_id = $3))
      and h.role <> 'reception' and h.status not in ('pending', 'rejected')
    order by c.position, h.position`,
};
const windows = {
  name: 'overview-windows',
  text: `select hub_id, working_day as "workingDay", starting_hour as "startingHour", ending_hour as "endingHour",
      valid_from as "validFrom", valid_until as "validUntil", every_weeks as "everyWeeks",
      anchor_monday as "anchorMonday",
      ${milliseconds('since')} as since, ${milliseconds('until')} as until
    from read.working_hours where hub_id = any($1::uuid[])`,
};
const changes = {
  name: 'overview-changes',
  text: `select place_id, open, ${milliseconds('changed_at')} as at
    from read.workplace_changes where place_id = any($1::uuid[]) order by position`,
};
const closings = {
  name: 'overview-closings',
  text: `select clinic_id as place_id, ${stretch} from read.closings where clinic_id = any($1::uuid[]) and ${near}`,
};
const vacations = {
  name: 'overview-vacations',
  text: `select hub_id as place_id, ${stretch} from read.vacations where hub_id = any($1::uuid[]) and ${near}`,
};

const dayHours = {
  name: 'overview-day-hours',
  text: `select hub_id as place_id, date, windows from read.hub_day_hours
    where hub_id = any($1::uuid[]) and date between $2::text and $3::text`,
};

type OfPlace = { readonly place_id: string };

/** Reads the workplaces in a scope, with their working time on the days and those before. */
export const readWorkplaces = async (pool: Pool, scope: Scope, days: Days): Promise<Workplace[]> => {
  const rows = await select<HubRow>(pool, hubs, [scope.wholeClinics, scope.ownClinics, scope.proId]);
  const hubIds = rows.map(({ hub_id }) => hub_id);
  const clinicIds = [...new Set(rows.map(({ clinic_id }) => clinic_id))];
  const span = [days.before, days.to];
  const [held, changed, closed, away, ownDays] = await Promise.all([
    select<HeldWindow & { hub_id: string }>(pool, windows, [hubIds]),
    select<WorkplaceChange & OfPlace>(pool, changes, [[...hubIds, ...clinicIds]]),
    select<Interval & OfPlace>(pool, closings, [clinicIds, ...span]),
    select<Interval & OfPlace>(pool, vacations, [hubIds, ...span]),
    select<{ date: string; windows: string } & OfPlace>(pool, dayHours, [hubIds, ...span]),
  ]);
  const at = <T extends OfPlace>(all: readonly T[], placeId: string) =>
    all.filter(({ place_id }) => place_id === placeId);
  return rows.map(({ hub_id, clinic_id, ...workplace }) => ({
    ...workplace,
    time: {
      windows: held.filter((window) => window.hub_id === hub_id),
      dayHours: at(ownDays, hub_id).map((row) => ({ date: row.date, windows: windowsIn(row) })),
      hubChanges: at(changed, hub_id),
      clinicChanges: at(changed, clinic_id),
      absences: [...at(closed, clinic_id), ...at(away, hub_id)],
    },
  }));
};
