import type { WaitingEntryView } from '@visita/contracts/waiting/views';
import type { Page } from '@playwright/test';
import { intercept } from '../screens/intercept.ts';
import type { Text } from '../screens/screen.ts';
import { press } from '../screens/states.ts';
import { inDays } from '../week.ts';
import { answered, inDialog, refused, type TimedMessage } from './message.ts';

const name = 'Nives Orlando';
const screen = { path: '/dashboard/waiting_list' } as const;

const entry: WaitingEntryView = {
  id: 'entry',
  clinic_id: 'clinic',
  pro_id: 'pro',
  patient_id: 'patient',
  name,
  email: 'nives@example.com',
  prefix: '+39',
  phone: '3337654321',
  clinic_service_id: 'service',
  service: 'Prima visita',
  pro_ids: [],
  weekdays: [],
  from_time: null,
  to_time: null,
  from: '2026-11-28',
  until: '2099-01-28',
  urgent: false,
  paused_until: null,
  joined: '2026-11-28T09:00:00+01:00',
  joined_by: 'pro',
  called: null,
  booking_id: null,
  offer: null,
};
const offer: NonNullable<WaitingEntryView['offer']> = {
  id: 'offer',
  dates: ['2026-12-01T09:00:00+01:00'],
  professional: 'Marco De Santis',
  until: '2026-11-28T14:30:00+01:00',
  because: 'turn',
  asked: 0,
};

const professional = { proId: 'pro', hubId: 'hub', hubServiceId: 'service', professional: 'Marco De Santis' };
const freeTimes = {
  professionals: [{ ...professional, duration: 30, buffer_before: 0, buffer_after: 0 }],
  days: [{ date: inDays(7), free: [{ hubServiceId: 'service', times: ['09:00'] }] }],
  until: inDays(31),
};

/** Answers with a list of one entry. */
const listed = (more: Partial<WaitingEntryView> = {}) => answered('getWaitingList', [{ ...entry, ...more }]);

const untilListed = (page: Page) => page.getByRole('article', { name }).waitFor();

const openForm = async (page: Page, text: Text) => {
  await press(page, text('waiting', 'staff.add'));
  await page
    .getByRole('dialog')
    .getByRole('combobox', { name: text('waiting', 'staff.name') })
    .fill(name);
};
const join = (page: Page, text: Text) =>
  inDialog(page, text('waiting', 'staff.add'), text('waiting', 'staff.save'));

const openRemoval = (page: Page, text: Text) => press(page, text('waiting', 'staff.remove'));

/** Messages of the waiting list. */
export const waitingMessages: readonly TimedMessage[] = [
  {
    ...screen,
    message: 'waitingFailed',
    before: async (page) => {
      await listed()(page);
      await refused('editWaitingEntry')(page);
    },
    prepare: untilListed,
    act: (page, text) => press(page, text('waiting', 'staff.markUrgent')),
  },
  {
    ...screen,
    message: 'waitingJoined',
    before: async (page) => {
      await listed()(page);
      await intercept(page, 'joinWaitingList', { answer: { message: '', data: { id: 'entry' } } });
    },
    prepare: openForm,
    act: join,
  },
  {
    ...screen,
    message: 'waitingRemoved',
    before: async (page) => {
      await listed()(page);
      await answered('leaveWaitingList')(page);
    },
    prepare: openRemoval,
    act: (page, text) => inDialog(page, text('waiting', 'staff.remove'), text('waiting', 'staff.remove')),
  },
  {
    ...screen,
    message: 'timeOffered',
    before: async (page) => {
      await listed()(page);
      await answered('getFreeTimes', freeTimes)(page);
      await answered('offerTime', { id: 'offer', until: offer.until })(page);
    },
    prepare: (page, text) => press(page, text('waiting', 'staff.offer')),
    act: (page, text) => press(page, text('waiting', 'staff.sendOffer')),
  },
  {
    ...screen,
    message: 'offerTakenBack',
    before: async (page) => {
      await listed({ offer })(page);
      await answered('withdrawOffer')(page);
    },
    prepare: untilListed,
    act: (page, text) => press(page, text('waiting', 'staff.takeBack')),
  },
];
