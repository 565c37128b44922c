import { mailTo } from '@visita/contracts/mailto';
import { isSettled } from '@visita/contracts/booking/attendance-rules';
import type { BookingView } from '@visita/contracts/booking/views';
import { patientOfBooking } from '../../../lib/booking/booked-patient.ts';
import { furtherIdsOf } from '../../../lib/booking/hubs.ts';
import { Button } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePathOfPatient } from '../../../lib/data/patients.api.ts';
import { usePro } from '../../../lib/session/use-pro.ts';
import { newBookingAtom } from '../../../lib/state/booking.atoms.ts';
import { wallTimeOf } from '../../../lib/time/wall-clock.ts';
import { Icon } from '../../../ui/icons/icons.tsx';
import { entryOrCalendar } from '../../../ui/panels/use-focus-back.ts';
import { BookingAttendance } from '../booking/booking-attendance.tsx';
import { DeleteBooking } from '../booking/delete-booking.tsx';
import classes from './entry-popover.module.css';
import { bottomOf, edge } from './edges.ts';
import type { Peek } from './use-peek.ts';
import { useTown } from '../../../lib/data/use-town.ts';

/** Pixels between popover and entry. */
const gap = 6;

const between = (value: number, most: number): number => Math.max(edge, Math.min(value, most));

/** Places the popover beside its entry, else below or above; at the last position if the entry is gone. */
const place = (panel: HTMLElement, { id, anchor: before }: Peek): void => {
  const entry = document.querySelector(`[data-entry="${CSS.escape(id)}"]`);
  const anchor = entry?.getBoundingClientRect() ?? before;
  const bottom = bottomOf();
  panel.style.maxHeight = `${bottom - edge}px`;
  const { offsetWidth: width, offsetHeight: height } = panel;
  const beside = [anchor.right + gap, anchor.left - gap - width].find(
    (left) => left >= edge && left + width <= innerWidth - edge,
  );
  const fits = anchor.bottom + gap + height <= bottom;
  const under = fits ? anchor.bottom + gap : anchor.top - gap - height;
  panel.style.left = `${between(beside ?? anchor.left, innerWidth - edge - width)}px`;
  panel.style.top = `${between(beside === undefined ? under : anchor.top, bottom - height)}px`;
};

const isAsking = (): boolean => document.querySelector('.mantine-Modal-root [role="dialog"]') !== null;

/** Closes on Escape, a press elsewhere, or scrolling of the entry. */
const useClosing = (panel: RefObject<HTMLDivElement | null>, { id, byKey }: Peek, onClose: () => void) =>
  useEffect(() => {
    const isAbove = (target: EventTarget | null) =>
      target instanceof Element && (panel.current?.contains(target) || target.closest('.mantine-Modal-root'));
    const elsewhere = ({ target }: Event) => !isAbove(target) && onClose();
    const scrolled = ({ target }: Event) => !byKey && !isAbove(target) && onClose();
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isAsking()) return;
      onClose();
      if (byKey) entryOrCalendar(id)?.focus();
    };
    addEventListener('pointerdown', elsewhere, true);
    addEventListener('scroll', scrolled, true);
    addEventListener('keydown', escape, true);
    return () => {
      removeEventListener('pointerdown', elsewhere, true);
      removeEventListener('scroll', scrolled, true);
      removeEventListener('keydown', escape, true);
    };
  });

/** Keeps the focus in the calendar after the entry was deleted or moved. */
const useFocusLeft = ({ id, byKey }: Peek) =>
  useEffect(
    () => () => {
      if (byKey && document.activeElement === document.body)
        entryOrCalendar(id)?.focus({ preventScroll: true });
    },
    [id, byKey],
  );

