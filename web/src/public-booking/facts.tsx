import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/i18n.ts';
import style from './booking.module.css';
import type { Confirmed } from './data.ts';
import { appointmentTime, zoneName } from './format.ts';

type Appointment = Pick<
  Confirmed,
  'date' | 'timezone' | 'service' | 'professional' | 'clinic_name' | 'clinic_address'
>;

/** When, what, with whom and where. */
export const Facts = ({ appointment }: { appointment: Appointment }) => {
  const { t, i18n } = useTranslation('booking');
  const language = currentLanguage(i18n);
  const when = appointmentTime(appointment.date, appointment.timezone, language);
  return (
    <dl className={style.facts}>
      <dt>{t(($) => $.confirmation.when)}</dt>
      <dd>
        <b>{t(($) => $.time.chosen, when)}</b>
        <small>{zoneName(appointment.timezone, language)}</small>
      </dd>
      <dt>{t(($) => $.confirmation.service)}</dt>
      <dd>{appointment.service}</dd>
      <dt>{t(($) => $.confirmation.professional)}</dt>
      <dd>{appointment.professional}</dd>
      <dt>{t(($) => $.confirmation.where)}</dt>
      <dd>
        {appointment.clinic_name}
        <small>{appointment.clinic_address}</small>
      </dd>
    </dl>
  );
};
