import { useTranslation } from 'react-i18next';
import { addDays } from '../lib/time/wall-clock.ts';
import { currentLanguage } from '../lib/text/i18n.ts';
import style from './booking.module.css';
import { addMonths, monthOf, type Day, type Month } from './days.ts';
import { monthTitle, shortDay } from './format.ts';

type Props = {
  today: Day;
  /** Days ahead that can be booked. */
  horizon: number;
  /** The shown month; absent if no day at all is free. */
  month?: Month;
  full: boolean;
};

/** Tells when days that cannot be booked yet open: the next day, and the month after the last one. */
export const LookAgain = ({ today, horizon, month, full }: Props) => {
  const { t, i18n } = useTranslation('booking');
  const language = currentLanguage(i18n);
  const last = addDays(today, horizon);
  const following = addMonths(monthOf(last), 1);
  if (month !== undefined && month < monthOf(last)) return null;
  return (
    <p className={style.hint}>
      {full && `${t(($) => $.day.tomorrow, { day: shortDay(addDays(last, 1), language) })} `}
      {t(($) => $.day.opens, {
        month: monthTitle(following, language),
        date: shortDay(addDays(`${following}-01`, -horizon), language),
      })}
    </p>
  );
};
