import type { BookingView } from '@visita/contracts/booking/views';
import { ConfirmChange } from './confirm-change.tsx';
import { useBookingChange } from './use-booking-change.ts';

/** A booking that was dragged to another time of the clinic's wall clock. */
export type Move = { id: string; date: string; end: string };

type Props = { booking: BookingView; move: Move; onDone: () => void };

/** Asks about a dragged booking, which stands where it was dropped until that is done, or not. */
export const MoveBookingDialog = ({ booking, move, onDone }: Props) => {
  const { save, sending } = useBookingChange();
  const goOn = async () => {
    await save(booking, { date: move.date, hub_service_id: booking.hub_service_id });
    onDone();
  };
  return (
    <ConfirmChange
      booking={booking}
      date={move.date}
      sending={sending}
      onCancel={onDone}
      onConfirm={() => void goOn()}
    />
  );
};
