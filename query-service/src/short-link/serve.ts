import { answerPage, managePage } from '@visita/platform/calendar/visit';
import type { BookingTokens } from '@visita/platform/auth/booking-token';
import type { WaitingTokens } from '@visita/platform/auth/waiting-token';
import type { RegisterOptions } from '@visita/platform/http/register';
import type { Route } from '@visita/platform/http/request-work';
import type { Database } from '@visita/platform/postgres/connect';
import type { ShortLinks } from '@visita/platform/messages/short-links';
import type { FastifyInstance } from 'fastify';

const route: Route = { name: 'short-link', service: 'query' };

const turnsStatement =
  'select booking_id as id, link_turn as turn from read.bookings where booking_id = any($1)';

type Options = Pick<RegisterOptions, 'limiter' | 'loadShedding' | 'allowance'> & {
  links: Pick<ShortLinks, 'read'>;
  pool: Database['pool'];
  bookingTokens: Pick<BookingTokens, 'issueManage'>;
  waitingTokens: Pick<WaitingTokens, 'issueOffer'>;
  publicOrigin: string;
};

/** Serves the short links of texts at `/m/<code>`: each leads to the page of its purpose, and changes nothing. */
export const serveShortLinks = (app: FastifyInstance, options: Options): void => {
  const { links, pool, bookingTokens, waitingTokens, publicOrigin, limiter, loadShedding, allowance } =
    options;
  const pageOf = async (code: string): Promise<string | null> => {
    const link = await links.read(code);
    if (link === null) return null;
    if (link.purpose === 'messages') return `${publicOrigin}/messages/?token=${encodeURIComponent(code)}`;
    if (link.purpose === 'book') return `${publicOrigin}/booking/${link.target}`;
    if (link.purpose === 'offer')
      return `${publicOrigin}/offer/?token=${encodeURIComponent(waitingTokens.issueOffer(link.target))}`;
    const ids = link.target.split(' ');
    const { rows } = await pool.query<{ id: string; turn: number }>(turnsStatement, [ids]);
    const turns = new Map(rows.map(({ id, turn }) => [id, turn]));
    const tokens = ids.map((bookingId) =>
      bookingTokens.issueManage({ bookingId, turn: turns.get(bookingId) ?? 0 }),
    );
    return link.purpose === 'answer'
      ? answerPage(publicOrigin, tokens)
      : managePage(publicOrigin, tokens[0] ?? '');
  };
  app.get<{ Params: { code: string } }>('/m/:code', async (request, reply) => {
    request.route = route;
    const times = allowance?.(request);
    await limiter.address('R', request.ip, times);
    const page = await loadShedding.admit(() => pageOf(request.params.code));
    // Codes that do not exist are guesses.
    if (page === null) await limiter.address('T', request.ip, times);
    void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    return reply.redirect(page ?? `${publicOrigin}/messages/`, 302);
  });
};
