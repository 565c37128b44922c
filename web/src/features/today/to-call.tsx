import type { BookingView } from '@visita/contracts/booking/views';
import { useTranslation } from 'react-i18next';
import { wallTimeOf } from '../../lib/time/wall-clock.ts';
import { Section } from '../../ui/layout/section.tsx';
import { Call } from './call.tsx';
import { toCall } from './sheet.ts';
import classes from './today.module.css';

type Props = { visits: readonly BookingView[]; now: Date; onOpen: (id: string) => void };

/** Patients of the day whom no email reaches, or whose last email was not sent. */
export const ToCall = ({ visits, now, onOpen }: Props) => {
  const { t } = useTranslation('today');
  const found = toCall(visits, now);
  if (found.length === 0) return null;
  return (
    <Section title={t(($) => $.toCall.title, { count: found.length })}>
      <ul className={classes['toCall']}>
        {found.map((visit) => (
          <li key={visit.id}>
            <button type="button" className={classes['name']} onClick={() => onOpen(visit.id)}>
              {`${wallTimeOf(visit.date)} ${visit.patient_name}`}
            </button>
            <span>{t(($) => $.toCall[visit.not_mailed ? 'notMailed' : 'noEmail'])}</span>
            <Call booking={visit} />
          </li>
        ))}
      </ul>
    </Section>
  );
};
