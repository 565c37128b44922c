import type { Caller } from '@visita/platform/auth/caller';
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
