import type { BookingView } from '@visita/contracts/booking/views';
import { Alert, Anchor, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { dayOf, longDay, wallTimeOf } from '../../lib/wall-clock.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useFading } from '../../ui/use-fading.ts';
import classes from './calendar.module.css';

const Fact = ({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) => (
  <div>
    <Icon name={icon} />
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

const Details = ({ booking }: { booking: BookingView }) => {
  const { t, i18n } = useTranslation(['calendar', 'common']);
  const language = currentLanguage(i18n);
  const orphan = booking.status === 'orfan';
  const phone = `${booking.patient_prefix} ${booking.patient_phone}`;
  return (
    <>
      {orphan && (
        <Alert color="red" icon={<Icon name="warning" />} mb="md" title={t(($) => $.details.orphanTitle)}>
          {t(($) => $.details.orphanText)}
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
        </Fact>
        <Fact icon="person" label={t(($) => $.details.patient)}>
          {booking.patient_name}
        </Fact>
        <Fact icon="mail" label={t(($) => $.common.fields.email)}>
          <Anchor href={`mailto:${booking.patient_email}`}>{booking.patient_email}</Anchor>
        </Fact>
        <Fact icon="phone" label={t(($) => $.common.fields.phone)}>
          <Anchor href={`tel:${booking.patient_prefix}${booking.patient_phone}`}>{phone}</Anchor>
        </Fact>
        <Fact icon="clinic" label={t(($) => $.details.clinic)}>
          {`${booking.clinic_name}\n${booking.clinic_address}, ${booking.clinic_city}`}
        </Fact>
        {!orphan && (
          <Fact icon="person" label={t(($) => $.details.professional)}>
            {`${booking.doctor_name}\n${booking.doctor_email}`}
          </Fact>
        )}
        {booking.patient_notes && (
          <Fact icon="note" label={t(($) => $.details.patientNotes)}>
            {booking.patient_notes}
          </Fact>
        )}
        {booking.pro_notes && (
          <Fact icon="note" label={t(($) => $.details.proNotes)}>
            {booking.pro_notes}
          </Fact>
        )}
      </dl>
    </>
  );
};

type Props = { booking: BookingView | undefined; onClosed: () => void };

/** A booking's details. A live change shows in the open panel; a removed booking closes it. */
export const BookingDetailsPanel = ({ booking, onClosed }: Props) => {
  const { t } = useTranslation('calendar');
  const fading = useFading(onClosed);
  // What was shown last stays in sight while the panel fades.
  const [last, setLast] = useState(booking);
  if (booking && booking !== last) setLast(booking);
  return (
    <SidePanel
      opened={fading.opened && booking !== undefined}
      title={t(($) => $.details.title)}
      onClose={fading.close}
      onExitTransitionEnd={fading.onExitTransitionEnd}
    >
      {last && <Details booking={last} />}
    </SidePanel>
  );
};
