import type { BookingView } from '@visita/contracts/booking/views';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
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
  const [names] = useState(() => new Map<string, string>());
  for (const { id, patient_name: name } of bookings) names.set(id, name);
  const { all, moved, cancelled } = countOf(work, 'done');
  if (all === 0) return null;
  return (
    <Section title={t(($) => $.visits.done, { moved, cancelled })}>
      <ul className={classes['list']}>
        {work.steps
          .filter(({ state }) => state === 'done')
          .map(({ key, bookingId, date, professional, to }) => (
            <li key={key} className={classes['doneRow']}>
              <Text>
                {[names.get(bookingId), when(date), professional].filter(Boolean).join(', ')}
                {` → ${decided(to)}`}
              </Text>
            </li>
          ))}
      </ul>
    </Section>
  );
};
