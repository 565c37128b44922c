import type { BookingView } from '@visita/contracts/booking/views';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PatientName } from '../../../ui/bookings/patient-name.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { useDecided, useShortWhen } from './visit-row.tsx';
import { countOf, type Work } from './work.ts';
import classes from './visits.module.css';

type Props = { work: Work; bookings: readonly BookingView[] };

/** Visits that were moved or cancelled from this list. After a reload their patients are not named. */
export const Done = ({ work, bookings }: Props) => {
  const { t } = useTranslation('inactivity');
  const when = useShortWhen();
  const decided = useDecided();
  const [known] = useState(() => new Map<string, BookingView>());
  for (const booking of bookings) known.set(booking.id, booking);
  const { all, moved, cancelled } = countOf(work, 'done');
  if (all === 0) return null;
  return (
    <Section title={t(($) => $.visits.done, { moved, cancelled })}>
      <ul className={classes['list']}>
        {work.steps
          .filter(({ state }) => state === 'done')
          .map(({ key, bookingId, date, professional, to }) => {
            const booking = known.get(bookingId);
            return (
              <li key={key} className={classes['doneRow']}>
                {booking && <PatientName booking={booking} erased={t(($) => $.visits.erased)} />}
                <Text>{`${when(date)}, ${professional} → ${decided(to)}`}</Text>
              </li>
            );
          })}
      </ul>
    </Section>
  );
};
