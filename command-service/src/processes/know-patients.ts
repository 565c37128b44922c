import { isErased } from '@visita/contracts/event';
import type { EventNamed } from '@visita/contracts/events';
import { takeSteps } from '@visita/platform/runtime/commit';
import type { Cause } from '@visita/platform/runtime/decider';
import type { Process } from '@visita/platform/runtime/process';
import type { Domain } from '../domain.ts';
import { registerSteps } from '../patient/register.ts';

type Booked = EventNamed<'BookingPlaced' | 'BookingConfirmed' | 'BookingHandedOver'>;

/** Creates the patient record of a booking, in case the request crashed before it could. */
export const knowPatients = (domain: Domain): Process => {
  const know = async ({ data, revision }: Booked, cause: Cause): Promise<void> => {
    const { state } = await domain.bookings.load(data.bookingId, revision);
    // The booking may have ended meanwhile.
    if (state.status !== 'confirmed' || isErased(state.contact)) return;
    await takeSteps(registerSteps(domain, { ...state, contact: state.contact }), cause);
  };
  return {
    name: 'know-patients',
    impersonal: true,
    on: {
      // An unconfirmed booking creates no patient; its confirmation is an event of its own.
      BookingPlaced: async (event, cause) => {
        if (event.data.confirmBy === null) await know(event, cause);
      },
      BookingConfirmed: know,
      BookingHandedOver: know,
    },
  };
};
