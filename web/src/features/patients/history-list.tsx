import type { BookingView } from '@visita/contracts/booking/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Badge, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { countryName } from '../../lib/prefixes.ts';
import { wallTimeOf } from '../../lib/wall-clock.ts';
import { Icon } from '../../ui/icons.tsx';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { filterHistory, writtenDate } from './history.ts';
import classes from './patients.module.css';

const Note = ({ label, text }: { label: string; text: string }) =>
  text && (
    <div className={classes['note']}>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </div>
  );

const Entry = ({ booking }: { booking: BookingView }) => {
  const { t, i18n } = useTranslation('patients');
  const orphan = booking.status === 'orfan';
  return (
    <li className={classes['entry']}>
      <div className={classes['entryHead']}>
        <div>
          <Title order={3} size="h5">
            {booking.service}
          </Title>
          <Text c="dimmed">{booking[`specialization_${currentLanguage(i18n)}`]}</Text>
        </div>
        <div className={classes['entryWhen']}>
          <Text fw={600} className="tabular">
            {`${writtenDate(booking.date)} · ${wallTimeOf(booking.date)}`}
          </Text>
          {orphan && (
            <Badge variant="light" color="red">
              {t(($) => $.status.orfan)}
            </Badge>
          )}
        </div>
      </div>
      <dl className={classes['facts']}>
        {!orphan && (
          <div>
            <dt>{t(($) => $.history.professional)}</dt>
            <dd>
              {booking.doctor_name}
              <br />
              {booking.doctor_email}
            </dd>
          </div>
        )}
        <div>
          <dt>{t(($) => $.history.clinic)}</dt>
          <dd>
            {booking.clinic_name}
            <br />
            {`${booking.clinic_address}, ${booking.clinic_city}`}
          </dd>
        </div>
        <Note label={t(($) => $.history.proNotes)} text={booking.pro_notes} />
        <Note label={t(($) => $.history.patientNotes)} text={booking.patient_notes} />
      </dl>
    </li>
  );
};

/** A patient's bookings, newest first, with a filter over everything that is written there. */
export const HistoryList = ({ pro, bookings }: { pro: Pro; bookings: readonly BookingView[] }) => {
  const { t, i18n } = useTranslation('patients');
  const [query, setQuery] = useState('');
  const { data: clinics = [] } = useClinics(pro);
  const language = currentLanguage(i18n);
  const found = filterHistory(bookings, query, {
    language,
    countryOf: ({ clinic_id: clinicId }) => {
      const country = clinics.find(({ id }) => id === clinicId)?.country;
      return country ? `${country} ${countryName(country, language)}` : '';
    },
    statusOf: ({ status }) => t(($) => $.status[status]),
  });
  return (
    <>
      <div className={classes['historyHead']}>
        <Title order={2} size="h4">
          {t(($) => $.history.title)}
        </Title>
        <TextInput
          type="search"
          aria-label={t(($) => $.history.filter)}
          placeholder={t(($) => $.history.filter)}
          leftSection={<Icon name="search" size={18} />}
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      </div>
      <Text c="dimmed" role="status">
        {found.length === 0 ? t(($) => $.history.none) : t(($) => $.history.count, { count: found.length })}
      </Text>
      {found.length > 0 && (
        <ol className={classes['entries']}>
          {found.map((booking) => (
            <Entry key={booking.id} booking={booking} />
          ))}
        </ol>
      )}
    </>
  );
};
