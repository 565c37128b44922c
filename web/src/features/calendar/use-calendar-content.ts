import type { ProCalendar } from '@visita/contracts/booking/views';
import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { useMemo, useState } from 'react';
import { useKept } from '../../lib/hooks/use-kept.ts';
import type { CalendarView } from '../../lib/time/calendar-address.ts';
import { entriesOf, movedIn, type Entries, type Filters } from './model/calendar-events.ts';
import { heightFor, hourHeights } from './model/calendar-scale.ts';
import {
  byDayOf,
  columnsOf,
  contentOf,
  hoursOf,
  hubsInSight,
  professionalsOf,
  type Column,
  type Professional,
} from './model/columns.ts';
import { idleIn } from './model/bands.ts';
import { summariesOf } from './model/day-summaries.ts';
import { daysOf } from './model/day-parts.ts';
import type { Move } from './model/calendar-events.ts';
import { manyProfessionals, weekLayouts } from './model/week-rows.ts';
import { membersOf, namesOf, unlistedOf } from './model/unlisted.ts';

const nothing = { bookings: [], blocks: [], behind: [], taken: [] };

type Sources = {
  pro: Pro;
  clinics: readonly ClinicView[];
  calendar: ProCalendar | undefined;
  filters: Filters;
  visible: { from: string; to: string };
  view: CalendarView;
  move: Move | null;
  /** Whether a week is listed by day. */
  listed: boolean;
};

const durationsOf = (hubs: readonly HubView[]): number[] =>
  hubs.flatMap(({ services }) =>
    services.filter(({ activated }) => activated).map(({ duration }) => duration),
  );

const useProfessionals = ({ pro, clinics, filters: { clinicId, proIds } }: Sources) => {
  const everybody = useMemo(() => professionalsOf(clinics, pro), [clinics, pro]);
  const hubs = useMemo(
    () => hubsInSight(clinics, pro).filter((hub) => clinicId === null || hub.clinicId === clinicId),
    [clinics, pro, clinicId],
  );
  const here = useMemo(
    () => everybody.filter(({ id }) => hubs.some(({ proId }) => proId === id)),
    [everybody, hubs],
  );
  const shown = useMemo(
    () => (proIds.length === 0 ? here : here.filter(({ id }) => proIds.includes(id))),
    [here, proIds],
  );
  return { everybody, hubs, here, shown };
};

type Loaded = Pick<Sources, 'calendar' | 'clinics' | 'pro' | 'filters' | 'visible'> & {
  entries: Entries;
  byDay: ReturnType<typeof byDayOf>;
  shown: readonly Professional[];
};

/** Returns a column for every professional with visible entries. */
const useColumnsFor = ({ calendar, clinics, pro, filters, visible, entries, byDay, shown }: Loaded) => {
  const { clinicId } = filters;
  const { from, to } = visible;
  const members = useMemo(() => membersOf(clinics, clinicId), [clinics, clinicId]);
  const names = useMemo(() => calendar && namesOf(calendar, clinics, pro), [calendar, clinics, pro]);
  const everybody = useMemo(() => {
    const isInSight = (day: string) => day >= from && day < to;
    const inSight = [
      ...[...byDay].flatMap(([day, ofDay]) => (isInSight(day) ? ofDay : [])),
      ...[...entries.behind, ...entries.taken].filter((entry) => daysOf(entry).some(isInSight)),
    ];
    const { others, unassigned } = unlistedOf(inSight, {
      listed: shown,
      hubs: members,
      names: names ?? new Map(),
    });
    return [...unassigned, ...shown, ...others];
  }, [byDay, entries, from, to, shown, members, names]);
  return { members, everybody };
};

type Drawn = {
  columns: ReturnType<typeof columnsOf>;
  content: ReturnType<typeof contentOf>;
  hours: readonly ReturnType<typeof hoursOf>[];
};

