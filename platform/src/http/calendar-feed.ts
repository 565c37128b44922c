import { Rejection } from '@visita/contracts/problem';
import type { FastifyInstance } from 'fastify';
import type { Admission } from './admission.ts';
import type { Limiter } from './limits.ts';
import type { Route } from './request-work.ts';

const route: Route = { name: 'calendar-feed', service: 'query' };

/** Serves private calendars at `/calendar/<secret>.ics`; `read` answers null where there is none. */
export const serveCalendarFeeds = (
  app: FastifyInstance,
  {
    read,
    limiter,
    admission,
  }: { read: (secret: string) => Promise<string | null>; limiter: Limiter; admission: Admission },
): void => {
  app.get<{ Params: { secret: string } }>('/calendar/:secret(^[\\w-]{43}).ics', async (request, reply) => {
    request.route = route;
    await limiter.address('R', request.ip);
    const text = await admission.admit(() => read(request.params.secret));
    if (text === null) throw new Rejection('not-found');
    return reply
      .headers({ 'cache-control': 'no-store', 'content-disposition': 'inline; filename="visita.ics"' })
      .type('text/calendar; charset=utf-8')
      .send(text);
  });
};
