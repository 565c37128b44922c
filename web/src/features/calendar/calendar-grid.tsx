import FullCalendar, { type CalendarRef, type EventDisplayInfo, type EventInput } from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import interaction from '@fullcalendar/react/interaction';
import en from '@fullcalendar/react/locales/en-gb';
import es from '@fullcalendar/react/locales/es';
import it from '@fullcalendar/react/locales/it';
import monarch from '@fullcalendar/react/themes/monarch';
import timeGrid from '@fullcalendar/react/timegrid';
import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/monarch/theme.css';
import '@fullcalendar/react/themes/monarch/palettes/blue.css';
import './calendar-grid.css';
import { useComputedColorScheme } from '@mantine/core';
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { wallNow, wallTimeOf } from '../../lib/wall-clock.ts';
import { Icon } from '../../ui/icons.tsx';
import { useShortcuts } from '../../lib/use-shortcuts.ts';
import type { EntryKind } from './calendar-events.ts';
import { sightOf, type Sight } from './calendar-sight.ts';
import type { Move } from './move-booking.dialog.tsx';

const plugins = [timeGrid, dayGrid, interaction, monarch];
const locales = { it, en, es };
const dayStart = '07:30:00';
const clock = { hour: '2-digit', minute: '2-digit', hour12: false } as const;

type Props = {
  entries: EventInput[];
  timezone: string | undefined;
  phone: boolean;
  sight: Sight;
  /** Pixels of half an hour. */
  halfHour: number;
  /** Whether what there is to show is known. */
  loaded: boolean;
  onOpen: (bookingId: string) => void;
  onDate: (day: string, time: string) => void;
  onMove: (move: Move) => void;
  onVisible: (range: { from: string; to: string }) => void;
  onSight: (sight: Sight) => void;
};

/** In a month the number of the day stands where the title would. */
const Background = ({ event, view }: EventDisplayInfo) => (
  <span className={view.type === 'dayGridMonth' ? 'visually-hidden' : 'entry-background-title'}>
    {event.title}
  </span>
);

type EntryTexts = { erased: string; kinds: Readonly<Record<EntryKind, string>> };

/** An entry's content. Weeks have hundreds of them, so what all have in common is made once, by the grid. */
const entryOf = ({ event }: EventDisplayInfo, texts: EntryTexts) => {
  const { kind, detail } = event.extendedProps as { kind: EntryKind; detail?: string };
  if (event.display === 'background') return <span className="entry-background-title">{event.title}</span>;
  return (
    <span className="entry-content">
      <span className="entry-line">
        {kind === 'orphan' && <Icon name="warning" size={13} />}
        <span className="entry-time">{wallTimeOf(event.startStr)}</span>{' '}
        <strong>{event.title || texts.erased}</strong>
        {kind !== 'own' && <span className="visually-hidden"> ({texts.kinds[kind]})</span>}
      </span>{' '}
      <span className="entry-line">{detail}</span>
    </span>
  );
};

/** The hours scroll: without bookings nothing else in there would take the keyboard's focus. */
const makeReachable = ({ el, date, view }: { el: HTMLElement; date: Date; view: { activeStart: Date } }) => {
  if (date.getTime() === view.activeStart.getTime())
    el.closest('[role="cell"]')?.setAttribute('tabindex', '0');
};

/** The grid lays itself out in several passes; it is shown when they are over, so that nothing jumps. */
const useReveal = () => {
  const [shown, setShown] = useState(false);
  const reveal = useCallback(() => {
    let frames = 4;
    const next = () => (frames-- > 0 ? requestAnimationFrame(next) : setShown(true));
    requestAnimationFrame(next);
  }, []);
  return { shown, reveal };
};

const scrollerOf = (grid: HTMLElement | null): Element | undefined =>
  [...(grid?.querySelectorAll('[role="rowgroup"] *') ?? [])].find(
    (element) => getComputedStyle(element).overflowY === 'auto',
  );

/** Keeps the hour at the grid's top edge where the hours become taller or shorter. */
const useSteadyHour = (calendar: RefObject<CalendarRef | null>, halfHour: number, shown: boolean) => {
  const grid = useRef<HTMLDivElement>(null);
  const before = useRef(halfHour);
  useLayoutEffect(() => {
    if (before.current === halfHour) return;
    const minutes = ((scrollerOf(grid.current)?.scrollTop ?? 0) / before.current) * 30;
    before.current = halfHour;
    calendar.current?.getApi().scrollToTime(shown ? { minutes } : dayStart);
  }, [calendar, halfHour, shown]);
  return grid;
};

