import type { BookingView } from '@visita/contracts/booking/views';
import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/client.ts';
import { patientOfBooking } from '../../../lib/booking/booked-patient.ts';
import { useClinics } from '../../../lib/data/clinic.api.ts';
import { dropBooking, putBooking } from '../../../lib/data/calendar.api.ts';
import { usePro } from '../../../lib/session/use-pro.ts';
import { useProNames } from '../../../lib/data/use-pro-names.ts';
import { wallClock, wallNow } from '../../../lib/time/wall-clock.ts';
import { useAbout } from '../move/use-about.ts';
import { AboutPatient } from '../../../ui/bookings/patient-name.tsx';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { hasFollowing, type Scope, SeriesScope } from '../series/series-scope.tsx';
import { writtenWhen } from '../../../lib/text/written-when.ts';

/** Books a deleted booking again under a new id. */
const useBookAgain = (deleted: BookingView, about: string | null) => {
  const { hub_service_id: hubServiceId, services, date, pro_notes: proNotes, ...booking } = deleted;
  const { submit } = useSubmit({
    failed: 'bookingFailed',
    done: booking.patient_email === '' ? 'bookingPlacedUnmailed' : 'bookingPlaced',
  });
  const { id, name, email, prefix, phone } = patientOfBooking(booking);
  const reached = { email: email || null, prefix: prefix || null, phone: phone || null };
  const patient = { ...(email === '' ? { id } : {}), name, ...reached };
  const all = services && { hubServiceIds: services.map((one) => one.hub_service_id) };
  const body = { booking: { hubServiceId, ...all, date: wallClock(date), proNotes }, patient };
  const send = async () => putBooking((await call('placeBooking', { body })).data);
  return () => void submit(send, undefined, about);
};

/** Returns a sentence that says whether the patient gets a mail about the cancellation. */
const useMailText = ({ patient_email: email, date, timezone, ...booking }: BookingView): string => {
  const { t } = useTranslation(['calendar', 'appointment']);
  const clinic = useClinics(usePro()).data?.find(({ id }) => id === booking.clinic_id);
  if (email === '') return t(($) => $.edit.unmailed);
  if (wallClock(date) < wallNow(timezone).slice(0, 16)) return t(($) => $.appointment.remarks.past);
  const mails = clinic?.hubs.find(({ proId }) => proId === booking.pro_id)?.mails_cancellations;
  // The settings of a professional who left the clinic are unknown here.
  if (mails === undefined) return t(($) => $.remove.mailedIfSet);
  return mails ? t(($) => $.remove.mailed) : t(($) => $.remove.unmailed);
};

type Props = { booking: BookingView; trigger: (ask: () => void) => ReactNode };

/** Deletes a booking after a confirmation, with an undo that books it again. */
export const DeleteBooking = ({ booking, trigger }: Props) => {
  const { t, i18n } = useTranslation(['calendar', 'series']);
  const named = useProNames(usePro()).ofBooking(booking);
  const about = useAbout()(booking, booking);
  const again = useBookAgain(booking, about);
  const mailText = useMailText(booking);
  const [scope, setScope] = useState<Scope>('one');
  const following = scope === 'following' ? booking.series : undefined;
  const remove = async () => {
    if (following)
      await call('cancelSeries', { params: { id: following.id }, query: { from: String(following.nth) } });
    else await call('deleteBooking', { params: { id: booking.id } });
    await dropBooking(booking.id);
  };
  const when = [writtenWhen(booking.date, i18n), named].filter(Boolean).join(', ');
  const text = (patient: string) => t(($) => $.remove.confirmText, { patient, when });
  const one =
    booking.status === 'orfan' ? undefined : { of: booking.id, act: again, called: 'restore' as const };
  return (
    <ConfirmAction
      trigger={trigger}
      title={t(($) => $.remove.confirmTitle)}
      text={
        <>
          <AboutPatient booking={booking} say={text} />
          {hasFollowing(booking) && <SeriesScope value={scope} onChange={setScope} />}
          {following && <Text>{t(($) => $.series.cancelText)}</Text>}
          <Text fw={600}>{mailText}</Text>
        </>
      }
      confirm={t(($) => $.remove.confirm)}
      act={remove}
      about={about}
      undo={following ? undefined : one}
      failed="bookingDeletionFailed"
      done={following ? 'seriesCancelled' : 'bookingDeleted'}
    />
  );
};
