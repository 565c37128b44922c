import type { BookingView } from '@visita/contracts/booking/views';
import { ConfirmChange } from './confirm-change.tsx';
import type { Move } from '../model/calendar-events.ts';
import { useTown } from '../../../lib/data/use-town.ts';
import { useBookingChange } from './use-booking-change.ts';

type Props = { booking: BookingView; move: Move; onDone: (moved: boolean) => void };

/** Confirmation of a dragged booking, which stays where it was dropped until answered. */
export const MoveBookingDialog = ({ booking, move, onDone }: Props) => {
  const { save, sending, isTight, wasTight } = useBookingChange();
  const town = useTown(booking);
  const change = { date: move.date, hub_service_id: move.to?.hubServiceId ?? booking.hub_service_id };
  const goOn = async () => {
    const moved = await save(booking, change);
    // Refused only for a buffer: the dialog asks again.
    if (moved || !wasTight()) onDone(moved);
  };
  return (
    <ConfirmChange
      booking={booking}
      date={move.date}
      to={move.to?.name}
      town={town}
      sending={sending}
      tight={isTight(change)}
      onCancel={() => onDone(false)}
      onConfirm={() => void goOn()}
      onFollowing={move.to ? undefined : () => onDone(true)}
    />
  );
};
