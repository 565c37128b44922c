import type { BookingHistory as History } from '@visita/contracts/booking/history';
import type { BookingView } from '@visita/contracts/booking/views';
import { Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/api/use-call.ts';
import { currentLanguage } from '../../../lib/text/i18n.ts';
import { useActingText } from '../../../lib/text/use-acting-text.ts';
import { dateOf, dayFormat, dayOf, wallTimeOf } from '../../../lib/time/wall-clock.ts';
import { Loaded, Loading } from '../../../ui/feedback/states.tsx';
import classes from './booking-history.module.css';

const Step = ({ step, time, by, member, changed }: History[number]) => {
  const { t, i18n } = useTranslation(['calendar', 'common']);
  const actingText = useActingText();
  const day = dayFormat(currentLanguage(i18n), { day: 'numeric', month: 'short', year: 'numeric' });
  const written = (date: string) => `${day.format(dateOf(dayOf(date)))}, ${wallTimeOf(date)}`;
  const { start, professional, service } = changed ?? {};
  const changes = [start && { from: written(start.from), to: written(start.to) }, professional, service];
  return (
    <li>
      <span>
        {`${t(($) => $.history[step])} ${by === 'member' ? actingText(member) : t(($) => $.common.acting[by])}`}
      </span>
      <Text span inherit c="dimmed" className="tabular">
        {written(time)}
      </Text>
      {changes.map(
        (one) =>
          one && (
            <Text key={one.from} className={classes['change'] ?? ''}>
              {`${one.from} → ${one.to}`}
            </Text>
          ),
      )}
    </li>
  );
};

/** Latest steps of a booking, and by whom. */
export const BookingHistory = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation('calendar');
  const { data, ...rest } = useCall('getBookingHistory', { params: { id: booking.id } });
  const { mutate } = rest;
  // The booking changes with each live message about it.
  useEffect(() => void mutate(), [booking, mutate]);
  return (
    <section className={`ruled ${classes['steps']}`} aria-label={t(($) => $.history.title)}>
      <Title order={3} size="h5">
        {t(($) => $.history.title)}
      </Title>
      <Loaded
        loads={{ steps: { data: data?.data, ...rest } }}
        failed={t(($) => $.history.loadFailed)}
        skeleton={<Loading rows={1} height={28} />}
      >
        {({ steps }) => (
          <ul className={classes['history']}>
            {steps.map((step, nth) => (
              <Step key={nth} {...step} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
};
