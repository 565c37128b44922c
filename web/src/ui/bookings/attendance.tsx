import type { Attendance } from '@visita/contracts/booking/attendance';
import type { BookingView } from '@visita/contracts/booking/views';
import { Badge, Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { stepsOf, type Step, undoneTo, waitingMinutes } from '../../lib/booking/attendance.ts';
import { call } from '../../lib/api/client.ts';
import { putBooking } from '../../lib/data/calendar.api.ts';
import classes from './attendance.module.css';
import { Icon, type IconName } from '../icons/icons.tsx';
import { useSubmit } from '../forms/use-submit.ts';

const icons = { arrived: 'clock', attended: 'check', missed: 'close' } as const satisfies Record<
  Step,
  IconName
>;
export const attendanceColours = {
  arrived: 'yellow',
  attended: 'green',
  missed: 'red',
  excused: 'gray',
} as const;

const sending = (id: string): Readonly<Record<Step, () => Promise<{ data: BookingView }>>> => ({
  arrived: () => call('markPatientArrived', { params: { id } }),
  attended: () => call('markBookingAttended', { params: { id } }),
  missed: () => call('markBookingMissed', { params: { id }, body: { excused: false } }),
});

type Props = { booking: BookingView; now: Date };

/** Recorded attendance; empty while none is recorded. */
export const AttendanceBadge = ({ booking, now }: Props) => {
  const { t } = useTranslation('attendance');
  const { attendance } = booking;
  const waiting = waitingMinutes(booking, now);
  if (attendance === 'expected') return null;
  return (
    <Badge variant="light" color={attendanceColours[attendance]} size="lg" className={classes['badge'] ?? ''}>
      {waiting === null ? t(($) => $.said[attendance]) : t(($) => $.waiting, { count: waiting })}
    </Badge>
  );
};

const useSaying = (booking: BookingView) => {
  const { sending: busy, submit } = useSubmit({ failed: 'attendanceFailed' });
  const put = (send: () => Promise<{ data: BookingView }>) =>
    void submit(async () => putBooking((await send()).data));
  return {
    busy,
    say: (step: Step) => put(sending(booking.id)[step]),
    correct: (attendance: Attendance) =>
      put(() => call('correctAttendance', { params: { id: booking.id }, body: { attendance } })),
  };
};

/** The pressed button disappears: focuses the undo button, or the next ones, unless the focus has moved. */
const useFocusKept = (busy: boolean) => {
  const buttons = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  useEffect(() => {
    if (busy || !pressed.current) return;
    pressed.current = false;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const [first, ...others] = buttons.current?.querySelectorAll('button') ?? [];
    (others.find((button) => button.dataset['undo'] !== undefined) ?? first)?.focus();
  }, [busy]);
  return { buttons, onPress: () => void (pressed.current = true) };
};

/** Buttons to record attendance and to undo it. */
export const AttendanceButtons = ({ booking, now }: Props) => {
  const { t } = useTranslation('attendance');
  const { busy, say, correct } = useSaying(booking);
  const patient = booking.patient_name;
  const undone = undoneTo(booking, now);
  const { buttons, onPress } = useFocusKept(busy);
  return (
    <div ref={buttons} className={classes['buttons']} onClickCapture={onPress}>
      {stepsOf(booking, now).map((step) => (
        <Button
          key={step}
          variant={step === 'missed' ? 'default' : 'light'}
          leftSection={<Icon name={icons[step]} size={18} />}
          disabled={busy}
          aria-label={t(($) => $.of[step], { patient })}
          onClick={() => say(step)}
        >
          {t(($) => $.say[step])}
        </Button>
      ))}
      {booking.attendance === 'missed' && undone !== null && (
        <Button variant="default" disabled={busy} onClick={() => correct('excused')}>
          {t(($) => $.excuse)}
        </Button>
      )}
      {undone !== null && (
        <Button
          variant="subtle"
          data-undo
          disabled={busy}
          aria-label={t(($) => $.undoOf, { patient })}
          onClick={() => correct(undone)}
        >
          {t(($) => $.undo)}
        </Button>
      )}
    </div>
  );
};