const Patient = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation('calendar');
  const card = usePathOfPatient(usePro(), booking);
  const { patient_name: name, patient_prefix: prefix, patient_phone: phone, patient_email: email } = booking;
  if (!name) return <strong className={classes['name']}>{t(($) => $.details.erased)}</strong>;
  return (
    <>
      {card ? (
        <Link className={classes['name'] ?? ''} to={card}>
          {name}
        </Link>
      ) : (
        <strong className={classes['name']}>{name}</strong>
      )}
      <span className={classes['contact']}>
        {phone && (
          <a href={`tel:${prefix}${phone}`}>
            <Icon name="phone" size={16} />
            <span className="visually-hidden">{t(($) => $.peek.call)}</span>
            <span className="tabular">{`${prefix} ${phone}`}</span>
          </a>
        )}
        {email && (
          <a href={mailTo(email)}>
            <Icon name="mail" size={16} />
            <span className="visually-hidden">{t(($) => $.peek.write)}</span>
            <span>{email}</span>
          </a>
        )}
      </span>
    </>
  );
};

const Facts = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation(['calendar', 'common']);
  const town = useTown(booking);
  const {
    date,
    ending_date: end,
    service,
    doctor_name: doctor,
    patient_notes: patientNotes,
    pro_notes: notes,
  } = booking;
  const orphan = booking.status === 'orfan';
  return (
    <>
      <p className={classes['when']}>
        <b className="tabular">{`${wallTimeOf(date)}–${wallTimeOf(end)}`}</b>{' '}
        {town && `(${t(($) => $.common.clockOf, { town })}) `}
        {service}
      </p>
      <p className={classes['who']}>
        {orphan ? t(($) => $.legend.orphan) : `${doctor} · ${t(($) => $.peek.confirmed)}`}
      </p>
      {[patientNotes, notes].filter(Boolean).map((note) => (
        <p key={note} className={classes['note']}>
          {note}
        </p>
      ))}
    </>
  );
};

export type PeekActions = { onMove: () => void; onCut: () => void; onClose: () => void };

/** Most frequent actions on a booking; none for erased patients, limited for orphans and recorded visits. */
const Actions = ({ booking, onMove, onCut, onClose }: { booking: BookingView } & PeekActions) => {
  const { t } = useTranslation('calendar');
  const openNewBooking = useSetAtom(newBookingAtom);
  const again = () => {
    const patient = { ...patientOfBooking(booking), pro_id: booking.pro_id };
    const { clinic_id: clinicId, hubId, hub_service_id: hubServiceId } = booking;
    const choice = { clinicId, hubId, hubServiceId, further: furtherIdsOf(booking) };
    openNewBooking({ day: null, time: '', patient, choice });
    onClose();
  };
  const look = { variant: 'default', size: 'compact-sm' } as const;
  const settled = isSettled(booking.attendance);
  return (
    <div className={classes['actions']}>
      {booking.status !== 'orfan' && !settled && (
        <>
          <Button {...look} onClick={onMove}>
            {t(($) => $.peek.move)}
          </Button>
          <Button {...look} onClick={onCut}>
            {t(($) => $.peek.cut)}
          </Button>
        </>
      )}
      <Button {...look} onClick={again}>
        {t(($) => $.peek.again)}
      </Button>
      {!settled && (
        <DeleteBooking
          booking={booking}
          trigger={(ask) => (
            <Button {...look} color="red" variant="subtle" onClick={ask}>
              {t(($) => $.remove.open)}
            </Button>
          )}
        />
      )}
    </div>
  );
};

type Props = PeekActions & {
  peek: Peek;
  booking: BookingView;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
};

/** Popover beside an entry with patient, service and frequent actions. */
export const EntryPopover = ({ peek, booking, onPointerEnter, onPointerLeave, ...actions }: Props) => {
  const { t } = useTranslation('calendar');
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const settle = () => panel.current && place(panel.current, peek);
    settle();
    if (peek.byKey) panel.current?.querySelector<HTMLElement>('a, button')?.focus();
    addEventListener('resize', settle);
    return () => removeEventListener('resize', settle);
  }, [peek]);
  useClosing(panel, peek, actions.onClose);
  useFocusLeft(peek);
  return (
    <div
      ref={panel}
      className={classes['popover']}
      role="group"
      data-over
      aria-label={
        booking.patient_name
          ? t(($) => $.edit.of, { patient: booking.patient_name })
          : t(($) => $.details.erased)
      }
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
    >
      <Patient booking={booking} />
      <Facts booking={booking} />
      <BookingAttendance booking={booking} compact />
      {booking.patient_name && <Actions booking={booking} {...actions} />}
    </div>
  );
};
