import { NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../lib/text/i18n.ts';
import { dateOf, dayFormat, addDays } from '../../../lib/time/wall-clock.ts';
import { newBookingAtom } from '../../../lib/state/booking.atoms.ts';
import { Dropdown } from '../../../ui/panels/dropdown.tsx';
import { IconButton } from '../../../ui/icons/icon-button.tsx';
import { Icon } from '../../../ui/icons/icons.tsx';
import { daysInSight, views, type CalendarView } from '../../../lib/time/calendar-address.ts';
import classes from '../shared/calendar.module.css';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the visible period in words: "Tuesday 24 November", "23–29 November 2026", "November 2026". */
export const titleOf = (view: CalendarView, date: string, language: string, short: boolean): string => {
  const month = short ? 'short' : 'long';
  if (view === 'month') return capital(dayFormat(language, { month, year: 'numeric' }).format(dateOf(date)));
  if (view === 'day')
    return capital(
      dayFormat(language, { weekday: short ? 'short' : 'long', day: 'numeric', month }).format(dateOf(date)),
    );
  const { from, to } = daysInSight(view, date);
  const format = dayFormat(language, { day: 'numeric', month, ...(short ? {} : { year: 'numeric' }) });
  const [first, last] = [from, addDays(to, -1)];
  // A range over two years always contains both years.
  return short && first.slice(0, 4) !== last.slice(0, 4)
    ? `${format.format(dateOf(first))} – ${format.format(dateOf(last))}`
    : format.formatRange(dateOf(first), dateOf(last));
};

type Props = {
  view: CalendarView;
  date: string;
  onView: (view: CalendarView) => void;
  onTurn: (by: 1 | -1) => void;
  onToday: () => void;
  today: boolean;
  filters: ReactNode;
  inForce: number;
  /** Further tools; `folded` tells whether the toolbar is collapsed. */
  children: (folded: boolean) => ReactNode;
};

const Turn = ({ view, onTurn, by }: Pick<Props, 'view' | 'onTurn'> & { by: 1 | -1 }) => {
  const { t } = useTranslation('calendar');
  const unit = t(($) => $.views[view]).toLowerCase();
  return (
    <IconButton
      icon={by === 1 ? 'forward' : 'back'}
      variant="default"
      size={36}
      label={by === 1 ? t(($) => $.grid.next, { unit }) : t(($) => $.grid.previous, { unit })}
      onClick={() => onTurn(by)}
    />
  );
};

const ViewSwitch = ({ view, small, onView }: Pick<Props, 'view' | 'onView'> & { small: boolean }) => {
  const { t } = useTranslation('calendar');
  if (small)
    return (
      <NativeSelect
        aria-label={t(($) => $.views.title)}
        className={classes['viewSelect'] ?? ''}
        data={views.map((value) => ({ value, label: t(($) => $.views[value]) }))}
        value={view}
        onChange={({ currentTarget }) => onView(currentTarget.value as CalendarView)}
      />
    );
  return (
    <div className={classes['views']} role="group" aria-label={t(($) => $.views.title)}>
      {views.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === view}
          aria-label={t(($) => $.grid.view, { view: t(($) => $.views[one]).toLowerCase() })}
          onClick={() => onView(one)}
        >
          {t(($) => $.views[one])}
        </button>
      ))}
    </div>
  );
};

/** Windows in which the views are one list. */
const few = '(width < 1000px)';
const fewBeside = '(1280px <= width < 1440px)';

/** One-row toolbar: visible period, navigation, and views. */
export const Toolbar = (props: Props) => {
  const { view, date, onView, onTurn, onToday, today, filters, inForce, children } = props;
  const { t, i18n } = useTranslation('calendar');
  const beside = useAtomValue(newBookingAtom) !== null;
  // On phones, on tablets and beside a new booking some tools are collapsed, the views included.
  const small = useMediaQuery(beside ? `${few}, ${fewBeside}` : few, undefined, {
    getInitialValueInEffect: false,
  });
  const folds = useMediaQuery('(width < 1280px)', undefined, { getInitialValueInEffect: false });
  const folded = folds || beside;
  // In narrower windows the toolbar fills its row.
  const narrow = useMediaQuery('(width < 1600px)', undefined, { getInitialValueInEffect: false });
  return (
    <div className={classes['toolbar']}>
      <Turn view={view} onTurn={onTurn} by={-1} />
      <Turn view={view} onTurn={onTurn} by={1} />
      <button
        type="button"
        className={classes['today']}
        aria-label={t(($) => $.grid.today)}
        data-here={today}
        onClick={onToday}
      >
        {t(($) => $.grid.todayShort)}
      </button>
      <h2 className={classes['title']} aria-live="polite">
        {titleOf(view, date, currentLanguage(i18n), narrow)}
      </h2>
      <ViewSwitch view={view} small={small} onView={onView} />
      {folded ? (
        <Dropdown
          compact
          marked={inForce > 0}
          label={[t(($) => $.filters.title), inForce > 0 && `(${inForce})`].filter(Boolean).join(' ')}
          shown={<Icon name="settings" size={18} />}
        >
          <div className={classes['stacked']}>
            {filters}
            {children(true)}
          </div>
        </Dropdown>
      ) : (
        <>
          {filters}
          {children(false)}
        </>
      )}
    </div>
  );
};
