import { randomUUID } from 'node:crypto';
import type { LimitClass } from '@visita/contracts/api/call';
import { api, type CallName } from '@visita/contracts/api/table';
import { beforeAll, expect, it } from 'vitest';
import { type Backstage, openBackstage } from '../support/backstage.ts';
import { useProduct } from '../support/hooks.ts';
import {
  dayAhead,
  openClinic,
  type OpenedClinic,
  registerPro,
  type RegisteredPro,
  requestOf,
} from '../support/http-practice.ts';

// Default limits, except fewer bookings per professional and day to keep the test short.
const bookingsADay = 30;
const product = useProduct({ RATE_LIMIT_FACTOR: '1', PRO_BOOKINGS_PER_DAY: String(bookingsADay) });
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

let backstage: Backstage;
let anna: RegisteredPro;
let clinic: OpenedClinic;
beforeAll(async () => {
  backstage = await openBackstage(product().stack.place);
  anna = await registerPro(product().client, 'anna');
  clinic = await openClinic(product().client, anna, 'Studio Roma');
  return () => backstage.close();
}, 600_000);

type Params = { params?: Record<string, string>; body?: unknown; token?: string };
type Reply = { status: number; retryAfter: number | null };

let requests = 0;
/** Sends a request with a new X-Forwarded-For each time; without TRUST_PROXY it is ignored. */
const send = async (name: CallName, { params = {}, body, token }: Params = {}): Promise<Reply> => {
  const { method, path } = api[name];
  requests += 1;
  const forwarded = `203.0.113.${requests % 250}`;
  const url = path.replaceAll(/:(\w+)/g, (_, param: string) => params[param] ?? '');
  const response = await fetch(new URL(url, product().stack.address), {
    method,
    headers: {
      'x-forwarded-for': forwarded,
      'x-real-ip': forwarded,
      forwarded: `for=${forwarded}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, retryAfter: retryAfter === null ? null : Number(retryAfter) };
};

/** Repeats a request until the first 429; returns the number of successes and that response. */
const untilRefused = async (most: number, ask: (index: number) => Promise<Reply>) => {
  for (let through = 0; through <= most; through++) {
    const reply = await ask(through);
    if (reply.status === 429) return { through, retryAfter: reply.retryAfter };
    expect(reply.status).toBeLessThan(500);
  }
  return { through: most + 1, retryAfter: null };
};

/** Expects `maximum` successes, then a 429 with Retry-After within the window and no event. */
const expectLimit = async (maximum: number, seconds: number, ask: (index: number) => Promise<Reply>) => {
  const { through, retryAfter } = await untilRefused(maximum, ask);
  expect(through).toBe(maximum);
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(seconds);
  const head = await backstage.store.head();
  expect((await ask(maximum + 1)).status).toBe(429);
  expect(await backstage.store.head()).toBe(head);
};

const someone = async () => {
  const proId = randomUUID();
  return { proId, token: await backstage.sessions.start(proId) };
};
const signUpBody = (username: string) => {
  const consents = { termsConditions: true, privacyPolicy: true, marketingConsent: false };
  const account = { username, email: `${username}@example.com`, password: 'secret123', configStatus: 1 };
  return { ...account, ...consents, comunicationsLanguage: 'it' };
};

/** All limit classes, each with a proof. */
const classes: Readonly<Record<LimitClass, [what: string, prove: () => Promise<void>]>> = {
  R: [
    '60 a minute from one address',
    () => expectLimit(60, minute, () => send('getProByUrl', { params: { url: 'nobody' } })),
  ],
  C: [
    '300 public lists a minute from one address',
    () => expectLimit(300, minute, () => send('getProvinces')),
  ],
  A: [
    '5 failed logins in a quarter of an hour per account, and 30 attempts from one address',
    async () => {
      const fail = (email: string) => send('logIn', { body: { email, password: 'wrong-one' } });
      await expectLimit(5, 15 * minute, () => fail(anna.email));
      // The count includes the login before the tests and the seven logins above.
      const { through, retryAfter } = await untilRefused(30, (index) => fail(`nobody${index}@example.com`));
      expect(through).toBe(30 - 1 - 7);
      expect(retryAfter).toBeLessThanOrEqual(15 * minute);
    },
  ],
  M: [
    '3 mails an hour per account, and 10 from one address',
    async () => {
      const ask = (email: string) => send('requestPasswordReset', { body: { email } });
      await expectLimit(3, hour, () => ask(anna.email));
      const { through, retryAfter } = await untilRefused(10, (index) => ask(`nobody${index}@example.com`));
      expect(through).toBe(10 - 5);
      expect(retryAfter).toBeLessThanOrEqual(hour);
    },
  ],
  B: [
    '10 bookings of patients in twenty minutes, whatever address they claim',
    async () => {
      const { clinicId, offers } = clinic;
      await expectLimit(10, 20 * minute, (index) => {
        const time = `${dayAhead(3)}T${String(8 + (index % 12)).padStart(2, '0')}:00`;
        return send('requestBooking', { body: requestOf(clinicId, offers[0], time, `patient${index}`) });
      });
      const events = await backstage.store.readAll('0'.repeat(16), 5_000);
      expect(events.filter(({ type }) => type === 'BookingPlaced')).toHaveLength(10);
    },
  ],
  T: [
    '10 attempts with invalid links of any kind in a quarter of an hour, and 10 with one valid link',
    async () => {
      await expectLimit(10, 15 * minute, (index) => {
        const token = backstage.bookingTokens.issue('confirm', randomUUID());
        if (index % 2 === 0) return send('verifyResetToken', { body: { token } });
        return send('confirmBooking', { token: `${token}x` });
      });
      const mailed = () => backstage.bookingTokens.issue('confirm', randomUUID());
      for (let other = 0; other < 12; other++)
        expect((await send('confirmBooking', { token: mailed() })).status).toBe(404);
      const token = mailed();
      await expectLimit(10, 15 * minute, () => send('confirmBooking', { token }));
    },
  ],
  W: [
    '120 writes a minute by one account',
    async () => {
      const { token } = await someone();
      await expectLimit(120, minute, () => send('getServices', { token }));
      expect((await send('getServices', await someone())).status).toBe(200);
    },
  ],
  S: [
    '600 searches and list pages a minute by one account',
    async () => {
      const { proId, token } = await someone();
      const ask = () => send('getPatientList', { params: { proId }, token });
      await expectLimit(600, minute, ask);
    },
  ],
  P: [
    'the configured bookings a day by one professional',
    async () => {
      const { token } = await someone();
      const patient = { name: 'Carla', email: 'carla@example.com', prefix: '+39', phone: '3330001111' };
      const booking = { hubServiceId: `${randomUUID()}.x`, date: `${dayAhead(3)}T09:00` };
      await expectLimit(bookingsADay, day, () => send('placeBooking', { body: { booking, patient }, token }));
    },
  ],
  I: [
    '10 invitations an hour by one professional',
    async () => {
      const { token } = await someone();
      const availability = [{ working_day: 1, starting_hour: '09:00', ending_hour: '12:00' }];
      const [clinicId, services] = [randomUUID(), [`${randomUUID()}.x`]];
      await expectLimit(10, hour, (index) => {
        const body = { clinicId, proEmail: `pro${index}@example.com`, availability, services };
        return send('addCollaborator', { body, token });
      });
    },
  ],
  D: [
    '10 exports an hour of one account',
    async () => {
      const { token, proId } = await someone();
      await expectLimit(10, hour, () => send('exportPro', { params: { id: proId }, token }));
    },
  ],
  signup: [
    '5 sign-ups an hour from one address',
    // Anna's sign-up is the first one counted.
    () => expectLimit(4, hour, (index) => send('signUp', { body: signUpBody(`newcomer${index}`) })),
  ],
};

it.each(Object.entries(classes).map(([name, [what, prove]]) => [name, what, prove] as const))(
  '%s: %s',
  (_, __, prove) => prove(),
);

it('reading the session is limited too, far above what pages need', async () => {
  const { token } = await someone();
  const ask = () => send('authenticate', { token });
  // The session has no account: each request is refused and counted.
  await expectLimit(600, minute, ask);
});
