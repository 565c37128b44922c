import type { EventNamed } from '@visita/contracts/events';
import type { Cause } from '@visita/platform/runtime/decider';
import type { Process } from '@visita/platform/runtime/process';
import type { Domain } from '../domain.ts';

/** Ends the open recall of a patient who has booked a visit. */
export const endRecalls = ({ recalls }: Pick<Domain, 'recalls'>): Process => {
  type Booked = EventNamed<'BookingPlaced' | 'BookingConfirmed'>;
  const booked = async ({ data, metadata }: Booked, cause: Cause): Promise<void> => {
    await recalls.execute(data.patientId, { type: 'end', reason: 'booked', at: metadata.time }, cause);
  };
  return {
    name: 'end-recalls',
    inOrder: 'stream',
    impersonal: true,
    on: {
      BookingPlaced: async (event, cause) => {
        if (event.data.confirmBy === null) await booked(event, cause);
      },
      BookingConfirmed: booked,
    },
  };
};
