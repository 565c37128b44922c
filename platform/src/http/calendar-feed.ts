import { Rejection } from '@visita/contracts/problem';
import type { FastifyInstance } from 'fastify';
import type { RegisterOptions } from './register.ts';
import type { Route } from './request-work.ts';

const route: Route = { name: 'calendar-feed', service: 'query' };

type FeedOptions = Pick<RegisterOptions, 'limiter' | 'loadShedding' | 'allowance'> & {
  read: (secret: string) => Promise<string | null>;
};

/** Serves private calendars at `/calendar/<secret>.ics`; `read` answers null where there is none. */
export const serveCalendarFeeds = (
  app: FastifyInstance,
  { read, limiter, loadShedding, allowance }: FeedOptions,
): void => {
  app.get<{ Params: { secret: string } }>('/calendar/:secret(^[\\w-]{43}).ics', async (request, reply) => {
    request.route = route;
    await limiter.address('R', request.ip, allowance?.(request));
    const text = await loadShedding.admit(() => read(request.params.secret));
    if (text === null) throw new Rejection('not-found');
    return reply
      .headers({ 'cache-control': 'no-store', 'content-disposition': 'inline; filename="visita.ics"' })
      .type('text/calendar; charset=utf-8')
      .send(text);
  });
};
