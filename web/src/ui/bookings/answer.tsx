import type { BookingView } from '@visita/contracts/booking/views';
import { Badge, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { dropBooking } from '../../lib/data/calendar.api.ts';
import { useSubmit } from '../forms/use-submit.ts';
import classes from './attendance.module.css';

/** The patient's answer to a reminder, with a button that cancels the visit of a patient who cannot come. */
export const VisitAnswer = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation('attendance');
  const { sending, submit } = useSubmit({ failed: 'bookingDeletionFailed', done: 'bookingDeleted' });
  const { id, visit_answer: answer, attendance, patient_name: patient } = booking;
  if (answer === undefined || attendance !== 'expected') return null;
  const cancel = () =>
    void submit(async () => {
      await call('deleteBooking', { params: { id } });
      await dropBooking(id);
    });
  return (
    <>
      <Badge
        variant="light"
        color={answer === 'coming' ? 'green' : 'red'}
        size="lg"
        className={classes['badge'] ?? ''}
      >
        {t(($) => $.answered[answer])}
      </Badge>
      {answer === 'not-coming' && (
        <Button
          variant="default"
          disabled={sending}
          aria-label={t(($) => $.cancelVisitOf, { patient })}
          onClick={cancel}
        >
          {t(($) => $.cancelVisit)}
        </Button>
      )}
    </>
  );
};
