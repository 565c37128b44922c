import { press } from '../screens/states.ts';
import type { Text } from '../screens/screen.ts';
import { tomorrow } from '../week.ts';
import { writeBooking, writeUnmailed } from './bookings.ts';
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
];
