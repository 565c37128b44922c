import type { BookingView } from '@visita/contracts/booking/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/client.ts';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { Icon } from '../../ui/icons.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useFading } from '../../ui/use-fading.ts';
import { BookingEdit, editFormId, useBookingDraft } from './booking-edit.tsx';
import { BookingFacts } from './booking-facts.tsx';
import { BookingNotes } from './booking-notes.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { dropBooking, putBooking } from '../../lib/data/calendar.api.ts';
import { writtenWhen } from './calendar.format.ts';
import { useBookingChange } from './use-booking-change.ts';

type Shown = { pro: Pro; booking: BookingView; gone: boolean; onClosed: () => void };

/** Books again what was deleted, under a new id: what was cancelled stays so. */
const useBookAgain = ({
  hub_service_id: hubServiceId,
  date,
  pro_notes: proNotes,
  ...booking
}: BookingView) => {
  const { submit } = useSubmit({ failed: 'bookingFailed', done: 'bookingPlaced' });
  const patient = {
    name: booking.patient_name,
    email: booking.patient_email,
    prefix: booking.patient_prefix,
    phone: booking.patient_phone,
  };
  const body = { booking: { hubServiceId, date: wallClock(date), proNotes }, patient };
  return () => void submit(async () => putBooking((await call('placeBooking', { body })).data));
};

const DeleteBooking = ({ booking }: { booking: BookingView }) => {
  const { t, i18n } = useTranslation('calendar');
  const again = useBookAgain(booking);
  const remove = async () => {
    await call('deleteBooking', { params: { id: booking.id } });
    await dropBooking(booking.id);
  };
  return (
    <ConfirmAction
      trigger={(ask) => (
        <Button variant="subtle" color="red" leftSection={<Icon name="trash" size={18} />} onClick={ask}>
          {t(($) => $.remove.open)}
        </Button>
      )}
      title={t(($) => $.remove.confirmTitle)}
      text={t(($) => $.remove.confirmText, {
        patient: booking.patient_name,
        when: writtenWhen(booking.date, i18n),
      })}
      confirm={t(($) => $.remove.confirm)}
      act={remove}
      undo={booking.status === 'orfan' ? undefined : again}
      failed="bookingDeletionFailed"
      done="bookingDeleted"
    />
  );
};

const ViewFooter = ({ booking, onEdit }: { booking: BookingView; onEdit: () => void }) => {
  const { t } = useTranslation('calendar');
  return (
    <>
      <DeleteBooking booking={booking} />
      <Button leftSection={<Icon name="edit" size={18} />} onClick={onEdit}>
        {t(($) => $.edit.open)}
      </Button>
    </>
  );
};

type EditFooterProps = { sending: boolean; disabled: boolean; onCancel: () => void };

const EditFooter = ({ sending, disabled, onCancel }: EditFooterProps) => {
  const { t } = useTranslation(['calendar', 'common']);
  return (
    <>
      <Button variant="default" onClick={onCancel}>
        {t(($) => $.common.actions.cancel)}
      </Button>
      <Button type="submit" form={editFormId} loading={sending} disabled={disabled}>
        {t(($) => $.edit.save)}
      </Button>
    </>
  );
};

const Opened = ({ pro, booking, gone, onClosed }: Shown) => {
  const { t } = useTranslation('calendar');
  const fading = useFading(onClosed);
  const [editing, setEditing] = useState(false);
  const form = useBookingDraft(pro, booking);
  const { save, sending } = useBookingChange();
  // Of an erased patient's booking only that it was is left.
  const nobodys = booking.patient_name === '';
  const stop = () => {
    setEditing(false);
    form.setDraft(null);
  };
  return (
    <SidePanel
      {...fading}
      opened={fading.opened && !gone}
      title={editing ? t(($) => $.edit.title) : t(($) => $.details.title)}
      footer={
        editing ? (
          <EditFooter sending={sending} disabled={form.change === null} onCancel={stop} />
        ) : (
          !nobodys && <ViewFooter booking={booking} onEdit={() => setEditing(true)} />
        )
      }
    >
      {editing && (
        <BookingEdit
          booking={booking}
          form={form}
          onSave={(change) => void save(booking, change).then((saved) => saved && stop())}
        />
      )}
      {/* Notes half written wait there for the end of the editing. */}
      <div hidden={editing}>
        <BookingFacts booking={booking} />
        {booking.pro_id === pro.id && !nobodys && <BookingNotes key={booking.id} booking={booking} />}
      </div>
    </SidePanel>
  );
};

type Props = { pro: Pro; booking: BookingView | undefined; onClosed: () => void };

/** A booking's details, to read, edit or delete. A live change shows in the open panel; a removed booking closes it. */
export const BookingDetailsPanel = ({ pro, booking, onClosed }: Props) => {
  // What was shown last stays in sight while the panel fades.
  const [last, setLast] = useState(booking);
  if (booking && booking !== last) setLast(booking);
  return last ? <Opened pro={pro} booking={last} gone={booking === undefined} onClosed={onClosed} /> : null;
};
