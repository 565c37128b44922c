import { once } from 'node:events';
import http from 'node:http';
import { freePort } from '@visita/platform/machine/free-port';
import { beforeAll, expect, it } from 'vitest';
import { usePractice } from '../support/hooks.ts';
import { openBackstage } from '../support/backstage.ts';
import { behind } from '../support/behind.ts';
import { bookingLives } from '../support/many-bookings.ts';
import { dayAhead, join, offersOfHub, openClinic, registerPro } from '../support/http-practice.ts';
import { whileAsked } from '../support/crowd.ts';
import { probe } from '../support/probe.ts';
import { succeed } from '../support/http.ts';

const metricsPort = await freePort();
const practice = usePractice({ METRICS_PORT: String(metricsPort) });

/** Maximum bytes of a response without a session. */
const maximum = 1_000_000;
/** Services of different durations, bookable day and night, so that no computation is shared. */
const visits = Array.from({ length: 200 }, (_, index) => ({
  serviceName: `Visita ${index} ${'di controllo '.repeat(4)}`,
  duration: 5 + index,
  specializationId: 'acupuncture',
}));

type Big = Awaited<ReturnType<typeof openClinic>>;
let big: Big;
beforeAll(async () => {
  const { client, anna } = practice();
  const { call } = client;
  await succeed(
    call('updateOptions', {
      params: { id: anna.proId },
      body: { calendarAvailabilityLimit: 60 },
      token: anna.token,
    }),
  );
  big = await openClinic(client, anna, 'Studio Grande', { visits });
  const bruno = await registerPro(client, 'bruno');
  const { clinicId, services } = big;
  await join(client, { owner: anna, clinicId, services: services.slice(offersOfHub) }, bruno);
}, 120_000);

const agent = new http.Agent({ keepAlive: true, maxSockets: 60 });
const get = async (path: string, token?: string) => {
  const url = new URL(path, practice().stack.address);
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const request = http.get(url, { agent, headers });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return { status: response.statusCode, size: body.length, json: () => JSON.parse(body.toString()) };
};

it('a public response that would be too large names the smaller query, which succeeds', async () => {
  const ask = () => get(`/api/booking_availabilities/${big.clinicId}`);
  await expect.poll(async () => (await ask()).status).not.toBe(404);
  const whole = await ask();
  expect(whole.status).toBe(409);
  expect(whole.json()).toMatchObject({
    code: 'answer-too-large',
    detail: expect.stringContaining('clinicServiceId'),
  });

  const [from, to] = [dayAhead(20), dayAhead(22)];
  const ofOne = `/api/booking_availabilities/${big.clinicId}?clinicServiceId=${big.services[3]}`;
  const service = await get(ofOne);
  expect(service.status).toBe(200);
  expect(service.size).toBeLessThan(maximum);
  const days = (await get(`${ofOne}&from=${from}&to=${to}`)).json().data;
  expect(days.map(({ date }: { date: string }) => date)).toEqual([from, dayAhead(21), to]);
  expect(days).toEqual(
    service.json().data.filter(({ date }: { date: string }) => date >= from && date <= to),
  );

  const offer = await get(`/api/booking_availabilities/${big.clinicId}?hubServiceId=${big.offers[1]}`);
  const offered = offer
    .json()
    .data.flatMap((day: { bookingAvailabilities: { hubServiceId: string }[] }) =>
      day.bookingAvailabilities.map(({ hubServiceId }) => hubServiceId),
    );
  expect(new Set(offered)).toEqual(new Set([big.offers[1]]));
});

it(
  'a light request waits at most 100 ms beside twenty large public answers',
  { tags: ['release'], timeout: 120_000 },
  async () => {
    const { stack } = practice();
    const ofServices = big.services.map((id) => ({
      path: `/api/booking_availabilities/${big.clinicId}?clinicServiceId=${id}`,
    }));
    const light = await whileAsked(stack.address, { clients: 20, rounds: [ofServices] }, () =>
      probe(`${stack.address}/api/health/live`, 500),
    );
    console.info('a light request beside twenty large public answers', light);
    expect(light.p99).toBeLessThan(100);
  },
);

it(
  'the service responds to everyone while fifty clients request the largest responses',
  { tags: ['release'], timeout: 300_000 },
  async () => {
    const { stack, anna, clinic } = practice();
    const backstage = await openBackstage(stack.place);
    const { clinicId, hubId } = clinic;
    const lives = bookingLives({ bookings: 6_500, start: Date.now(), clinicId, hubId, proId: anna.proId });
    const write = async (): Promise<void> => {
      for (let life = lives.pop(); life; life = lives.pop()) {
        for (const event of life) await backstage.append(`booking-${event.data.bookingId}`, event);
      }
    };
    await Promise.all(Array.from({ length: 32 }, write));
    const calendar = () => get(`/api/pro_calendar/${anna.proId}`, anna.token);
    // A slow machine may refuse the whole calendar while bookings are still projected.
    const shown = async (): Promise<number> => (await calendar()).json().data?.bookings.length ?? 0;
    await expect.poll(shown, { timeout: 180_000, interval: 500 }).toBeGreaterThan(5_000);
    await expect.poll(() => behind(metricsPort), { timeout: 180_000, interval: 500 }).toBe(0);
    await backstage.close();
    const ofServices = big.services.map((id, n) => ({
      path: `/api/booking_availabilities/${big.clinicId}?clinicServiceId=${id}&from=${dayAhead(n % 7)}`,
    }));
    const rounds = [
      [{ path: `/api/booking_availabilities/${big.clinicId}` }],
      ofServices,
      [{ path: `/api/pro_calendar/${anna.proId}`, token: anna.token }],
    ];
    const live = await whileAsked(stack.address, { clients: 50, rounds }, () =>
      probe(`${stack.address}/api/health/live`, 500),
    );
    console.info('health while fifty ask for the largest answers', live);
    expect(live.p99).toBeLessThan(50);
  },
);