/** Hides the columns of a day's idle professionals until they are wanted. */
const useIdle = ({ columns, content, hours }: Drawn, view: CalendarView) => {
  const [showsIdle, setShowsIdle] = useState(false);
  const idle = useMemo(
    () => (view === 'day' ? idleIn({ columns, content, hours }) : new Set<number>()),
    [columns, content, hours, view],
  );
  const drawn = useMemo(() => {
    const isDrawn = (_: unknown, index: number) => showsIdle || !idle.has(index);
    return {
      columns: columns.filter(isDrawn),
      content: content.filter(isDrawn),
      hours: hours.filter(isDrawn),
    };
  }, [columns, content, hours, idle, showsIdle]);
  return { ...drawn, idle: idle.size, showsIdle, setShowsIdle };
};

/** Derives everything the calendar draws from the loaded data and the address. */
export const useCalendarContent = (sources: Sources) => {
  const { pro, clinics, calendar, filters, visible, view, move } = sources;
  const { from, to } = visible;
  const { everybody, hubs, here, shown } = useProfessionals(sources);
  const hubPros = useMemo(
    () => new Map(clinics.flatMap((clinic) => clinic.hubs.map(({ id, proId }) => [id, proId] as const))),
    [clinics],
  );
  const entries = useMemo(
    () =>
      calendar ? entriesOf(movedIn(calendar, move), { viewer: pro, filters, hubPros, clinics }) : nothing,
    [calendar, move, pro, filters, hubPros, clinics],
  );
  // Loaded months are grouped once, so that paging by days does not scan them.
  const byDay = useMemo(() => byDayOf(entries), [entries]);
  const durations = useMemo(() => durationsOf(hubs), [hubs]);
  const [chosenHeight, setHourHeight] = useKept(`visita.calendar.hour.${pro.id}`, hourHeights);
  const { members, everybody: headed } = useColumnsFor({ ...sources, entries, byDay, shown });
  const [chosenLayout, setLayout] = useKept(`visita.calendar.week.${pro.id}`, weekLayouts);
  const layout =
    view === 'week' && !sources.listed && headed.length > manyProfessionals
      ? (chosenLayout ?? 'hours')
      : null;
  const apart =
    view === 'day' || (view === 'week' && (filters.proIds.length > 1 || layout === 'professionals'));
  const columns = useMemo(
    () => columnsOf({ days: { from, to }, professionals: apart ? headed : shown, apart }),
    [from, to, shown, headed, apart],
  );
  const hours = useMemo(() => columns.map((column) => hoursOf(column, hubs)), [columns, hubs]);
  const placedIn = useMemo(() => {
    const clinicsOf = (proId: string) =>
      new Set(members.filter((hub) => hub.proId === proId).map(({ clinicId }) => clinicId));
    const order = [...new Set([...everybody, ...headed].map(({ id }) => id))];
    return (of: readonly Column[]) => contentOf(of, { ...entries, byDay, order }, clinicsOf);
  }, [entries, byDay, members, everybody, headed]);
  const content = useMemo(() => placedIn(columns), [placedIn, columns]);
  const summaries = useMemo(() => {
    if (view !== 'month') return undefined;
    const apartColumns = columnsOf({ days: { from, to }, professionals: headed, apart: true });
    return summariesOf({
      columns: apartColumns,
      content: placedIn(apartColumns),
      hours: apartColumns.map((column) => hoursOf(column, hubs)),
    });
  }, [view, from, to, headed, hubs, placedIn]);
  const colourOf = useMemo(() => {
    const colours = new Map(everybody.map(({ id, colour }) => [id, colour]));
    // A single professional needs no colour.
    return (proId: string | null) => (everybody.length > 1 && proId ? colours.get(proId) : undefined);
  }, [everybody]);
  return {
    entries,
    hourHeight: Number(chosenHeight ?? heightFor(durations)),
    setHourHeight,
    ...useIdle({ columns, hours, content }, view),
    layout,
    setLayout,
    summaries,
    colourOf,
    professionals: here,
  };
};
