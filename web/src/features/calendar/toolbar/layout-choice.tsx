import { useTranslation } from 'react-i18next';
import { weekLayouts, type WeekLayout } from '../model/week-rows.ts';
import classes from '../shared/calendar.module.css';

type Shown = {
  /** Null unless there are many professionals in a week. */
  layout: WeekLayout | null;
  setLayout: (layout: WeekLayout) => void;
  /** Number of professionals that can be hidden. */
  idle: number;
  showsIdle: boolean;
  setShowsIdle: (shows: boolean) => void;
};

/** Second row of tools for many professionals: the week's layout, and who does not work on a day. */
export const LayoutChoice = ({ shown }: { shown: Shown }) => {
  const { t } = useTranslation('calendar');
  const { layout, setLayout, idle, showsIdle, setShowsIdle } = shown;
  if (layout === null && idle === 0) return null;
  return (
    <div className={classes['layout']}>
      {layout && (
        <div className={classes['views']} role="group" aria-label={t(($) => $.rows.title)}>
          {weekLayouts.map((one) => (
            <button key={one} type="button" aria-pressed={one === layout} onClick={() => setLayout(one)}>
              {t(($) => $.rows[one])}
            </button>
          ))}
        </div>
      )}
      {layout === 'professionals' && <span className={classes['hint']}>{t(($) => $.rows.hint)}</span>}
      {idle > 0 && (
        <button
          type="button"
          className={classes['today']}
          aria-pressed={showsIdle}
          onClick={() => setShowsIdle(!showsIdle)}
        >
          {showsIdle ? t(($) => $.rows.hideIdle) : t(($) => $.rows.idle, { count: idle })}
        </button>
      )}
    </div>
  );
};
