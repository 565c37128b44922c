import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/text/i18n.ts';
import {
  addMonths,
  dayAfterKey,
  isAhead,
  monthOf,
  monthWeeks,
  sameDayIn,
  type Day,
  type Month,
} from './days.ts';
import { longDay } from '../lib/time/wall-clock.ts';
import { monthTitle, shortDay, weekdayNames } from './format.ts';
import { LookAgain } from './look-again.tsx';
import style from './month-grid.module.css';

type MonthGridProps = {
  /** Days with free times, in order, and the number of times each has. */
  free: ReadonlyMap<Day, number>;
  today: Day;
  last: Day;
  selected: Day | undefined;
  onPick: (day: Day) => void;
  /** Free days on which only other professionals than the page's own are free. */
  others?: ReadonlySet<Day> | undefined;
  /** Days ahead that can be booked, if later days open as time goes by. */
  horizon?: number | undefined;
};

/** Height in pixels of today's month, which shows only the weeks from today on. */
export const monthHeight = (today: Day): number =>
  132 + 48 * monthWeeks(monthOf(today)).filter((week) => isAhead(week, today)).length;

const within = (day: Day, { today, last }: { today: Day; last: Day }): Day =>
  day < today ? today : day > last ? last : day;

type DayButtonProps = {
  day: Day;
  times: number;
  /** True if only other professionals are free. */
  others: boolean;
  selected: boolean;
  current: boolean;
  /** True for the only cell in the tab order. */
  reachable: boolean;
  onPick: (day: Day) => void;
};

/** Returns a function that describes a day: its free times, and whether only other professionals are free. */
const useDayState = () => {
  const { t } = useTranslation('booking');
  return (times: number, others: boolean): string => {
    if (times === 0) return t(($) => $.day.unavailable);
    const free = t(($) => $.day.free, { count: times });
    return others ? `${free}, ${t(($) => $.day.others)}` : free;
  };
};

const DayButton = ({ day, times, others, selected, current, reachable, onPick }: DayButtonProps) => {
  const { i18n } = useTranslation('booking');
  const state = useDayState()(times, others);
  const look = others ? style.others : style.free;
  return (
    <button
      type="button"
      tabIndex={reachable ? 0 : -1}
      aria-label={`${longDay(day, currentLanguage(i18n))}, ${state}`}
      aria-disabled={times === 0}
      aria-current={current ? 'date' : undefined}
      className={selected ? style.selected : times > 0 ? look : style.day}
      onClick={() => times > 0 && onPick(day)}
    >
      {Number(day.slice(8))}
    </button>
  );
};

type BarProps = { month: Month; today: Day; last: Day; onTurn: (months: number) => void };

const MonthBar = ({ month, today, last, onTurn }: BarProps) => {
  const { t, i18n } = useTranslation('booking');
  return (
    <div className={style.bar}>
      <button
        type="button"
        aria-label={t(($) => $.day.previous)}
        disabled={month <= monthOf(today)}
        onClick={() => onTurn(-1)}
      >
        ‹
      </button>
      <strong id="month" aria-live="polite">
        {monthTitle(month, currentLanguage(i18n))}
      </strong>
      <button
        type="button"
        aria-label={t(($) => $.day.next)}
        disabled={addMonths(month, 1) > monthOf(last)}
        onClick={() => onTurn(1)}
      >
        ›
      </button>
    </div>
  );
};

const Weekdays = () => {
  const { i18n } = useTranslation('booking');
  return (
    <thead>
      <tr>
        {weekdayNames(currentLanguage(i18n)).map(({ short, long }) => (
          <th key={long} scope="col" abbr={long}>
            {short}
          </th>
        ))}
      </tr>
    </thead>
  );
};

type BelowProps = Pick<MonthGridProps, 'others' | 'horizon' | 'today'> & {
  month: Month;
  /** Free days of the shown month. */
  days: readonly Day[];
};

/** Explains the shown month: its marks, and when to look again. */
const Below = ({ month, days, others, horizon, today }: BelowProps) => {
  const { t } = useTranslation('booking');
  const full = days.length === 0;
  return (
    <>
      {days.some((day) => others?.has(day)) && (
        <p className={style.legend}>
          <span aria-hidden className={style.mark} />
          {t(($) => $.day.others)}
        </p>
      )}
      {full && <p>{t(($) => $.day.noneInMonth)}</p>}
      {horizon !== undefined && <LookAgain {...{ today, horizon, month, full }} />}
    </>
  );
};

/** Month calendar of 42 cells from Monday, with the keyboard model of the ARIA grid pattern. */
export const MonthGrid = ({ free, today, last, selected, onPick, others, horizon }: MonthGridProps) => {
  const { t, i18n } = useTranslation('booking');
  const language = currentLanguage(i18n);
  const firstFree = free.keys().next().value;
  const [cursor, setCursor] = useState<Day>(selected ?? firstFree ?? today);
  const table = useRef<HTMLTableElement>(null);
  const byKey = useRef(false);
  useLayoutEffect(() => {
    if (byKey.current) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    byKey.current = false;
  }, [cursor]);

  const month = monthOf(cursor);
  const isOthers = (day: Day) => others?.has(day) ?? false;
  const stateOf = useDayState();
  const nextFree = [...free.keys()].find((day) => day > (selected ?? ''));
  const turn = (months: number) => setCursor(within(sameDayIn(cursor, months), { today, last }));
  const choose = (day: Day) => {
    setCursor(day);
    onPick(day);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = dayAfterKey(event.key, cursor, [today, last]);
    if (to === null) return;
    event.preventDefault();
    byKey.current = true;
    setCursor(to);
  };
  const cell = (day: Day | null, index: number) => (
    <td key={index} role="gridcell" aria-selected={day === null ? undefined : day === selected}>
      {day !== null && day >= today && (
        <DayButton
          day={day}
          times={free.get(day) ?? 0}
          others={isOthers(day)}
          selected={day === selected}
          current={day === today}
          reachable={day === cursor}
          onPick={choose}
        />
      )}
    </td>
  );

  return (
    <div className={style.month}>
      <MonthBar month={month} today={today} last={last} onTurn={turn} />
      <table ref={table} role="grid" aria-labelledby="month" onKeyDown={onKeyDown}>
        <Weekdays />
        <tbody>
          {monthWeeks(month).map((week, index) => (
            <tr key={index} className={isAhead(week, today) ? '' : style.over}>
              {week.map(cell)}
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className="hidden">
        {selected !== undefined &&
          `${longDay(selected, language)}, ${stateOf(free.get(selected) ?? 0, isOthers(selected))}`}
      </p>
      <Below
        {...{ month, today, others, horizon }}
        days={[...free.keys()].filter((day) => monthOf(day) === month)}
      />
      {nextFree !== undefined && (
        <button type="button" className={style.next} onClick={() => choose(nextFree)}>
          {t(($) => $.day.nextFree)}: <b>{shortDay(nextFree, language)}</b>
          {isOthers(nextFree) && `, ${t(($) => $.day.others)}`}
        </button>
      )}
    </div>
  );
};
