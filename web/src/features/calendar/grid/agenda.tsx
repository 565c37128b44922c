import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../lib/text/i18n.ts';
import { addDays, longDay } from '../../../lib/time/wall-clock.ts';
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
};

/** List of a week from a day on. */
export const Agenda = ({ days, entries, today, loaded, colourOf, onOpen }: Props) => {
  const { t, i18n } = useTranslation('calendar');
  const language = currentLanguage(i18n);
  const texts = useEntryTexts();
  const { bookings, blocks, taken } = entries;
  const byDay = byDayOf({ bookings, blocks: [...blocks, ...taken] });
  const list: string[] = [];
  for (let day = days.from; day < days.to; day = addDays(day, 1)) list.push(day);
  return (
    <div
      className="calendar-grid agenda"
      data-shown={loaded}
      tabIndex={0}
      role="region"
      aria-label={t(($) => $.views.agenda)}
    >
      {list.map((day) => {
        const ofDay = (byDay.get(day) ?? []).toSorted((one, other) => one.start.localeCompare(other.start));
        const behind = entries.behind.filter((entry) => partOf(entry, day));
        return (
          <section key={day} data-date={day} aria-label={longDay(day, language)}>
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
