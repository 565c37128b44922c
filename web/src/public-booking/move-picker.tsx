import type { DayAvailability } from '@visita/contracts/booking/views';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/i18n.ts';
import style from './booking.module.css';
import { useDayAvailabilities, type Managed } from './data.ts';
import { todayIn, type Day } from './days.ts';
import { longDay, zoneName } from './format.ts';
import { MonthGrid, monthHeight } from './month-grid.tsx';
import { LoadedData, Panel, Step } from './parts.tsx';

/** The free times of one professional's service, by day. */
const timesByDay = (days: readonly DayAvailability[], hubServiceId: string, today: Day) =>
  new Map(
    days
      .filter(({ date }) => date >= today)
      .map(({ date, bookingAvailabilities }) => {
        const offer = bookingAvailabilities.find((one) => one.hubServiceId === hubServiceId);
        return [date, offer?.availabilities ?? []] as const;
      })
      .filter(([, times]) => times.length > 0),
  );

type PickerProps = {
  booking: Managed;
  sending: boolean;
  now: () => Date;
  /** With the clinic's wall clock, `YYYY-MM-DDTHH:mm`. */
  onMove: (date: string) => Promise<boolean>;
};

/** Another day and time for the same service with the same professional. */
export const MovePicker = ({ booking, sending, now, onMove }: PickerProps) => {
  const { t, i18n } = useTranslation('booking');
  const language = currentLanguage(i18n);
  const days = useDayAvailabilities(booking.clinic_id);
  const [day, setDay] = useState<Day>();
  const [time, setTime] = useState<string>();
  const today = todayIn(booking.timezone, now());
  const move = async (date: string) => {
    // The time may have been taken meanwhile.
    if (!(await onMove(date))) await days.mutate();
  };
  return (
    <LoadedData loads={{ days }} height={monthHeight(today)}>
      {({ days: loaded }) => {
        const offered = timesByDay(loaded, booking.hub_service_id, today);
        const times = day === undefined ? [] : (offered.get(day) ?? []);
        const last = loaded.at(-1)?.date ?? today;
        if (offered.size === 0) {
          return (
            <Panel kind="empty">
              <p>{t(($) => $.manage.noTimes, { professional: booking.professional })}</p>
            </Panel>
          );
        }
        return (
          <>
            <Step title={t(($) => $.day.step)} reveal>
              <MonthGrid
                free={new Map([...offered].map(([date, list]) => [date, list.length]))}
                today={today}
                last={last}
                selected={day}
                onPick={(picked) => {
                  setDay(picked);
                  setTime(undefined);
                }}
              />
            </Step>
            {day !== undefined && times.length > 0 && (
              <Step title={t(($) => $.time.step)} reveal>
                <ul className={style.times}>
                  {times.map((free) => (
                    <li key={free}>
                      <button type="button" aria-pressed={free === time} onClick={() => setTime(free)}>
                        {free}
                      </button>
                    </li>
                  ))}
                </ul>
                <p className={style.hint}>
                  {t(($) => $.time.zone, { zone: zoneName(booking.timezone, language) })}
                </p>
                {time !== undefined && times.includes(time) && (
                  <div className={style.chosen}>
                    <span>{t(($) => $.time.chosen, { day: longDay(day, language), time })}</span>
                    <button
                      type="button"
                      className="primary"
                      disabled={sending}
                      onClick={() => void move(`${day}T${time}`)}
                    >
                      {t(($) => $.manage.moveHere)}
                    </button>
                  </div>
                )}
              </Step>
            )}
          </>
        );
      }}
    </LoadedData>
  );
};
