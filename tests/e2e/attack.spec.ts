import type { BrowserContext } from '@playwright/test';
import { createClient, type Send, succeed } from '../support/http.ts';
import { requestOf } from '../support/http-practice.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { slowDown } from '../support/vitals.ts';
import { expect, test } from './fixtures.ts';
import { chooseTime, fillContact } from './patient.ts';
import { openProven } from './practice.ts';
import { textsOf } from './texts.ts';

const booking = textsOf('it', 'booking');

const minutes = 10;
const networks = 500;
const attackers = 16;
/** Maximum seconds for a patient from opening the page to the confirmation of the request. */
const maximumWait = 10;

type Day = { bookingAvailabilities: { availabilities: string[] }[]; date: string };

let strict: Stack;
test.beforeAll(async () => {
  strict = await startStack({ TRUST: 'strict', TRUST_PROXY: 'loopback', RATE_LIMIT_FACTOR: '1' });
});
test.afterAll(() => strict?.stop());

/** Sends from one of many networks. */
const sendFrom = (network: number): Send => {
  const address = `198.${18 + Math.floor(network / 250)}.${network % 250}.7`;
  return (url, request) =>
    fetch(url, { ...request, headers: { ...request.headers, 'x-forwarded-for': address } });
};

const freeTimes = async ({ clinicId, offers }: Awaited<ReturnType<typeof openProven>>): Promise<string[]> => {
  const { call } = createClient(strict.address, sendFrom(networks));
  const query = { hubServiceId: offers[0] };
  const { data } = await succeed(call('getBookingAvailabilities', { params: { clinicId }, query }));
  return (data as Day[]).flatMap(({ date, bookingAvailabilities }) =>
    bookingAvailabilities.flatMap(({ availabilities }) => availabilities.map((time) => `${date}T${time}`)),
  );
};

/** Requests one time after the other, each from another network and name, without solving proofs. */
const attack = async ({ clinicId, offers }: Awaited<ReturnType<typeof openProven>>, times: string[]) => {
  const said: Record<string, number> = {};
  const until = Date.now() + minutes * 60_000;
  let asked = 0;
  const work = async (): Promise<void> => {
    while (Date.now() < until) {
      const nth = (asked += 1);
      const { call } = createClient(strict.address, sendFrom(nth % networks));
      const request = requestOf(clinicId, offers[0], times[nth % times.length]!, `p${nth}`);
      const contactInfo = { ...request.contactInfo, phone: `33${String(nth).padStart(8, '0')}` };
      const { status, body } = await call('requestBooking', { body: { ...request, contactInfo } });
      const what = status === 200 ? 'held' : String(body.code);
      said[what] = (said[what] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: attackers }, work));
  return { asked, said };
};

/** Returns the seconds in which a patient books on a slow phone, without typing. */
const bookOnPhone = async (window: BrowserContext, nth: number): Promise<number> => {
  const page = await window.newPage();
  await slowDown(page);
  const began = performance.now();
  await page.goto('/booking/ines_attacked');
  await chooseTime(page, 'it', 'Prima visita');
  await fillContact(page, 'it', {
    name: `Tea ${nth}`,
    email: `tea${nth}@example.com`,
    phone: `34${nth}1122334`,
  });
  await page.getByRole('button', { name: booking('form.submit') }).click();
  await expect(page.getByRole('dialog', { name: booking('success.title') })).toBeVisible({ timeout: 60_000 });
  const seconds = (performance.now() - began) / 1_000;
  await page.close();
  return seconds;
};

test(
  'five hundred networks without proofs cannot fill a month in ten minutes, and a patient can still book',
  { tag: '@release' },
  async ({ openWindow }) => {
    test.setTimeout((minutes + 5) * 60_000);
    const clinic = await openProven(strict, 'ines_attacked');
    const before = await freeTimes(clinic);
    expect(before.length).toBeGreaterThan(400);
    const window = await openWindow({
      locale: 'it-IT',
      timezoneId: 'Europe/Rome',
      baseURL: strict.address,
      extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.9' },
      phone: true,
      refusals: true,
    });
    const attacking = attack(clinic, before);
    const waits: number[] = [];
    for (let nth = 1; nth <= 3; nth += 1) {
      await new Promise((done) => setTimeout(done, (minutes * 60_000) / 4));
      waits.push(await bookOnPhone(window, nth));
    }
    const { asked, said } = await attacking;
    const after = await freeTimes(clinic);
    console.info('a month under attack', { before: before.length, after: after.length, asked, said, waits });
    expect(after.length).toBeGreaterThanOrEqual(before.length / 2);
    expect(Math.max(...waits)).toBeLessThan(maximumWait);
    const { proId, token } = clinic.owner;
    const { data } = await succeed(clinic.client.call('getProCalendar', { params: { proId }, token }));
    expect(data.held.length, 'the pro sees what is held').toBeGreaterThanOrEqual(waits.length);
  },
);
