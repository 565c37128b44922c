import { isErased } from '@visita/contracts/event';
import type { RecordedEvent } from '@visita/contracts/envelope';
import type { Cause } from '@visita/platform/decider';
import type { Process } from '@visita/platform/process';
import type { Domain } from '../domain.ts';
import { registerPatient } from '../patient/register.ts';

/** Makes the record of who booked, also where the request that should have crashed before it could. */
export const knowPatients = (domain: Domain): Process => {
  const know = async ({ data }: RecordedEvent, cause: Cause): Promise<void> => {
    const { state } = await domain.bookings.load((data as { bookingId: string }).bookingId);
    // Who never confirmed is nobody's patient.
    if (state.status !== 'confirmed' || isErased(state.contact)) return;
    await registerPatient(domain, { ...state, contact: state.contact }, cause);
  };
  return {
    name: 'know-patients',
    on: { BookingPlaced: know, BookingConfirmed: know, BookingHandedOver: know },
  };
};
