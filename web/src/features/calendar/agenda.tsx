import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { addDays, dayOf, longDay, wallTimeOf } from '../../lib/wall-clock.ts';
import { Icon } from '../../ui/icons.tsx';
import type { Entries, Entry } from './calendar-events.ts';
import './agenda.css';

type RowProps = { entry: Entry; colour: number | undefined; onOpen: () => void };

const Row = ({ entry, colour, onOpen }: RowProps) => {
  const { t } = useTranslation('calendar');
  const { kind, title, detail, start, end } = entry;
  return (
    <li>
      <button
        type="button"
        className={`entry agenda-entry entry-${kind}`}
        data-entry={entry.id}
        data-colour={colour}
        onClick={onOpen}
      >
        <span className="agenda-time">{`${wallTimeOf(start)}–${wallTimeOf(end)}`}</span>
        <span className="agenda-mark" aria-hidden="true" />
        <span className="agenda-text">
          <strong>
            {title || (kind === 'block' ? t(($) => $.legend.block) : t(($) => $.details.erased))}
          </strong>
          <span>{detail}</span>
          {kind !== 'own' && <span className="visually-hidden">{`(${t(($) => $.legend[kind])})`}</span>}
        </span>
        {kind === 'orphan' && <Icon name="warning" size={18} />}
      </button>
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

/** A week from a day on as a list. */
export const Agenda = ({ days, entries, today, loaded, colourOf, onOpen }: Props) => {
  const { t, i18n } = useTranslation('calendar');
  const language = currentLanguage(i18n);
  const byDay = Map.groupBy([...entries.bookings, ...entries.blocks], ({ start }) => dayOf(start));
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
        const behind = entries.behind.filter(({ start, end }) => dayOf(start) <= day && end > `${day}T00:00`);
        return (
          <section key={day} data-date={day} aria-label={longDay(day, language)}>
            <h2 data-today={day === today || undefined}>{longDay(day, language)}</h2>
            {behind.map(({ id, kind, title }) => (
              <p key={id} className={`agenda-behind entry-${kind}`}>
                {title || t(($) => $.legend[kind])}
              </p>
            ))}
            {ofDay.length === 0 && <p className="agenda-none">{t(($) => $.print.none)}</p>}
            <ul>
              {ofDay.map((entry) => (
                <Row
                  key={entry.id}
                  entry={entry}
                  colour={colourOf(entry.proId)}
                  onOpen={() => onOpen(entry.id)}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
};
