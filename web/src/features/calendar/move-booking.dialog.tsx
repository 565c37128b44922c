import type { BookingView } from '@visita/contracts/booking/views';
import { ConfirmChange } from './confirm-change.tsx';
import { useBookingChange } from './use-booking-change.ts';

/** A booking that was dragged to another time of the clinic's wall clock. */
export type Move = { id: string; date: string; revert: () => void };

type Props = { booking: BookingView; move: Move; onDone: () => void };

/** Asks about a dragged booking; without a yes, or where it is refused, it goes back. */
export const MoveBookingDialog = ({ booking, move, onDone }: Props) => {
  const { save } = useBookingChange();
  const goOn = async () => {
    onDone();
    const saved = await save(booking.id, { date: move.date, hub_service_id: booking.hub_service_id });
    if (!saved) move.revert();
  };
  return (
    <ConfirmChange
      booking={booking}
      date={move.date}
      onCancel={() => {
        move.revert();
        onDone();
      }}
      onConfirm={() => void goOn()}
    />
  );
};
