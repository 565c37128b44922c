import type { HubView } from '@visita/contracts/clinic/views';
import { Calendar, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { longDay } from '../../lib/time/wall-clock.ts';
import { usePickerNames } from '../../ui/fields/date-field.tsx';
import { drawnHours, shortHours, windowsOn } from './day-hours.ts';
import classes from './day-hours.module.css';

type Props = { hub: HubView; today: string; chosen: string | null; onPick: (day: string) => void };

/** Month with the hours of each day; days with exceptions are marked. */
export const DayHoursMonth = ({ hub, today, chosen, onPick }: Props) => {
  const { t, i18n } = useTranslation('clinic');
  const language = currentLanguage(i18n);
  const ariaLabels = usePickerNames();
  const own = new Set(hub.day_hours.map(({ date }) => date));
  const said = (day: string) => shortHours(windowsOn(hub, day)) || t(($) => $.dayHours.closed);
  const label = (day: string) =>
    [longDay(day, language), said(day), own.has(day) ? t(($) => $.dayHours.exception) : '']
      .filter(Boolean)
      .join(', ');
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1 }}>
      <Calendar
        className={classes['month'] ?? ''}
        classNames={{ day: classes['day'] ?? '' }}
        ariaLabels={ariaLabels}
        minDate={today}
        defaultDate={chosen ?? today}
        maxLevel="month"
        hideOutsideDates
        getDayAriaLabel={label}
        getDayProps={(day) => ({
          selected: day === chosen,
          onClick: () => onPick(day),
          'data-own': own.has(day) || undefined,
          // The text is only visible: the accessible name contains the hours in words.
          'data-hours': day >= today ? drawnHours(windowsOn(hub, day)) : undefined,
        })}
      />
    </DatesProvider>
  );
};
