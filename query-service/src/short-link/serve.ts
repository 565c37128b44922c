import { answerPage, managePage } from '@visita/platform/calendar/visit';
import type { BookingTokens } from '@visita/platform/auth/booking-token';
import type { WaitingTokens } from '@visita/platform/auth/waiting-token';
import type { RegisterOptions } from '@visita/platform/http/register';
import type { Route } from '@visita/platform/http/request-work';
import type { Database } from '@visita/platform/postgres/connect';
import { isFormerNumber, type NumberHashes } from '@visita/platform/messages/numbers';
import type { ShortLinks, TextedLink } from '@visita/platform/messages/short-links';
import { patientRecords, presentNumber } from '@visita/read-model/booking/queries';
import type { FastifyInstance } from 'fastify';

const route: Route = { name: 'short-link', service: 'query' };

const visitsStatement = `
  select b.booking_id as id, b.link_turn as turn, ${presentNumber('prefix')} as prefix, ${presentNumber('phone')} as phone
  from read.bookings b ${patientRecords}
  left join read.patients t on t.patient_id = b.contact_id
  where b.booking_id = any($1)`;

const offerStatement = `
  select p.prefix, p.phone from read.waiting_entries e
  join read.patients p on p.patient_id = e.patient_id where e.offer_id = $1`;

type Phone = { readonly prefix: string | null; readonly phone: string | null };

/** Parts of tokens that never were valid: their pages say that the link has ended. */
const ended = { turn: 999_999, sentTo: '00000000-0000-0000-0000-000000000000' };

type Options = Pick<RegisterOptions, 'limiter' | 'loadShedding' | 'allowance'> & {
  links: Pick<ShortLinks, 'read'>;
  pool: Database['pool'];
  bookingTokens: Pick<BookingTokens, 'issueManage'>;
  waitingTokens: Pick<WaitingTokens, 'issueOffer'>;
  numbers: Pick<NumberHashes, 'all'>;
  publicOrigin: string;
};

/** Serves the short links of texts at `/m/<code>`: each leads to the page of its purpose, and changes nothing. */
export const serveShortLinks = (app: FastifyInstance, options: Options): void => {
  const { links, pool, bookingTokens, waitingTokens, numbers, publicOrigin } = options;
  const { limiter, loadShedding, allowance } = options;
  const offerPage = async ({ target, number }: TextedLink): Promise<string> => {
    const { rows } = await pool.query<Phone>(offerStatement, [target]);
    const isFormer = rows[0] !== undefined && isFormerNumber(numbers, number, rows[0]);
    const token = waitingTokens.issueOffer(target, isFormer ? ended.sentTo : undefined);
    return `${publicOrigin}/offer/?token=${encodeURIComponent(token)}`;
  };
  const pageOf = async (code: string): Promise<string | null> => {
    const link = await links.read(code);
    if (link === null) return null;
    if (link.purpose === 'messages') return `${publicOrigin}/messages/?token=${encodeURIComponent(code)}`;
    if (link.purpose === 'book') return `${publicOrigin}/booking/${link.target}`;
    if (link.purpose === 'offer') return offerPage(link);
    const ids = link.target.split(' ');
    const { rows } = await pool.query<Phone & { id: string; turn: number }>(visitsStatement, [ids]);
    const turns = new Map(
      rows.map((row) => [row.id, isFormerNumber(numbers, link.number, row) ? ended.turn : row.turn]),
    );
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
