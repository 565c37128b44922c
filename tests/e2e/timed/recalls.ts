import { answered, refused, type TimedMessage } from './message.ts';
import type { Page } from '@playwright/test';
import { dueRecall } from '../screens/due-recall.ts';
import type { Text } from '../screens/screen.ts';
import { press } from '../screens/states.ts';

const listed = answered('getRecalls', { due: [dueRecall], total: 1, invited: 0 });

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
