import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type BrowserContextOptions } from 'playwright-core';
import { openPractice } from '../tests/e2e/practice.ts';
import { findBrowser } from '../tests/support/browser.ts';
import {
  openBusyDay,
  openFullCalendar,
  openOnSlowPhone,
  turnWeeks,
  type Measured,
} from '../tests/support/measure-web.ts';
import { startStack } from '../tests/support/stack.ts';

/** Milliseconds in a browser, and how busy the machine was: 1 is quiet. */
export type WebFigures = { lcp: number[]; inp: number[]; day: number[]; slowness: number };

const rounds = 7;
const weeks = 3;
const slug = 'bench';
const italian = { locale: 'it-IT', timezoneId: 'Europe/Rome' };
const patient = { name: 'Nadia Greco', email: 'nadia@example.com', prefix: '+39', phone: '3337654321' };

/**
 * Builds the web and measures it in a real browser: the booking page on a slow phone, paging through a full calendar, and the
 * next day of a clinic where twelve work.
 */
export const benchWeb = async (): Promise<WebFigures> => {
  await promisify(execFile)('npm', ['run', 'build', '-w', 'web'], {
    cwd: join(import.meta.dirname, '..'),
  });
  const { executablePath, args, env } = await findBrowser();
  const stack = await startStack();
  const browser = await chromium.launch({ executablePath, args: [...args], ...(env ? { env } : {}) });
  const open = (options: BrowserContextOptions) =>
    browser.newContext({ baseURL: stack.address, serviceWorkers: 'block', ...italian, ...options });
  try {
    const { token, call, hubServiceIds } = await openPractice(stack, slug);
    const date = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T10:00`;
    await call('placeBooking', { body: { booking: { hubServiceId: hubServiceIds[0], date }, patient } });
    const loads: Measured[] = [];
    const turns: Measured[] = [];
    const days: Measured[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const phone = await open({ viewport: { width: 390, height: 844 } });
      loads.push(await openOnSlowPhone(phone, `/booking/${slug}`));
      await phone.close();
      const desk = await open({ viewport: { width: 1280, height: 900 } });
      turns.push(await turnWeeks(await openFullCalendar(desk, token), /^Successivo/, weeks));
      await desk.close();
      const clinic = await open({ viewport: { width: 1440, height: 900 } });
      days.push(await turnWeeks(await openBusyDay(clinic, token), /^Successivo/, weeks));
      await clinic.close();
    }
    return {
      lcp: loads.map(({ lcp }) => lcp),
      inp: turns.map(({ interactions }) => Math.max(...interactions)),
      day: days.map(({ interactions }) => Math.max(...interactions)),
      slowness: Math.max(...[...loads, ...turns, ...days].map(({ slowness }) => slowness)),
    };
  } finally {
    await browser.close();
    await stack.stop();
  }
};
