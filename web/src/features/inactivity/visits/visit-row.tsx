import type { BookingView } from '@visita/contracts/booking/views';
import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../lib/text/i18n.ts';
import { dateOf, dayFormat, dayOf, wallTimeOf } from '../../../lib/time/wall-clock.ts';
import { PatientName } from '../../../ui/bookings/patient-name.tsx';
import shared from '../../../ui/bookings/visit-row.module.css';
import { Icon } from '../../../ui/icons/icons.tsx';
import type { Choice } from './proposals.ts';
import type { Step } from './work.ts';
import classes from './visits.module.css';

/** Returns a function that writes a wall time: "Wed 2 Dec, 11:30". */
export const useShortWhen = () => {
  const { i18n } = useTranslation();
  const format = dayFormat(currentLanguage(i18n), { weekday: 'short', day: 'numeric', month: 'short' });
  return (date: string): string => `${format.format(dateOf(dayOf(date)))}, ${wallTimeOf(date)}`;
};

/** Returns a function that writes a decision: the new time and professional, or the cancellation. */
export const useDecided = () => {
  const { t } = useTranslation('inactivity');
  const when = useShortWhen();
  return (to: Step['to']): string =>
    to === null
      ? t(($) => $.visits.cancelled)
      : t(($) => $.visits.movedTo, { when: when(to.date), professional: to.professional });
};

type Props = {
  visit: BookingView;
  /** Whether the day is written, because the list has several. */
  dated: boolean;
  choice: Choice | undefined;
  /** Why the visit cannot be moved; null if it can. */
  immovable: string | null;
  step: Step | undefined;
  locked: boolean;
  onMove: () => void;
  onCancel: () => void;
  onAnother: () => void;
};

const Decision = ({ visit, choice, immovable, locked, onMove, onCancel, onAnother }: Props) => {
  const { t } = useTranslation('inactivity');
  const decided = useDecided();
  const patient = visit.patient_name;
  const moved = choice !== undefined && choice !== 'cancel';
  const to = moved ? { ...choice.to, date: `${choice.to.day}T${choice.to.time}` } : null;
  return (
    <div className={classes['decision']}>
      {choice && <span className={classes['decided']}>{decided(to)}</span>}
      {!choice && immovable && <Text c="dimmed">{immovable}</Text>}
      <div className={classes['buttons']}>
        {moved && (
          <Button variant="subtle" size="compact-md" disabled={locked} onClick={onAnother}>
            {t(($) => $.visits.another)}
          </Button>
        )}
        {immovable === null && (
          <Button
            variant={moved ? 'filled' : 'default'}
            size="compact-md"
            aria-pressed={moved}
            aria-label={t(($) => $.visits.moveOf, { patient })}
            disabled={locked}
            onClick={onMove}
          >
            {t(($) => $.visits.move)}
          </Button>
        )}
        <Button
          variant={choice === 'cancel' ? 'filled' : 'default'}
          color={choice === 'cancel' ? 'red' : 'gray'}
          size="compact-md"
          aria-pressed={choice === 'cancel'}
          aria-label={t(($) => $.visits.cancelOf, { patient })}
          disabled={locked}
          onClick={onCancel}
        >
          {t(($) => $.visits.cancel)}
        </Button>
      </div>
    </div>
  );
};

/** Visit in the way, with the decision about it. */
export const VisitRow = (props: Props) => {
  const { visit, dated, step } = props;
  const { t } = useTranslation('inactivity');
  const when = useShortWhen();
  const { patient_prefix: prefix, patient_phone: phone } = visit;
  return (
    <li className={classes['visit']}>
      <time className={classes['time']} dateTime={visit.date}>
        {dated ? when(visit.date) : wallTimeOf(visit.date)}
      </time>
      <div className={shared['who']}>
        <PatientName booking={visit} erased={t(($) => $.visits.erased)} />
        <Text c="dimmed">{`${visit.service} · ${visit.doctor_name}`}</Text>
        {visit.patient_email === '' && <Text c="dimmed">{t(($) => $.visits.unmailed)}</Text>}
        {step?.state === 'refused' && (
          <Text c="red" role="alert">
            {step.reason}
          </Text>
        )}
      </div>
      {phone !== '' && (
        <a className={`${shared['call']} ${classes['call']}`} href={`tel:${prefix}${phone}`}>
          <Icon name="phone" size={18} />
          <span className="tabular">{`${prefix} ${phone}`}</span>
        </a>
      )}
      <Decision {...props} />
    </li>
  );
};
