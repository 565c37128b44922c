import { isSettled } from '@visita/contracts/booking/attendance-rules';
import type { BookingView } from '@visita/contracts/booking/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icons/icons.tsx';
import { SidePanel } from '../../../ui/panels/side-panel.tsx';
import { useFading } from '../../../ui/panels/use-fading.ts';
import { BookingEdit, editFormId, useBookingDraft } from './booking-edit.tsx';
import { BookingAttendance } from './booking-attendance.tsx';
import { BookingFacts } from './booking-facts.tsx';
import { BookingHistory } from './booking-history.tsx';
import { BookingNotes } from './booking-notes.tsx';
import { DeleteBooking } from './delete-booking.tsx';
import { useBookingChange } from '../move/use-booking-change.ts';
import { Why } from '../../../ui/forms/why.tsx';

type Shown = { pro: Pro; booking: BookingView; gone: boolean; editFirst: boolean; onClosed: () => void };

const ViewFooter = ({ booking, onEdit }: { booking: BookingView; onEdit: () => void }) => {
  const { t } = useTranslation('calendar');
  return (
    <>
      {/* Visits with recorded attendance are history and cannot be deleted. */}
      {!isSettled(booking.attendance) && (
        <DeleteBooking
          booking={booking}
          trigger={(ask) => (
            <Button variant="subtle" color="red" leftSection={<Icon name="trash" size={18} />} onClick={ask}>
              {t(($) => $.remove.open)}
            </Button>
          )}
        />
      )}
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
      {disabled && <Why>{t(($) => $.common.unchanged)}</Why>}
      <Button variant="default" onClick={onCancel}>
        {t(($) => $.common.actions.cancel)}
      </Button>
      <Button type="submit" form={editFormId} loading={sending} disabled={disabled}>
        {t(($) => $.edit.save)}
      </Button>
    </>
  );
};

const Opened = ({ pro, booking, gone, editFirst, onClosed }: Shown) => {
  const { t } = useTranslation('calendar');
  const fading = useFading(onClosed);
  const [editing, setEditing] = useState(editFirst);
  const form = useBookingDraft(pro, booking);
  const { save, sending, isTight } = useBookingChange();
  // Of an erased patient's booking only its time is left.
  const erased = booking.patient_name === '';
  const stop = () => {
    setEditing(false);
    form.kept.discard();
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
          !erased && <ViewFooter booking={booking} onEdit={() => setEditing(true)} />
        )
      }
    >
      {editing && (
        <BookingEdit
          booking={booking}
          form={form}
          tight={isTight(form.change)}
          onSave={(change) => void save(booking, change).then((saved) => saved && stop())}
          onMoved={stop}
        />
      )}
      {/* Stays mounted while editing, so that draft notes are kept. */}
      <div hidden={editing}>
        <BookingFacts booking={booking} />
        <BookingAttendance booking={booking} />
        {booking.pro_id === pro.id && !erased && <BookingNotes key={booking.id} booking={booking} />}
        <BookingHistory booking={booking} />
      </div>
    </SidePanel>
  );
};

type Props = {
  pro: Pro;
  booking: BookingView | undefined;
  /** True to open in edit mode. */
  editFirst: boolean;
  onClosed: () => void;
};

/** Panel to view, edit or delete a booking. It shows live changes and closes if the booking is removed. */
export const BookingDetailsPanel = ({ pro, booking, editFirst, onClosed }: Props) => {
  // Keeps showing the last booking while the panel fades out.
  const [last, setLast] = useState(booking);
  if (booking && booking !== last) setLast(booking);
  const shown = { pro, editFirst, gone: booking === undefined, onClosed };
  return last ? <Opened {...shown} booking={last} /> : null;
};
