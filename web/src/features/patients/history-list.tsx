import type { PatientAnswer } from '@visita/contracts/patient/views';
import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { useAddressText } from '../../lib/text/use-address-text.ts';
import { useTown } from '../../lib/data/use-town.ts';
import { wallTimeOf } from '../../lib/time/wall-clock.ts';
import { attendanceColours } from '../../ui/bookings/attendance.tsx';
import { SearchField } from '../../ui/fields/text-fields.tsx';
import { aroundNow, filterHistory, writtenDate, type HistoryBooking } from './history.ts';
import classes from './patients.module.css';

const Note = ({ label, text }: { label: string; text: string }) =>
  text && (
    <div className={classes['note']}>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </div>
  );

type EntryProps = { booking: HistoryBooking; answer: PatientAnswer | undefined };

const Facts = ({ booking, answer }: EntryProps) => {
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
      <Note
        label={t(($) => $.history.answer)}
        text={answer ? [`${answer.rating}/5`, answer.comment].filter(Boolean).join(' · ') : ''}
      />
    </dl>
  );
};

const Entry = ({ booking, answer }: EntryProps) => {
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
            <Badge variant="light" color={attendanceColours[booking.attendance]}>
              {t(($) => $.attendance.said[booking.attendance])}
            </Badge>
          )}
          {booking.status !== 'confirmed' && (
            <Badge variant="light" color={booking.status === 'orfan' ? 'red' : 'gray'}>
              {t(($) => $.status[booking.status])}
            </Badge>
          )}
        </div>
      </Group>
      <Facts booking={booking} answer={answer} />
    </li>
  );
};

type Props = {
  bookings: readonly HistoryBooking[];
  /** Answers to the survey, each about one of the bookings. */
  answers: readonly PatientAnswer[];
};

const useFiltered = (bookings: Props['bookings'], query: string) => {
  const { t, i18n } = useTranslation('patients');
  return filterHistory(bookings, query, {
    language: currentLanguage(i18n),
    statusOf: ({ status }) => t(($) => $.status[status]),
  });
};

const Entries = ({ bookings, answers }: Props) => (
  <Stack component="ol" gap={12}>
    {bookings.map((booking) => (
      <Entry
        key={booking.id}
        booking={booking}
        answer={answers.find(({ booking_id: id }) => id === booking.id)}
      />
    ))}
  </Stack>
);

/** A patient's upcoming bookings above the past and cancelled ones, newest first, under one text filter. */
export const HistoryList = ({ bookings, answers }: Props) => {
  const { t } = useTranslation('patients');
  const [query, setQuery] = useAddressText('q');
  const found = useFiltered(bookings, query);
  const { upcoming, past } = aroundNow(found, Date.now());
  return (
    <>
      <Group justify="space-between" gap="8px 16px" mt={8}>
        <Title order={2} size="h4">
          {upcoming.length > 0 ? t(($) => $.history.upcoming) : t(($) => $.history.title)}
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
      {upcoming.length > 0 && <Entries bookings={upcoming} answers={answers} />}
      {upcoming.length > 0 && past.length > 0 && (
        <Title order={2} size="h4" mt={8}>
          {t(($) => $.history.title)}
        </Title>
      )}
      {past.length > 0 && <Entries bookings={past} answers={answers} />}
    </>
  );
};
