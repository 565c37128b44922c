import { isErased } from '@visita/contracts/event';
import type { EventNamed } from '@visita/contracts/events';
import { takeSteps } from '@visita/platform/runtime/commit';
import type { Cause } from '@visita/platform/runtime/decider';
import type { Process } from '@visita/platform/runtime/process';
import type { Domain } from '../domain.ts';
import { registerSteps } from '../patient/register.ts';

type Booked = EventNamed<'BookingPlaced' | 'BookingConfirmed' | 'BookingHandedOver'>;

/** Makes the record of who booked, also where the request that should have crashed before it could. */
export const knowPatients = (domain: Domain): Process => {
  const know = async ({ data, revision }: Booked, cause: Cause): Promise<void> => {
    const { state } = await domain.bookings.load(data.bookingId, revision);
    // It may have ended since.
    if (state.status !== 'confirmed' || isErased(state.contact)) return;
    await takeSteps(registerSteps(domain, { ...state, contact: state.contact }), cause);
  };
  return {
    name: 'know-patients',
    impersonal: true,
    on: {
      // One that waits to be confirmed makes no patient; once it is, that is looked at by itself.
      BookingPlaced: async (event, cause) => {
        if (event.data.confirmBy === null) await know(event, cause);
      },
      BookingConfirmed: know,
      BookingHandedOver: know,
    },
  };
};
