import fastify from 'fastify';
import { expect, it } from 'vitest';
import { serveShortLinks } from './serve.ts';

it('the short link of a question leads to the page that asks about every visit of the text', async () => {
  const app = fastify();
  serveShortLinks(app, {
    links: { read: async () => ({ purpose: 'answer', target: 'one two' }) },
    pool: { query: async () => ({ rows: [{ id: 'two', turn: 1 }] }) } as never,
    bookingTokens: { issueManage: ({ bookingId, turn }) => `${bookingId}+${turn}` },
    waitingTokens: { issueOffer: (offerId) => offerId },
    publicOrigin: 'https://visita.example',
    limiter: { address: async () => undefined } as never,
    loadShedding: { admit: async (work: () => unknown) => work() } as never,
  });
  expect((await app.inject('/m/any')).headers['location']).toBe(
    'https://visita.example/manage/?token=one%2B0&ask=1&also=two%2B1',
  );
  await app.close();
});

it('the short link of an invitation leads to the booking page', async () => {
  const app = fastify();
  serveShortLinks(app, {
    links: { read: async () => ({ purpose: 'book', target: 'anna/?service=one' }) },
    pool: {} as never,
    bookingTokens: { issueManage: () => 'visit' },
    waitingTokens: { issueOffer: (offerId) => offerId },
    publicOrigin: 'https://visita.example',
    limiter: { address: async () => undefined } as never,
    loadShedding: { admit: async (work: () => unknown) => work() } as never,
  });
  expect((await app.inject('/m/any')).headers['location']).toBe(
    'https://visita.example/booking/anna/?service=one',
  );
  await app.close();
});

it('the short link of an offer leads to its page, and changes nothing', async () => {
  const app = fastify();
  serveShortLinks(app, {
    links: { read: async () => ({ purpose: 'offer', target: 'entry.offer' }) },
    pool: {} as never,
    bookingTokens: { issueManage: () => 'visit' },
    waitingTokens: { issueOffer: (offerId) => `${offerId}+token` },
    publicOrigin: 'https://visita.example',
    limiter: { address: async () => undefined } as never,
    loadShedding: { admit: async (work: () => unknown) => work() } as never,
  });
  const answer = await app.inject('/m/any');
  expect([answer.statusCode, answer.headers['location']]).toEqual([
    302,
    'https://visita.example/offer/?token=entry.offer%2Btoken',
  ]);
  await app.close();
});
