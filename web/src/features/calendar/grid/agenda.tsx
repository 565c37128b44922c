import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../lib/text/i18n.ts';
import { addDays, dateOf, dayFormat, longDay } from '../../../lib/time/wall-clock.ts';
import type { Entries } from '../model/calendar-events.ts';
import { byDayOf } from '../model/columns.ts';
import { partOf } from '../model/day-parts.ts';
import { useEntryTexts } from '../entries/entry.tsx';
import { BehindRow } from './behind-row.tsx';
import { EntryRow } from './entry-row.tsx';
import './agenda.css';

type Props = {
  days: { from: string; to: string };
  entries: Entries;
  today: string;
  loaded: boolean;
  colourOf: (proId: string | null) => number | undefined;
  onOpen: (bookingId: string) => void;
  /** Whether a strip leads to each day. */
  strip?: boolean;
};

type StripProps = { days: readonly string[]; today: string; countOf: (day: string) => number };

/** Scrolls the list, but not the page, to a day, and returns its section. */
const scrollTo = (strip: HTMLElement | null, day: string): HTMLElement | null => {
  const list = strip?.parentElement;
  const section = list?.querySelector<HTMLElement>(`[data-date="${day}"]`) ?? null;
  const [from, to] = [strip?.getBoundingClientRect(), section?.getBoundingClientRect()];
  if (from && to) list?.scrollBy({ top: to.top - from.bottom });
  return section;
};

/** Days with their numbers of visits; each leads to its day in the list below. */
const Strip = ({ days, today, countOf }: StripProps) => {
  const { t, i18n } = useTranslation('calendar');
  const language = currentLanguage(i18n);
  const short = dayFormat(language, { weekday: 'short' });
  const strip = useRef<HTMLElement>(null);
  const show = (day: string) => scrollTo(strip.current, day)?.focus({ preventScroll: true });
  const opensAt = days.includes(today) ? today : undefined;
  useEffect(() => {
    if (opensAt) scrollTo(strip.current, opensAt);
  }, [opensAt]);
  return (
    <nav ref={strip} className="agenda-strip" aria-label={t(($) => $.views.week)}>
      {days.map((day) => (
        <button key={day} type="button" data-today={day === today || undefined} onClick={() => show(day)}>
          <span aria-hidden="true">{short.format(dateOf(day))}</span>
          <span aria-hidden="true">{Number(day.slice(8))}</span>
          <strong aria-hidden="true">{countOf(day) || '–'}</strong>
          <span className="visually-hidden">{`${longDay(day, language)}: ${t(($) => $.grid.visits, { count: countOf(day) })}`}</span>
        </button>
      ))}
    </nav>
  );
};

/** List of a week from a day on. */
export const Agenda = ({ days, entries, today, loaded, colourOf, onOpen, strip = false }: Props) => {
  const { t, i18n } = useTranslation('calendar');
  const language = currentLanguage(i18n);
  const texts = useEntryTexts();
  const { bookings, blocks, taken } = entries;
  const byDay = byDayOf({ bookings, blocks: [...blocks, ...taken] });
  const visitsOn = (day: string) =>
    (byDay.get(day) ?? []).filter(({ kind }) => kind !== 'block' && kind !== 'held').length;
  const list: string[] = [];
  for (let day = days.from; day < days.to; day = addDays(day, 1)) list.push(day);
  return (
    <div
      className="calendar-grid agenda"
      data-shown={loaded}
      tabIndex={0}
      role="region"
      aria-label={t(($) => (strip ? $.views.week : $.views.agenda))}
    >
      {strip && loaded && <Strip days={list} today={today} countOf={visitsOn} />}
      {list.map((day) => {
        const ofDay = (byDay.get(day) ?? []).toSorted((one, other) => one.start.localeCompare(other.start));
        const behind = entries.behind.filter((entry) => partOf(entry, day));
        return (
          <section key={day} data-date={day} tabIndex={-1} aria-label={longDay(day, language)}>
            <h2 data-today={day === today || undefined}>{longDay(day, language)}</h2>
            {behind.map((entry) => (
              <BehindRow key={entry.id} entry={entry} day={day} texts={texts} />
            ))}
            {ofDay.length === 0 && <p className="agenda-none">{t(($) => $.print.none)}</p>}
            <ul>
              {ofDay.map((entry) => (
                <EntryRow
                  key={entry.id}
                  entry={entry}
                  texts={texts}
                  colour={colourOf(entry.proId)}
                  onOpen={taken.includes(entry) ? null : () => onOpen(entry.id)}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
};
