import { mailTo } from '@visita/contracts/mailto';
import type { BookingView } from '@visita/contracts/booking/views';
import { Alert, Anchor, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { currentLanguage } from '../../../lib/text/i18n.ts';
import { dayOf, longDay, wallTimeOf } from '../../../lib/time/wall-clock.ts';
import { Icon, type IconName } from '../../../ui/icons/icons.tsx';
import classes from '../shared/calendar.module.css';
import { usePathOfPatient } from '../../../lib/data/patients.api.ts';
import { usePro } from '../../../lib/session/use-pro.ts';
import { useTown } from '../../../lib/data/use-town.ts';

const Fact = ({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) => (
  <div>
    <Icon name={icon} />
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

const unmailedText = ({ mail_refused, mail_late }: BookingView) => {
  if (mail_refused) return 'mailRefusedText';
  return mail_late ? 'mailLateText' : 'notMailedText';
};

/** Facts of a booking. An orphan has a warning and hides its former professional. */
export const BookingFacts = ({ booking }: { booking: BookingView }) => {
  const { t, i18n } = useTranslation(['calendar', 'common', 'series']);
  const language = currentLanguage(i18n);
  const pro = usePro();
  const card = usePathOfPatient(pro, booking);
  const town = useTown(booking);
  const orphan = booking.status === 'orfan';
  const phone = `${booking.patient_prefix} ${booking.patient_phone}`;
  return (
    <>
      {orphan && (
        <Alert color="red" icon={<Icon name="warning" />} mb="md" title={t(($) => $.details.orphanTitle)}>
          {t(($) => $.details.orphanText)}
        </Alert>
      )}
      {booking.not_mailed && booking.patient_name && (
        <Alert color="red" icon={<Icon name="warning" />} mb="md" title={t(($) => $.details.notMailedTitle)}>
          {t(($) => $.details[unmailedText(booking)])}
        </Alert>
      )}
      {booking.visit_answer === 'not-coming' && (
        <Alert color="red" icon={<Icon name="warning" />} mb="md" title={t(($) => $.details.notComingTitle)}>
          {t(($) => $.details.notComingText)}
        </Alert>
      )}
      <Title order={3} size="h3">
        {booking.service}
      </Title>
      <span>{booking[`specialization_${language}`]}</span>
      <dl className={classes['facts']}>
        <Fact icon="clock" label={t(($) => $.details.when)}>
          <span className="tabular">
            {`${longDay(dayOf(booking.date), language)}, ${wallTimeOf(booking.date)}–${wallTimeOf(booking.ending_date)}`}
          </span>
          {town && ` (${t(($) => $.common.clockOf, { town })})`}
        </Fact>
        <Fact icon="person" label={t(($) => $.details.patient)}>
          {card ? (
            <Anchor component={Link} to={card}>
              {booking.patient_name}
            </Anchor>
          ) : (
            booking.patient_name || t(($) => $.details.erased)
          )}
        </Fact>
        {booking.patient_name && (
          <>
            {booking.contact_name && (
              <Fact icon="people" label={t(($) => $.details.contact)}>
                {booking.contact_name}
              </Fact>
            )}
            <Fact icon="mail" label={t(($) => $.common.fields.email)}>
              {booking.patient_email ? (
                <Anchor href={mailTo(booking.patient_email)}>{booking.patient_email}</Anchor>
              ) : (
                t(($) => $.details.noEmail)
              )}
            </Fact>
            {booking.patient_phone && (
              <Fact icon="phone" label={t(($) => $.common.fields.phone)}>
                <Anchor href={`tel:${booking.patient_prefix}${booking.patient_phone}`}>{phone}</Anchor>
              </Fact>
            )}
          </>
        )}
        <Fact icon="clinic" label={t(($) => $.details.clinic)}>
          {`${booking.clinic_name}\n${booking.clinic_address}, ${booking.clinic_city}`}
        </Fact>
        {!orphan && (
          <Fact icon="person" label={t(($) => $.details.professional)}>
            {`${booking.doctor_name}\n${booking.doctor_email}`}
          </Fact>
        )}
        {booking.series && (
          <Fact icon="calendar" label={t(($) => $.series.series)}>
            {t(($) => $.series.place, booking.series)}
          </Fact>
        )}
        {booking.patient_notes && (
          <Fact icon="note" label={t(($) => $.details.patientNotes)}>
            {booking.patient_notes}
          </Fact>
        )}
      </dl>
    </>
  );
};
