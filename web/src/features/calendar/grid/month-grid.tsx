import FullCalendar, { type CalendarRef, type EventInput } from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import interaction from '@fullcalendar/react/interaction';
import en from '@fullcalendar/react/locales/en-gb';
import es from '@fullcalendar/react/locales/es';
import it from '@fullcalendar/react/locales/it';
import monarch from '@fullcalendar/react/themes/monarch';
import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/monarch/theme.css';
import '@fullcalendar/react/themes/monarch/palettes/blue.css';
import './month-grid.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../lib/text/i18n.ts';
import { addDays, dayOf, wallTimeOf } from '../../../lib/time/wall-clock.ts';
import { Icon } from '../../../ui/icons/icons.tsx';
import type { Entries, Entry } from '../model/calendar-events.ts';
import type { DaySummary } from '../model/day-summaries.ts';
import { drawnEnd } from '../model/day-parts.ts';
import { Marks, marksOf, Title, useEntryTexts, type EntryTexts } from '../entries/entry.tsx';
import type { Move } from '../model/calendar-events.ts';

const plugins = [dayGrid, interaction, monarch];
const locales = { it, en, es };

/** Converts an entry for the month grid; closings and vacations fill whole days. */
const inputOf = (entry: Entry, behind: boolean): EventInput => ({
  id: entry.id,
  title: entry.title,
  extendedProps: { entry },
  startEditable: entry.movable,
  color: `var(--event-${entry.kind})`,
  contrastColor: `var(--event-${entry.kind}-ink)`,
  ...(behind
    ? {
        start: dayOf(entry.start),
        end: wallTimeOf(entry.end) === '00:00' ? dayOf(entry.end) : addDays(dayOf(entry.end), 1),
        allDay: true,
        display: 'background',
        className: `entry-background entry-${entry.kind}`,
      }
    : { start: entry.start, end: drawnEnd(entry), className: `entry entry-${entry.kind}` }),
});

type Props = {
  entries: Entries;
  /** Summaries of days with more entries than are shown. */
  summaries: ReadonlyMap<string, DaySummary> | undefined;
  date: string;
  now: string;
  loaded: boolean;
  onOpen: (bookingId: string) => void;
  onDay: (day: string) => void;
  onMove: (move: Move) => void;
};

const Shown = ({ entry, texts }: { entry: Entry; texts: EntryTexts }) => (
  <span className="entry-content" data-entry={entry.id}>
    {entry.kind === 'orphan' && <Icon name="warning" size={13} />}
    <Marks entry={entry} />
    {entry.town && <Icon name="clock" size={13} />}
    <span className="entry-time">{wallTimeOf(entry.start)}</span>{' '}
    {entry.town && <span className="visually-hidden">{`${texts.clockOf(entry.town)} `}</span>}
    <Title entry={entry} texts={texts} />
    {entry.kind !== 'own' && entry.offeredTo === undefined && (
      <span className="visually-hidden"> ({texts.kinds[entry.kind]})</span>
    )}
    {marksOf(entry).map((mark) => (
      <span key={mark} className="visually-hidden">{` (${texts.marks[mark]})`}</span>
    ))}
  </span>
);

const Summary = ({ of }: { of: DaySummary | undefined }) => {
  const { t } = useTranslation('calendar');
  if (!of) return null;
  const { visits, share } = of;
  return (
    <small className="month-summary">
      <span>{t(($) => $.grid.visits, { count: visits })}</span>
      {share !== null && <b>{t(($) => $.rows.free, { share })}</b>}
      <i aria-hidden="true">{[visits, share !== null && `${share}%`].filter(Boolean).join(' · ')}</i>
    </small>
  );
};

const entryOf = (event: { extendedProps: object }): Entry => (event.extendedProps as { entry: Entry }).entry;

/** Month view with part of each day's entries, and a link to the rest. */
export const MonthGrid = ({ entries, summaries, date, now, loaded, onOpen, onDay, onMove }: Props) => {
  const { t, i18n } = useTranslation('calendar');
  const scheme = useComputedColorScheme('light');
  const calendar = useRef<CalendarRef>(null);
  useEffect(() => calendar.current?.getApi().gotoDate(date), [date]);
  const events = useMemo(
    () => [
      ...entries.behind.map((entry) => inputOf(entry, true)),
      ...[...entries.bookings, ...entries.blocks].map((entry) => inputOf(entry, false)),
      // Others' blocks and holds have no details.
      ...entries.taken.map((entry) => ({ ...inputOf(entry, false), interactive: false })),
    ],
    [entries],
  );
  const texts = useEntryTexts();
  const opens = useMemo(
    () => new Set([...entries.bookings, ...entries.blocks].map(({ id }) => id)),
    [entries],
  );
  const hints = useMemo(
    () => ({
      moreLinkHint: (count: number) => t(($) => $.grid.more, { count }),
      eventsHint: t(($) => $.grid.events),
      closeHint: t(($) => $.grid.close),
    }),
    [t],
  );
  return (
    <div className="calendar-grid month-grid" data-shown={loaded}>
      <FullCalendar
        {...hints}
        ref={calendar}
        plugins={plugins}
        locale={locales[currentLanguage(i18n)]}
        colorScheme={scheme}
        // Times are the clinic's wall times; UTC keeps the browser's zone out.
        timeZone="UTC"
        now={() => now}
        initialView="dayGridMonth"
        initialDate={date}
        headerToolbar={false}
        firstDay={1}
        navLinks={false}
        height="100%"
        displayEventTime={false}
        rowEventInnerClass="entry-inner entry-row"
        eventDisplay="block"
        borderless
        dayMaxEvents={3}
        dayCellTopInnerClass="month-top"
        dayCellTopContent={({ date: day, dayNumberText, inPopover, isToday }) => (
          <>
            <span className="month-number" data-today={isToday || undefined}>
              {dayNumberText}
            </span>
            {!inPopover && <Summary of={summaries?.get(day.toISOString().slice(0, 10))} />}
          </>
        )}
        events={events}
        eventInteractive
        eventContent={({ event }) => <Shown entry={entryOf(event)} texts={texts} />}
        // The day's number takes the title's place, so the title is for screen readers only.
        backgroundEventContent={({ event }) => <span className="visually-hidden">{event.title}</span>}
        eventClick={({ event }) => opens.has(event.id) && onOpen(event.id)}
        dateClick={({ dateStr }) => onDay(dateStr.slice(0, 10))}
        eventDrop={({ event: { id, startStr, endStr } }) =>
          onMove({ id, date: startStr.slice(0, 16), end: endStr.slice(0, 16) })
        }
      />
    </div>
  );
};
