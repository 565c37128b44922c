import { addDays, weekdayOf, type Zone } from '@visita/contracts/availability/zones';
import type {
  OverviewFigures,
  OverviewHour,
  OverviewView,
  OverviewWeek,
} from '@visita/contracts/overview/views';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { seesFigures, seesOwnBookings, type Membership } from '../clinic/membership.ts';
import type { Dependencies } from '../dependencies.ts';
import { fullName } from '@visita/read-model/pro/view';
import { addCounts, noCounts, readSums, type Days, type Scope, type WeekCounts } from './counts.ts';
import { readAnswered } from './answered.ts';
import { readFilled } from './filled.ts';
import { readRecalled } from './recalled.ts';
import { readReminded } from './reminded.ts';
import { readWorkplaces, type Workplace } from './workplaces.ts';
import { type HoursOfWeek, hoursInWeek, workedMinutes, type ZonedDay, zonedDays } from './working-time.ts';

const daysBetween = (from: string, to: string): string[] => {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
};

const daysOf = (from: string, to: string): Days => ({
  before: addDays(from, -daysBetween(from, to).length),
  from,
  to,
});

const sum = (numbers: readonly number[]): number =>
  Math.round(numbers.reduce((total, each) => total + each, 0));

const addHours = (all: readonly HoursOfWeek[]): HoursOfWeek =>
  Array.from({ length: hoursInWeek }, (_, hour) => sum(all.map((hours) => hours[hour] ?? 0)));

/**
 * Returns the scope of a pro, optionally narrowed to one clinic; throws `not-found` if it is not one of
 * theirs.
 */
const scopeOf = (memberships: readonly Membership[], proId: string, clinicId: string | undefined): Scope => {
  const asked = memberships.filter((one) => clinicId === undefined || one.clinic_id === clinicId);
  const idsWhere = (sees: typeof seesFigures) => asked.filter(sees).map((one) => one.clinic_id);
  const scope = { wholeClinics: idsWhere(seesFigures), ownClinics: idsWhere(seesOwnBookings), proId };
  const nothing = scope.wholeClinics.length === 0 && scope.ownClinics.length === 0;
  if (clinicId !== undefined && nothing) throw new Rejection('not-found');
  return scope;
};

type Worked = { readonly pro_id: string; readonly current: HoursOfWeek; readonly previous: HoursOfWeek };

const workedAt = (
  workplaces: readonly Workplace[],
  days: Days,
  zones: (timezone: string) => Zone,
): Worked[] => {
  const current = daysBetween(days.from, days.to);
  const previous = daysBetween(days.before, addDays(days.from, -1));
  const known = new Map<string, { now: ZonedDay[]; before: ZonedDay[] }>();
  return workplaces.map(({ pro_id, timezone, time }) => {
    const zone = zones(timezone);
    const localDays = known.get(timezone) ?? {
      now: zonedDays(zone, current),
      before: zonedDays(zone, previous),
    };
    known.set(timezone, localDays);
    return {
      pro_id,
      current: workedMinutes(localDays.now, time),
      previous: workedMinutes(localDays.before, time),
    };
  });
};

const figuresOf = (
  counts: readonly WeekCounts[],
  worked: readonly Worked[],
  period: 'current' | 'previous',
): OverviewFigures => ({
  ...counts.filter(({ previous }) => previous === (period === 'previous')).reduce(addCounts, noCounts),
  available_minutes: sum(worked.map((one) => sum(one[period]))),
});

const weeksOf = (counts: readonly WeekCounts[], { from, to }: Days): OverviewWeek[] => {
  const weeks: OverviewWeek[] = [];
  for (let week = addDays(from, 1 - weekdayOf(from)); week <= to; week = addDays(week, 7)) {
    const own = counts.filter((one) => !one.previous && one.week === week);
    const { booked_minutes: _booked, ...counted } = own.reduce(addCounts, noCounts);
    weeks.push({ week, ...counted });
  }
  return weeks;
};

const hoursOf = (booked: HoursOfWeek, available: HoursOfWeek): OverviewHour[] =>
  available.flatMap((minutes, cell) => {
    const booked_minutes = booked[cell] ?? 0;
    if (minutes === 0 && booked_minutes === 0) return [];
    const [weekday, hour] = [Math.floor(cell / 24) + 1, cell % 24];
    return [{ weekday, hour, booked_minutes, available_minutes: minutes }];
  });

const professionalsOf = (
  workplaces: readonly Workplace[],
  counts: readonly WeekCounts[],
  worked: readonly Worked[],
): OverviewView['professionals'] => {
  const people = new Map(workplaces.map((workplace) => [workplace.pro_id, fullName(workplace)]));
  return [...people].map(([pro_id, name]) => {
    const own = <T extends { readonly pro_id: string }>(all: readonly T[]) =>
      all.filter((one) => one.pro_id === pro_id);
    return { pro_id, name, ...figuresOf(own(counts), own(worked), 'current') };
  });
};

/**
 * Returns the handlers of figures over time: everything in the clinics a pro runs, only their own in others.
 */
export const overviewHandlers = ({
  pool,
  zones,
  settled,
  membershipsOf,
}: Pick<Dependencies, 'pool' | 'zones' | 'settled' | 'membershipsOf'>) =>
  ({
    getProOverview: async ({ params, query, caller }) => {
      const { proId } = proOf(caller);
      if (params.proId !== proId) throw new Rejection('not-found');
      await settled();
      const scope = scopeOf(await membershipsOf(proId), proId, query.clinicId);
      const days = daysOf(query.from, query.to);
      const chosen = query.professionalId ?? null;
      const asked = { ...days, professionalId: chosen };
      const [workplaces, { weeks: counts, booked, said }, recalls, surveys, waiting] = await Promise.all([
        readWorkplaces(pool, scope, days),
        readSums(pool, scope, asked),
        readRecalled(pool, scope, asked),
        readAnswered(pool, scope, asked),
        readFilled(pool, scope, asked),
      ]);
      // Reminders have no stored sums, so visits are counted one by one.
      const reminded = said.length > 0 ? await readReminded(pool, scope, asked) : [];
      const isChosen = ({ pro_id }: { readonly pro_id: string }) => chosen === null || pro_id === chosen;
      if (chosen !== null && !workplaces.some(isChosen)) throw new Rejection('not-found');
      const worked = workedAt(workplaces, days, zones);
      const shown = { counts: counts.filter(isChosen), worked: worked.filter(isChosen) };
      const data: OverviewView = {
        from: days.from,
        to: days.to,
        current: figuresOf(shown.counts, shown.worked, 'current'),
        previous: figuresOf(shown.counts, shown.worked, 'previous'),
        weeks: weeksOf(shown.counts, days),
        hours: hoursOf(booked, addHours(shown.worked.map(({ current }) => current))),
        missed: [...said, ...reminded],
        recalls,
        surveys,
        waiting,
        professionals: professionalsOf(workplaces, counts, worked),
      };
      return { message: 'Overview', data };
    },
  }) satisfies Handlers;
