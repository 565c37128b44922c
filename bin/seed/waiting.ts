import type { Caller } from '@visita/platform/auth/caller';
import type { BookingView } from '@visita/contracts/booking/views';
import type { SeedPatient } from './people.ts';
import type { Send } from './send.ts';

const people = [
  { name: 'Nives Orlando', email: 'nives.orlando@pazienti.example', phone: '3335550101', urgent: true },
  {
    name: 'Tullio Marchetti',
    email: 'tullio.marchetti@pazienti.example',
    phone: '3335550102',
    urgent: false,
  },
  { name: 'Iole Santoro', email: null, phone: '3335550103', urgent: false },
];

type List = { readonly clinicId: string; readonly clinicServiceId: string; readonly caller: Caller };

/** Puts people on a clinic's waiting list: one is urgent, and one has no email and is called. */
export const putOnList = async (send: Send, { caller, ...wish }: List): Promise<void> => {
  for (const { urgent, ...person } of people)
    await send('joinWaitingList', `waiting ${person.name}`, caller, {
      body: { ...wish, urgent, patient: { ...person, prefix: '+39' } },
    });
};

type Freed = {
  readonly booking: BookingView;
  readonly clinicServiceId: string;
  readonly date: string;
  readonly person: SeedPatient;
};

/** Books the time of a cancelled visit for a person on the waiting list, who took it on the phone. */
export const fillFreed = async (
  send: Send,
  key: string,
  caller: Caller,
  { booking, clinicServiceId, date, person }: Freed,
): Promise<void> => {
  const { clinic_id: clinicId, hub_service_id: hubServiceId } = booking;
  const body = { clinicId, clinicServiceId, patient: person };
  const { data } = await send('joinWaitingList', `waiting ${key}`, caller, { body });
  const taken = { hubServiceId, date, taken: true };
  await send('offerTime', `filled ${key}`, caller, { params: { id: data.id! }, body: taken });
};
