import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../lib/text/i18n.ts';
import { dateOf, dayFormat } from '../../../lib/time/wall-clock.ts';
import { groupBy } from '../../../lib/compat/group-by.ts';
import { isClosing } from '../model/bands.ts';
import type { Column, ColumnContent } from '../model/columns.ts';
import { timeText, wholeDay, type Stretch } from '../model/day-parts.ts';
import { freeIn } from '../model/free-time.ts';

/** "9–13", "14–18" */
const hoursTexts = (hours: readonly Stretch[]): string[] =>
  hours.map(({ start, end }) => `${timeText(start)}–${timeText(end)}`);

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((part) => part.charAt(0))
    .slice(0, 2)
    .join('')
    .toUpperCase();

type Columns = {
  columns: readonly Column[];
  content: readonly ColumnContent[];
  hours: readonly (Stretch[] | null)[];
};

/** Heading of a column: name, professional, and facts such as state, hours and visits. */
export type ColumnName = { name: string; who: string; facts: readonly string[]; closed: string };

/** Returns a text for a column's closings, and whether they take all of its hours. */
const useClosed = () => {
  const { t } = useTranslation('calendar');
  return useCallback(
    (content: ColumnContent | undefined, worked: Stretch[] | null) => {
      const closings = content?.behind.filter(isClosing) ?? [];
      const hours = worked?.length ? worked : [{ start: 0, end: wholeDay }];
      const whole = closings.length > 0 && freeIn(hours, closings).length === 0;
      if (whole) return { closed: t(($) => $.grid.closed), whole };
      const times = hoursTexts(closings).map((time) => t(($) => $.grid.closedAt, { time }));
      return { closed: times.join(', '), whole };
    },
    [t],
  );
};

/** Returns the headings of columns in order. */
export const useColumnNames = ({ columns, content, hours }: Columns): ColumnName[] => {
  const { t, i18n } = useTranslation('calendar');
  const language = currentLanguage(i18n);
  const closedOf = useClosed();
  return useMemo(() => {
    const written = dayFormat(language, { dateStyle: 'full' });
    return columns.map(({ day, pro }, index) => {
      const worked = hours[index];
      const off = worked?.length === 0 ? t(($) => $.grid.off) : hoursTexts(worked ?? []).join(', ');
      const { closed, whole } = closedOf(content[index], worked ?? null);
      const entries = content[index]?.entries.filter(({ entry }) => entry.kind !== 'block') ?? [];
      const visits = t(($) => $.grid.visits, { count: entries.length });
      const status = pro?.state;
      const state = status && status !== 'unassigned' ? t(($) => $.grid.states[status]) : '';
      const facts = [state, whole ? '' : off, closed, visits].filter(Boolean).join(' · ');
      const unnamed = status === 'unassigned' ? t(($) => $.grid.unassigned) : t(($) => $.grid.unnamed);
      const who = pro ? pro.name || unnamed : '';
      const name = [written.format(dateOf(day)), who, facts].filter(Boolean).join(', ');
      return { name, who, facts: facts.split(/(?<=[,·]) | (?=\d\d:)/u), closed };
    });
  }, [columns, content, hours, language, t, closedOf]);
};

type Props = Pick<Columns, 'columns'> & { names: readonly ColumnName[]; today: string };

/** Headings of days and, if they have columns, professionals. */
export const ColumnHeads = ({ columns, names, today }: Props) => {
  const { i18n } = useTranslation('calendar');
  const language = currentLanguage(i18n);
  const days = [...groupBy(columns, ({ day }) => day)];
  const apart = days.some(([, ofDay]) => ofDay.length > 1);
  // A day is closed if all of its columns are, alike.
  const closedOn = (day: string) => {
    const texts = new Set(
      names.flatMap(({ closed }, index) => (columns[index]?.day === day ? [closed] : [])),
    );
    return texts.size === 1 ? [...texts][0] : '';
  };
  const weekday = dayFormat(language, { weekday: 'short' });
  // Hidden from screen readers, which read each column's own name.
  return (
    <div className="time-heads" aria-hidden="true">
      {days.length > 1 && (
        <div className="time-head-row">
          {days.map(([day, ofDay]) => (
            <div
              key={day}
              className="time-head-day"
              style={{ flexGrow: ofDay.length }}
              data-today={day === today || undefined}
            >
              <div className="time-head-name">
                <span>{weekday.format(dateOf(day))}</span> <strong>{Number(day.slice(8))}</strong>
                {closedOn(day) && <small>{closedOn(day)}</small>}
              </div>
            </div>
          ))}
        </div>
      )}
      {apart && (
        <div className="time-head-row">
          {columns.map(({ key, pro }, index) => (
            <div
              key={key}
              className="time-head-pro"
              data-colour={pro?.colour}
              data-state={pro?.state}
              title={names[index]?.who}
            >
              {days.length === 1 && pro?.name && <span className="time-initials">{initials(pro.name)}</span>}
              <span className="time-head-text">
                <strong>{names[index]?.who}</strong>
                {days.length === 1 && (
                  <small>
                    {names[index]?.facts.flatMap((fact) => [<span key={fact}>{fact}</span>, ' '])}
                  </small>
                )}
              </span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
};
