import type { BookingView } from '@visita/contracts/booking/views';
import { useTranslation } from 'react-i18next';
import { wallTimeOf } from '../../lib/time/wall-clock.ts';
import { Section } from '../../ui/layout/section.tsx';
import { Call } from './call.tsx';
import { reasonToCall, toCall } from './sheet.ts';
import classes from './today.module.css';

type Props = { visits: readonly BookingView[]; now: Date; onOpen: (id: string) => void };

/** Reason for the call, or the patient's own words. */
const Why = ({ visit }: { visit: BookingView }) => {
  const { t } = useTranslation('today');
  const reason = reasonToCall(visit);
  if (reason === 'answered') return <q>{visit.text_answer}</q>;
  return <span>{reason && t(($) => $.toCall[reason])}</span>;
};

/** Patients of the day whom no message reached, or who answered one in their own words. */
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
            <Why visit={visit} />
            <Call booking={visit} />
          </li>
        ))}
      </ul>
    </Section>
  );
};