/** The keys of the calendar, at the calendar given by the reference. */
const useCalendarKeys = () => {
  const grid = useRef<CalendarRef>(null);
  const calendar = () => grid.current?.getApi();
  useShortcuts({
    today: () => calendar()?.today(),
    next: () => calendar()?.next(),
    previous: () => calendar()?.prev(),
    month: () => calendar()?.changeView('dayGridMonth'),
    week: () => calendar()?.changeView('timeGridWeek'),
    day: () => calendar()?.changeView('timeGridDay'),
  });
  return grid;
};

export const CalendarGrid = ({
  entries,
  timezone,
  phone,
  sight,
  halfHour,
  loaded,
  onOpen,
  onDate,
  onMove,
  onVisible,
  onSight,
}: Props) => {
  const { t, i18n } = useTranslation('calendar');
  const scheme = useComputedColorScheme('light');
  const { shown, reveal } = useReveal();
  const calendar = useCalendarKeys();
  const grid = useSteadyHour(calendar, halfHour, shown);
  const language = currentLanguage(i18n);
  const first = phone ? 'timeGridDay' : 'timeGridWeek';
  const hints = useMemo(
    () => ({
      timedText: t(($) => $.grid.timed),
      allDayText: '',
      prevHint: (unit: string) => t(($) => $.grid.previous, { unit: unit.toLowerCase() }),
      nextHint: (unit: string) => t(($) => $.grid.next, { unit: unit.toLowerCase() }),
      todayHint: () => t(($) => $.grid.today),
      viewHint: (view: string) => t(($) => $.grid.view, { view: view.toLowerCase() }),
      moreLinkHint: (count: number) => t(($) => $.grid.more, { count }),
      eventsHint: t(($) => $.grid.events),
      closeHint: t(($) => $.grid.close),
    }),
    [t],
  );
  const entryTexts = useMemo(
    () => ({ erased: t(($) => $.details.erased), kinds: t(($) => $.legend, { returnObjects: true }) }),
    [t],
  );
  return (
    <div ref={grid} className="calendar-grid" data-shown={shown && loaded}>
      <FullCalendar
        {...hints}
        ref={calendar}
        plugins={plugins}
        locale={locales[language]}
        colorScheme={scheme}
        // Times come as the clinic's wall clock; UTC keeps the browser's own zone out of them.
        timeZone="UTC"
        now={() => wallNow(timezone)}
        nowIndicator
        initialView={sight.view ?? first}
        {...(sight.day ? { initialDate: sight.day } : {})}
        headerToolbar={
          phone
            ? { start: 'prev,next', center: 'title', end: 'timeGridDay,timeGridWeek,dayGridMonth' }
            : { start: 'prev,next today', center: 'title', end: 'dayGridMonth,timeGridWeek,timeGridDay' }
        }
        firstDay={1}
        allDaySlot={false}
        navLinks={false}
        height="100%"
        scrollTime={dayStart}
        scrollTimeReset={false}
        slotMinHeight={halfHour}
        // An entry is as high as it lasts: what is drawn higher pushes its neighbours aside.
        eventMinHeight={0}
        // The entries say it themselves: formatting hundreds of times by locale takes longer than laying them out.
        displayEventTime={false}
        columnEventInnerClass="entry-inner entry-column"
        toolbarTitleClass="calendar-title"
        rowEventInnerClass="entry-inner entry-row"
        eventDisplay="block"
        borderless
        slotHeaderFormat={clock}
        dayMaxEvents={3}
        slotEventOverlap={false}
        titleFormat={phone ? { day: 'numeric', month: 'short' } : { month: 'long', year: 'numeric' }}
        events={entries}
        eventInteractive
        eventContent={(info) => entryOf(info, entryTexts)}
        backgroundEventContent={(info) => <Background {...info} />}
        eventClick={({ event }) => event.display !== 'background' && onOpen(event.id)}
        dateClick={({ dateStr }) => onDate(dateStr.slice(0, 10), dateStr.slice(11, 16))}
        snapDuration="00:05:00"
        eventDrop={({ event: { id, startStr, endStr } }) =>
          onMove({ id, date: startStr.slice(0, 16), end: endStr.slice(0, 16) })
        }
        datesSet={({ startStr, endStr, view }) => {
          onVisible({ from: startStr.slice(0, 10), to: endStr.slice(0, 10) });
          onSight(sightOf(view, { first, before: sight, today: wallNow(timezone).slice(0, 10) }));
        }}
        viewDidMount={reveal}
        dayLaneDidMount={makeReachable}
      />
    </div>
  );
};
