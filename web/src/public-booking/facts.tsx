import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/text/i18n.ts';
import style from './booking.module.css';
import { Contact } from './contact.tsx';
import type { Confirmed } from './data.ts';
import { saveFile } from '../lib/page/save-file.ts';
import { appointmentTime, directionsTo, isOnClockOf, zoneName } from './format.ts';

type Appointment = Pick<
  Confirmed,
  | 'date'
  | 'ending_date'
  | 'timezone'
  | 'service'
  | 'professional'
  | 'clinic_name'
  | 'clinic_address'
  | 'clinic_phone'
  | 'clinic_email'
  | 'calendar_file'
> & {
  readonly directions?: string | undefined;
  readonly to_bring?: string | undefined;
};

/** Date, service, professional and place of an appointment. */
export const Facts = ({ appointment }: { appointment: Appointment }) => {
  const { t, i18n } = useTranslation('booking');
  const language = currentLanguage(i18n);
  const when = appointmentTime(appointment.date, appointment.timezone, language);
  return (
    <dl className={style.facts}>
      <dt>{t(($) => $.confirmation.when)}</dt>
      <dd>
        <b>{t(($) => $.time.chosen, when)}</b>
        {!isOnClockOf(appointment.timezone, new Date(appointment.date)) && (
          <small>{zoneName(appointment.timezone, language)}</small>
        )}
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
      {(appointment.clinic_phone || appointment.clinic_email) && (
        <>
          <dt>{t(($) => $.confirmation.contact)}</dt>
          <dd>
            <Contact phone={appointment.clinic_phone} email={appointment.clinic_email} />
          </dd>
        </>
      )}
      {appointment.directions && (
        <>
          <dt>{t(($) => $.confirmation.directions)}</dt>
          <dd className={style.lines}>{appointment.directions}</dd>
        </>
      )}
      {appointment.to_bring && (
        <>
          <dt>{t(($) => $.confirmation.toBring)}</dt>
          <dd className={style.lines}>{appointment.to_bring}</dd>
        </>
      )}
    </dl>
  );
};

/** Links for an upcoming appointment: add to calendar, directions. */
export const FactLinks = ({ appointment }: { appointment: Appointment }) => {
  const { t } = useTranslation('booking');
  const { calendar_file: file } = appointment;
  return (
    <div className={style.leaving}>
      {file !== null && (
        <button
          type="button"
          onClick={() => saveFile('visita.ics', new Blob([file], { type: 'text/calendar' }))}
        >
          {t(($) => $.confirmation.addToCalendar)}
        </button>
      )}
      <a
        className={style.directions}
        href={directionsTo({ address: appointment.clinic_address })}
        target="_blank"
        rel="noreferrer"
      >
        {t(($) => $.clinic.directions)}
      </a>
    </div>
  );
};
