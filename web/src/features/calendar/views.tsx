import { lazy, Suspense, type ComponentProps } from 'react';
import type { CalendarView } from '../../lib/time/calendar-address.ts';
import type { Move } from './model/calendar-events.ts';
import { TimeGrid, type Spot } from './grid/time-grid.tsx';
import type { useCalendarContent } from './use-calendar-content.ts';

// Loaded lazily, because they are not needed for the calendar's first load.
const Agenda = lazy(async () => ({ default: (await import('./grid/agenda.tsx')).Agenda }));

const MonthGrid = lazy(async () => ({ default: (await import('./grid/month-grid.tsx')).MonthGrid }));

const WeekRows = lazy(async () => ({ default: (await import('./grid/week-rows.tsx')).WeekRows }));

type Props = {
  shown: ReturnType<typeof useCalendarContent>;
  view: CalendarView;
  date: string;
  visible: { from: string; to: string };
  now: string;
  /** True once the entries are loaded. */
  loaded: boolean;
  onOpen: (bookingId: string) => void;
  onSpot: (spot: Pick<Spot, 'day' | 'time'> & Partial<Spot>) => void;
  onMove: (move: Move, proId?: string) => void;
  /** Whether a week is listed by day, because columns would be too narrow. */
  listed: boolean;
} & Pick<ComponentProps<typeof TimeGrid>, 'onBlock'>;

export const Views = ({
  shown,
  view,
  date,
  visible,
  now,
  loaded,
  onOpen,
  onSpot,
  onMove,
  listed,
  ...blocking
}: Props) => {
  const { entries, hourHeight, columns, hours, content, colourOf, layout, summaries } = shown;
  if (layout === 'professionals')
    return (
      <Suspense fallback={null}>
        <WeekRows
          columns={columns}
          content={content}
          hours={hours}
          now={now}
          loaded={loaded}
          onOpen={onOpen}
          onSpot={onSpot}
          onMove={onMove}
        />
      </Suspense>
    );
  if ((view === 'week' && !listed) || view === 'day')
    return (
      <TimeGrid
        key={view}
        columns={columns}
        content={content}
        hours={hours}
        colourOf={colourOf}
        now={now}
        hourHeight={hourHeight}
        loaded={loaded}
        onOpen={onOpen}
        onSpot={onSpot}
        onMove={onMove}
        {...blocking}
      />
    );
  return (
    <Suspense fallback={null}>
      {view === 'month' ? (
        <MonthGrid
          entries={entries}
          summaries={summaries}
          date={date}
          now={now}
          loaded={loaded}
          onOpen={onOpen}
          onDay={(day) => onSpot({ day, time: '' })}
          onMove={onMove}
        />
      ) : (
        <Agenda
          days={visible}
          entries={entries}
          today={now.slice(0, 10)}
          loaded={loaded}
          colourOf={colourOf}
          onOpen={onOpen}
          strip={view === 'week'}
        />
      )}
    </Suspense>
  );
};
