import type { PatientAttendance } from '@visita/contracts/booking/views';
import { useTranslation } from 'react-i18next';
import classes from './patients.module.css';

const figures = ['attended', 'missed', 'excused', 'cancelled_late'] as const;

/** The patient's attendance figures; empty without recorded attendance. */
export const PatientFigures = ({ attendance }: { attendance: PatientAttendance }) => {
  const { t } = useTranslation('patients');
  if (figures.every((figure) => attendance[figure] === 0)) return null;
  return (
    <dl className={classes['figures']} aria-label={t(($) => $.attendance.title)}>
      {figures.map((figure) => (
        <div key={figure} className={classes['figure']}>
          <dt>{t(($) => $.attendance[figure])}</dt>
          <dd className="tabular">{attendance[figure]}</dd>
        </div>
      ))}
    </dl>
  );
};
