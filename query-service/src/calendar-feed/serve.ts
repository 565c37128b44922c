import { Rejection } from '@visita/contracts/problem';
import type { FastifyInstance } from 'fastify';
import type { RegisterOptions } from '@visita/platform/http/register';
import type { Route } from '@visita/platform/http/request-work';

const route: Route = { name: 'calendar-feed', service: 'query' };

/** A feed with its ETag; without text if the client has the current one. */
export type CalendarFeed = { readonly tag: string; readonly text: string | null };

type FeedOptions = Pick<RegisterOptions, 'limiter' | 'loadShedding' | 'allowance'> & {
  read: (secret: string, has?: string) => Promise<CalendarFeed | null>;
};

/**
 * Serves private calendars at `/calendar/<secret>.ics`. `read` returns null for an unknown secret, and no
 * text for a current ETag.
 */
export const serveCalendarFeeds = (
  app: FastifyInstance,
  { read, limiter, loadShedding, allowance }: FeedOptions,
): void => {
  app.get<{ Params: { secret: string } }>('/calendar/:secret(^[\\w-]{43}).ics', async (request, reply) => {
    request.route = route;
    await limiter.address('R', request.ip, allowance?.(request));
    const has = request.headers['if-none-match'];
    const feed = await loadShedding.admit(() => read(request.params.secret, has));
    if (feed === null) throw new Rejection('not-found');
    void reply.headers({ 'cache-control': 'no-store', etag: feed.tag });
    if (feed.text === null) return reply.code(304).send();
    return reply
      .header('content-disposition', 'inline; filename="visita.ics"')
      .type('text/calendar; charset=utf-8')
      .send(feed.text);
  });
};
