import type { BookingView } from '@visita/contracts/booking/views';
import { ConfirmChange } from './confirm-change.tsx';
import { useTown } from '../shared/use-town.ts';
import { useBookingChange } from './use-booking-change.ts';

/** A booking that was dragged or pasted to another time of the clinic's wall clock. */
export type Move = { id: string; date: string; end: string };

type Props = { booking: BookingView; move: Move; onDone: (moved: boolean) => void };

/** Asks about a dragged booking, which stands where it was dropped until that is done, or not. */
export const MoveBookingDialog = ({ booking, move, onDone }: Props) => {
  const { save, sending, isTight, wasTight } = useBookingChange();
  const town = useTown(booking);
  const change = { date: move.date, hub_service_id: booking.hub_service_id };
  const goOn = async () => {
    const moved = await save(booking, change);
    // It may be placed there anyway: the dialog asks once more.
    if (moved || !wasTight()) onDone(moved);
  };
  return (
    <ConfirmChange
      booking={booking}
      date={move.date}
      town={town}
      sending={sending}
      tight={isTight(change)}
      onCancel={() => onDone(false)}
      onConfirm={() => void goOn()}
    />
  );
};
