import { intercept } from '../screens/intercept.ts';
import { press } from '../screens/states.ts';
import type { Text } from '../screens/screen.ts';
import { tomorrow } from '../week.ts';
import { change, openChange, openRemoval, remove, writeBooking, writeUnmailed } from './bookings.ts';
import { answered, inDialog, refused, type TimedMessage } from './message.ts';
import type { Page } from '@playwright/test';

const id = '00000000-0000-4000-8000-000000000001';
const date = `${tomorrow()}T15:00`;
const visit = { date, state: 'free', use: date, decided: true, alternatives: [] };

/** Mocks a series of one free date. */
const freeDate = answered('planSeries', { id, timezone: 'Europe/Rome', visits: [visit] });

const planned = answered('getSeries', {
  id,
  clinic_id: id,
  pro_id: id,
  patient_id: id,
  hub_service_id: id,
  timezone: 'Europe/Rome',
  done: true,
  visits: [{ nth: 1, booking_id: id, date, state: 'placed', reason: null, alternatives: [] }],
});

const repeating = (write: TimedMessage['prepare']) => async (page: Page, text: Text) => {
  await write?.(page, text);
  await press(page, text('series', 'repeat'));
  await page.getByText(text('series', 'willBook_one')).waitFor();
};

/** Mocks the bookings of the calendar as visits of a series. */
const inSeries =
  (changes: { patient_email?: string } = {}) =>
  (page: Page) =>
    intercept(page, 'getProCalendar', (answer) => {
      const place = { series: { id, nth: 1, of: 3 }, ...changes };
      const bookings = answer.data.bookings.map((booking) => ({ ...booking, ...place }));
      return { ...answer, data: { ...answer.data, bookings } };
    });

const freeMove = answered('moveSeries', { id, timezone: 'Europe/Rome', visits: [visit] });

const chooseFollowing = (page: Page, text: Text) =>
  page.getByRole('radio', { name: text('series', 'scope.following') }).check();

const moving = (changes: { patient_email?: string } = {}) =>
  ({
    path: '/dashboard/calendar',
    before: async (page: Page) => {
      await inSeries(changes)(page);
      await freeMove(page);
    },
    prepare: async (page: Page, text: Text) => {
      await openChange(page, text);
      await chooseFollowing(page, text);
      await page.getByText(text('series', 'willMove_one')).waitFor();
    },
    act: change,
  }) as const;

const series = {
  path: '/dashboard/calendar',
  act: (page: Page, text: Text) => inDialog(page, text('appointment', 'title'), text('series', 'save_one')),
} as const;

export const seriesMessages: readonly TimedMessage[] = [
  {
    ...series,
    message: 'seriesFailed',
    before: freeDate,
    prepare: async (page, text) => {
      await repeating(writeBooking)(page, text);
      await refused('planSeries')(page);
    },
  },
  {
    ...series,
    message: 'seriesPlanned',
    before: async (page) => {
      await freeDate(page);
      await planned(page);
    },
    prepare: repeating(writeBooking),
  },
  {
    ...series,
    message: 'seriesPlannedUnmailed',
    before: async (page) => {
      await freeDate(page);
      await planned(page);
    },
    prepare: repeating(writeUnmailed),
  },
  { ...moving(), message: 'seriesMoved' },
  { ...moving({ patient_email: '' }), message: 'seriesMovedUnmailed' },
  {
    path: '/dashboard/calendar',
    message: 'seriesCancelled',
    before: async (page) => {
      await inSeries()(page);
      await answered('cancelSeries', { id, cancelled: 3 })(page);
    },
    prepare: async (page, text) => {
      await openRemoval(page, text);
      await chooseFollowing(page, text);
    },
    act: remove,
  },
];
