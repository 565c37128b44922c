import type { BookingView } from '@visita/contracts/booking/views';
import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { useAddressText } from '../../lib/text/use-address-text.ts';
import { useTown } from '../../lib/data/use-town.ts';
import { wallTimeOf } from '../../lib/time/wall-clock.ts';
import { SearchField } from '../../ui/fields/text-fields.tsx';
import { filterHistory, writtenDate } from './history.ts';
import classes from './patients.module.css';

const Note = ({ label, text }: { label: string; text: string }) =>
  text && (
    <div className={classes['note']}>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </div>
  );

const Facts = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation('patients');
  return (
    <dl className={classes['facts']}>
      {booking.status !== 'orfan' && (
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
  );
};

const Entry = ({ booking }: { booking: BookingView }) => {
  const { t, i18n } = useTranslation(['patients', 'common']);
  const town = useTown(booking);
  return (
    <li className="card">
      <Group justify="space-between" align="flex-start" gap="8px 16px">
        <div>
          <Title order={3} size="h5">
            {booking.service}
          </Title>
          <Text c="dimmed">{booking[`specialization_${currentLanguage(i18n)}`]}</Text>
        </div>
        <div className={classes['when']}>
          <Text fw={600} className="tabular">
            {`${writtenDate(booking.date)} · ${wallTimeOf(booking.date)}`}
            {town && ` (${t(($) => $.common.clockOf, { town })})`}
          </Text>
          {booking.attendance !== 'expected' && (
            <Badge variant="light" color={booking.attendance === 'missed' ? 'red' : 'gray'}>
              {t(($) => $.attendance.said[booking.attendance])}
            </Badge>
          )}
          {booking.status === 'orfan' && (
            <Badge variant="light" color="red">
              {t(($) => $.status.orfan)}
            </Badge>
          )}
        </div>
      </Group>
      <Facts booking={booking} />
    </li>
  );
};

type Props = { bookings: readonly BookingView[] };

const useFiltered = ({ bookings }: Props, query: string) => {
  const { t, i18n } = useTranslation('patients');
  return filterHistory(bookings, query, {
    language: currentLanguage(i18n),
    statusOf: ({ status }) => t(($) => $.status[status]),
  });
};

/** A patient's bookings, newest first, with a text filter. */
export const HistoryList = (props: Props) => {
  const { t } = useTranslation('patients');
  const [query, setQuery] = useAddressText('q');
  const found = useFiltered(props, query);
  return (
    <>
      <Group justify="space-between" gap="8px 16px" mt={8}>
        <Title order={2} size="h4">
          {t(($) => $.history.title)}
        </Title>
        <SearchField
          aria-label={t(($) => $.history.filter)}
          placeholder={t(($) => $.history.filter)}
          value={query}
          onChange={setQuery}
          flex="1 1 200px"
          maw={{ sm: 320 }}
        />
      </Group>
      <Text c="dimmed" role="status">
        {found.length === 0 ? t(($) => $.history.none) : t(($) => $.history.count, { count: found.length })}
      </Text>
      {found.length > 0 && (
        <Stack component="ol" gap={12}>
          {found.map((booking) => (
            <Entry key={booking.id} booking={booking} />
          ))}
        </Stack>
      )}
    </>
  );
};
