import type { BookingView, ProCalendar } from '@visita/contracts/booking/views';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../lib/text/i18n.ts';
import { addDays, dayOf, longDay, wallTimeOf } from '../../../lib/time/wall-clock.ts';
import { IconButton } from '../../../ui/icons/icon-button.tsx';
import { Icon } from '../../../ui/icons/icons.tsx';
import { Printed } from '../../../ui/print/printed.tsx';
import { groupBy } from '../../../lib/compat/group-by.ts';
import { clocksDiffer } from '../../../lib/time/other-clock.ts';
import { bookingsOf, type Filters } from '../model/calendar-events.ts';

type Shown = {
  filters: Filters;
  visible: { from: string; to: string };
  /** The calendar's zone. */ timezone: string | undefined;
};

const Row = ({ booking, timezone }: { booking: BookingView } & Pick<Shown, 'timezone'>) => {
  const { t } = useTranslation(['calendar', 'common']);
  const { clinic_city: town } = booking;
  const other = timezone && clocksDiffer(booking.timezone, timezone, dayOf(booking.date));
  const orphan = booking.status === 'orfan';
  return (
    <tr>
      <td className="tabular">
        {`${wallTimeOf(booking.date)}–${wallTimeOf(booking.ending_date)}`}
        {other && ` (${t(($) => $.common.clockOf, { town })})`}
      </td>
      <td>{booking.patient_name || t(($) => $.details.erased)}</td>
      <td>{booking.service}</td>
      <td>{orphan ? t(($) => $.legend.orphan) : booking.doctor_name}</td>
      <td>{booking.clinic_name}</td>
    </tr>
  );
};

/** Table of the visible bookings by day, without notes for privacy. */
const PrintedBookings = ({ calendar, filters, visible, timezone }: Shown & { calendar: ProCalendar }) => {
  const { t, i18n } = useTranslation('calendar');
  const language = currentLanguage(i18n);
  const bookings = bookingsOf(calendar, filters)
    .filter(({ date }) => dayOf(date) >= visible.from && dayOf(date) < visible.to)
    .toSorted((one, other) => one.date.localeCompare(other.date));
  const days = [...groupBy(bookings, ({ date }) => dayOf(date))];
  const ends = [...new Set([visible.from, addDays(visible.to, -1)])];
  return (
    <>
      <h2>{`${t(($) => $.print.title)}: ${ends.map((day) => longDay(day, language)).join(' – ')}`}</h2>
      {days.length === 0 && <p>{t(($) => $.print.none)}</p>}
      {days.length > 0 && (
        <table>
          <thead>
            <tr>
              {(['time', 'patient', 'service', 'professional', 'clinic'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(($) => $.print.columns[column])}
                </th>
              ))}
            </tr>
          </thead>
          {days.map(([day, ofDay]) => (
            <tbody key={day}>
              <tr>
                <th scope="rowgroup" colSpan={5}>
                  {longDay(day, language)}
                </th>
              </tr>
              {ofDay.map((booking) => (
                <Row key={booking.id} booking={booking} timezone={timezone} />
              ))}
            </tbody>
          ))}
        </table>
      )}
    </>
  );
};

/** Printed bookings; separate from the print button, which is hidden in a collapsed toolbar. */
export const Printout = ({ calendar, ...shown }: Shown & { calendar: ProCalendar | undefined }) =>
  calendar && <Printed>{() => <PrintedBookings calendar={calendar} {...shown} />}</Printed>;

type Props = {
  ready: boolean;
  /** True if the button's label fits. */
  labelled: boolean;
};

export const PrintButton = ({ ready, labelled }: Props) => {
  const { t } = useTranslation('calendar');
  return labelled ? (
    <Button
      variant="default"
      leftSection={<Icon name="print" size={18} />}
      disabled={!ready}
      onClick={() => print()}
    >
      {t(($) => $.print.open)}
    </Button>
  ) : (
    <IconButton
      icon="print"
      variant="default"
      size={36}
      disabled={!ready}
      label={t(($) => $.print.open)}
      title={t(($) => $.print.open)}
      onClick={() => print()}
    />
  );
};
