import type { DayAvailability } from '@visita/contracts/booking/views';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDayAvailabilities, type Managed } from './data.ts';
import { todayIn, type Day } from './days.ts';
import { MonthGrid, monthHeight } from './month-grid.tsx';
import { LoadedData, Panel, Step } from './parts.tsx';
import { TimeStep } from './time-steps.tsx';

/** Returns the free times of one professional's service by day. */
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
  /** Takes the clinic's wall time, `YYYY-MM-DDTHH:mm`. */
  onMove: (date: string) => Promise<boolean>;
};

type ChoiceProps = Omit<PickerProps, 'now'> & { days: readonly DayAvailability[]; today: Day };

const Choice = ({ booking, sending, onMove, days, today }: ChoiceProps) => {
  const { t } = useTranslation('booking');
  const [day, setDay] = useState<Day>();
  const [time, setTime] = useState<string>();
  const offered = timesByDay(days, booking.hub_service_id, today);
  const times = day === undefined ? [] : (offered.get(day) ?? []);
  const picked = times.find((free) => free === time);
  if (offered.size === 0)
    return (
      <Panel kind="empty">
        <p>{t(($) => $.manage.noTimes, { professional: booking.professional })}</p>
      </Panel>
    );
  return (
    <>
      <Step title={t(($) => $.day.step)} reveal>
        <MonthGrid
          free={new Map([...offered].map(([date, list]) => [date, list.length]))}
          today={today}
          last={days.at(-1)?.date ?? today}
          selected={day}
          onPick={(next) => {
            setDay(next);
            setTime(undefined);
          }}
        />
      </Step>
      {day !== undefined && times.length > 0 && (
        <TimeStep times={times} timezone={booking.timezone} day={day} time={picked} onTime={setTime}>
          <button
            type="button"
            className="primary"
            disabled={sending}
            onClick={() => void onMove(`${day}T${picked}`)}
          >
            {t(($) => $.manage.moveHere)}
          </button>
        </TimeStep>
      )}
    </>
  );
};

/** Choice of another day and time for the same service and professional. */
export const MovePicker = ({ booking, sending, now, onMove }: PickerProps) => {
  const further = booking.services?.slice(1).map((one) => one.hub_service_id);
  const days = useDayAvailabilities(booking.clinic_id, {
    hubServiceId: booking.hub_service_id,
    ...(further && { andServices: further.join(',') }),
  });
  const today = todayIn(booking.timezone, now());
  const move = async (date: string) => {
    const moved = await onMove(date);
    // Another booking may have taken the time.
    if (!moved) await days.mutate();
    return moved;
  };
  return (
    <LoadedData loads={{ days }} height={monthHeight(today)}>
      {({ days: loaded }) => (
        <Choice booking={booking} sending={sending} onMove={move} days={loaded} today={today} />
      )}
    </LoadedData>
  );
};
