import type { TextedLink } from '@visita/platform/messages/short-links';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { serveShortLinks } from './serve.ts';

const present = { prefix: '+39', phone: '3330001111' };
const [number, former] = ['hash of +393330001111', 'hash of +393339999999'];

/** Opens a short link; returns the answer. The rows are the visits or the offer's person, as they are now. */
const open = async (link: TextedLink, rows: readonly object[] = []) => {
  const app = fastify();
  serveShortLinks(app, {
    links: { read: async () => link },
    pool: { query: async () => ({ rows }) } as never,
    bookingTokens: { issueManage: ({ bookingId, turn }) => `${bookingId}+${turn}` },
    waitingTokens: { issueOffer: (offerId, sentTo) => [offerId, 'token', sentTo].filter(Boolean).join('+') },
    numbers: { all: (e164) => [`hash of ${e164}`] },
    publicOrigin: 'https://visita.example',
    limiter: { address: async () => undefined } as never,
    loadShedding: { admit: async (work: () => unknown) => work() } as never,
  });
  const answer = await app.inject('/m/any');
  await app.close();
  expect(answer.statusCode).toBe(302);
  return answer.headers['location'];
};

it('the short link of a question leads to the page that asks about every visit of the text', async () => {
  const link = { purpose: 'answer', target: 'one two', number } as const;
  expect(await open(link, [{ id: 'two', turn: 1, ...present }])).toBe(
    'https://visita.example/manage/?token=one%2B0&ask=1&also=two%2B1',
  );
});

it('the short link of an invitation leads to the booking page', async () => {
  const link = { purpose: 'book', target: 'anna/?service=one', number: former } as const;
  expect(await open(link)).toBe('https://visita.example/booking/anna/?service=one');
});

it('the short link of an offer leads to its page, and changes nothing', async () => {
  const link = { purpose: 'offer', target: 'entry.offer', number } as const;
  expect(await open(link, [present])).toBe('https://visita.example/offer/?token=entry.offer%2Btoken');
});

it('a short link that was texted to a corrected number leads to a page that says that it has ended', async () => {
  const visit = { id: 'one', turn: 3, ...present };
  expect(await open({ purpose: 'visit', target: 'one', number: former }, [visit])).toBe(
    'https://visita.example/manage/?token=one%2B999999',
  );
  expect(await open({ purpose: 'answer', target: 'one', number: former }, [visit])).toContain('999999');
  expect(await open({ purpose: 'offer', target: 'entry.offer', number: former }, [present])).toMatch(
    /token%2B00000000-0000-0000-0000-000000000000$/,
  );
});

it.each([
  ['without a stored number, of before', null, '3330001111'],
  ['to the present number', number, '3330001111'],
])('a short link %s opens the visit', async (_, texted, phone) => {
  const visit = { id: 'one', turn: 3, prefix: '+39', phone };
  expect(await open({ purpose: 'visit', target: 'one', number: texted }, [visit])).toBe(
    'https://visita.example/manage/?token=one%2B3',
  );
});
