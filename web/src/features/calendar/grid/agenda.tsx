import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../lib/text/i18n.ts';
import { addDays, longDay, wallTimeOf } from '../../../lib/time/wall-clock.ts';
import { Icon } from '../../../ui/icons/icons.tsx';
import type { Entries, Entry } from '../model/calendar-events.ts';
import { byDayOf } from '../model/columns.ts';
import { partOf } from '../model/day-parts.ts';
import { titleOf, useEntryTexts, type EntryTexts } from '../entries/entry.tsx';
import { ReleaseHold } from '../entries/release-hold.tsx';
import './agenda.css';

type RowProps = {
  entry: Entry;
  texts: EntryTexts;
  colour: number | undefined;
  /** Null if there are no details: others' blocks and holds. */
  onOpen: (() => void) | null;
};

const Row = ({ entry, texts, colour, onOpen }: RowProps) => {
  const { id, kind, detail, start, end, town } = entry;
  const beside = [town && texts.clockOf(town), kind !== 'held' && detail].filter(Boolean).join(' · ');
  const Line = onOpen ? 'button' : 'div';
  return (
    <li>
      <Line
        {...(onOpen && { type: 'button', onClick: onOpen, 'data-entry': id })}
        className={`entry agenda-entry entry-${kind}`}
        data-colour={colour}
      >
        <span className="agenda-time">{`${wallTimeOf(start)}–${wallTimeOf(end)}`}</span>
        <span className="agenda-mark" aria-hidden="true" />
        <span className="agenda-text">
          <strong>{titleOf(entry, texts)}</strong>
          {beside && <span>{beside}</span>}
          {kind !== 'own' && <span className="visually-hidden">{`(${texts.kinds[kind]})`}</span>}
        </span>
        {kind === 'orphan' && <Icon name="warning" size={18} />}
        {kind === 'held' && <ReleaseHold entry={entry} />}
      </Line>
    </li>
  );
};

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
            {behind.map(({ id, kind, title, town }) => (
              <p key={id} className={`agenda-behind entry-${kind}`}>
                {[title || t(($) => $.legend[kind]), town && texts.clockOf(town)].filter(Boolean).join(' · ')}
              </p>
            ))}
            {ofDay.length === 0 && <p className="agenda-none">{t(($) => $.print.none)}</p>}
            <ul>
              {ofDay.map((entry) => (
                <Row
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
