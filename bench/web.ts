import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type BrowserContext } from 'playwright-core';
import { openPractice } from '../tests/e2e/practice.ts';
import { openDemo } from '../tests/e2e/screens/demo.ts';
import { findChromium } from '../tests/support/chromium.ts';
import { callAs, createClient } from '../tests/support/http.ts';
import {
  openBusyDay,
  openCalendarOnSlowPhone,
  openFullCalendar,
  openLoginOnSlowPhone,
  openOnSlowPhone,
  turnWeeks,
  type Measured,
} from '../tests/support/measure-web.ts';
import { startStack, type Stack } from '../tests/support/stack.ts';

/** Milliseconds of one action in a browser, and the maximum of its median. */
export type WebFigure = { what: string; times: number[]; wanted: number };

const rounds = 7;
const times = 3;
const slug = 'bench';
const windows = {
  phone: { width: 390, height: 844 },
  desk: { width: 1280, height: 900 },
  clinic: { width: 1440, height: 900 },
};
const next = /^Successivo/;
const patient = { name: 'Nadia Greco', email: 'nadia@example.com', prefix: '+39', phone: '3337654321' };

/** One measurement, in a window with empty caches. */
type Measurement = Omit<WebFigure, 'times'> & {
  window: keyof typeof windows;
  measure: (context: BrowserContext) => Promise<{ time: number; slowness: number }>;
};

const slowest = async (turned: Promise<Measured>) => {
  const { interactions, slowness } = await turned;
  return { time: Math.max(...interactions), slowness };
};

/** Opens a practice with one booking, the template for full calendars. */
const openBooked = async (stack: Stack): Promise<string> => {
  const { token, call, hubServiceIds } = await openPractice(stack, slug);
  const date = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T10:00`;
  await call('placeBooking', { body: { booking: { hubServiceId: hubServiceIds[0], date }, patient } });
  return token;
};

const openBusyPro = async (stack: Stack) => {
  const { tokens } = await openDemo(stack, { whole: false });
  const call = callAs(createClient(stack.address), tokens.pro);
  const { id } = (await call('authenticate')).data;
  const { bookings } = (await call('getProCalendar', { params: { proId: id } })).data;
  const today = new Date().toISOString().slice(0, 10);
  const days = bookings.filter(({ pro_id: whose }) => whose === id).map(({ date }) => date.slice(0, 10));
  const day = days.toSorted().find((one) => one >= today);
  if (day === undefined) throw new Error("the demo's pro has no appointments");
  return { token: tokens.pro, day };
};

const measurementsOf = (token: string, busy: Awaited<ReturnType<typeof openBusyPro>>): Measurement[] => [
  {
    what: 'booking page painted on a slow phone (LCP)',
    wanted: 1300,
    window: 'phone',
    measure: async (context) => {
      const { lcp: time, slowness } = await openOnSlowPhone(context, `/booking/${slug}`);
      return { time, slowness };
    },
  },
  {
    what: 'login painted on a slow phone (LCP)',
    wanted: 1800,
    window: 'phone',
    measure: async (context) => {
      const { lcp: time, slowness } = await openLoginOnSlowPhone(context);
      return { time, slowness };
    },
  },
  {
    what: 'first calendar on a slow phone, until its entries are shown',
    wanted: 3500,
    window: 'phone',
    measure: async (context) => {
      const { shown: time, slowness } = await openCalendarOnSlowPhone(context, busy.token, busy.day);
      return { time, slowness };
    },
  },
  {
    what: 'next week of 2,000 bookings (INP)',
    wanted: 60,
    window: 'desk',
    measure: async (context) => slowest(turnWeeks(await openFullCalendar(context, token), next, { times })),
  },
  {
    what: 'next week of 2,000 bookings, a quarter of the processor (INP)',
    wanted: 200,
    window: 'desk',
    measure: async (context) =>
      slowest(turnWeeks(await openFullCalendar(context, token), next, { times, slow: true })),
  },
  {
    what: 'next day of 12 × 30 visits (INP)',
    wanted: 100,
    window: 'clinic',
    measure: async (context) => slowest(turnWeeks(await openBusyDay(context, token), next, { times })),
  },
];

/** Builds the web and measures it in a real browser: waiting times of visitors and pros, in turn. */
export const benchWeb = async (): Promise<{ figures: WebFigure[]; slowness: number }> => {
  await promisify(execFile)('npm', ['run', 'build', '-w', 'web'], {
    cwd: join(import.meta.dirname, '..'),
  });
  const { executablePath, args, env } = await findChromium();
  const stack = await startStack();
  const browser = await chromium.launch({ executablePath, args: [...args], ...(env ? { env } : {}) });
  try {
    const measurements = measurementsOf(await openBooked(stack), await openBusyPro(stack));
    const figures = measurements.map(({ what, wanted }) => ({ what, wanted, times: [] as number[] }));
    let slowness = 1;
    for (let round = 0; round < rounds; round += 1)
      for (const [index, { window, measure }] of measurements.entries()) {
        const context = await browser.newContext({
          baseURL: stack.address,
          serviceWorkers: 'block',
          locale: 'it-IT',
          timezoneId: 'Europe/Rome',
          viewport: windows[window],
        });
        const measured = await measure(context);
        figures[index]!.times.push(measured.time);
        slowness = Math.max(slowness, measured.slowness);
        await context.close();
      }
    return { figures, slowness };
  } finally {
    await browser.close();
    await stack.stop();
  }
};
