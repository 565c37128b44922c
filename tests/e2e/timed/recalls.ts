import type { DueRecall } from '@visita/contracts/recall/views';
import { answered, refused, type TimedMessage } from './message.ts';
import type { Page } from '@playwright/test';
import type { Text } from '../screens/screen.ts';
import { press } from '../screens/states.ts';

const name = 'Nives Orlando';
const due: DueRecall = {
  booking_id: 'visit',
  pro_id: 'pro',
  professional: 'Marco De Santis',
  patient_id: 'patient',
  name,
  prefix: '+39',
  phone: '3337654321',
  service: 'Prima visita',
  last_visit: '2025-11-24T09:00:00+01:00',
  months: 12,
  treatment: true,
  reachable: true,
  invited: null,
};
const listed = answered('getRecalls', { due: [due], total: 1 });

const choose = async (page: Page, text: Text) => {
  await page.getByRole('checkbox', { name: text('recalls', 'all') }).check();
};
const send = (page: Page, text: Text) => press(page, text('recalls', 'sendTo', { count: '1' }));

/** Messages of the list of invitations. */
export const recallMessages: readonly TimedMessage[] = [
  {
    path: '/dashboard/recalls',
    message: 'recallsSent',
    before: async (page) => {
      await listed(page);
      await answered('sendRecalls', [{ booking_id: 'visit', outcome: 'invited' }])(page);
    },
    prepare: choose,
    act: send,
  },
  {
    path: '/dashboard/recalls',
    message: 'recallsFailed',
    before: async (page) => {
      await listed(page);
      await refused('sendRecalls')(page);
    },
    prepare: choose,
    act: send,
  },
];
