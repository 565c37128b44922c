import type { FastifyInstance } from 'fastify';
import { createCountryLookup } from './visitor/country-lookup.ts';
import type { Foundation } from '@visita/platform/runtime/foundation';
import { serveCalendarFeeds } from './calendar-feed/serve.ts';
import { serveDocs } from '@visita/platform/http/docs';
import { serveSitemap } from './sitemap/serve.ts';
import type { Guards } from '@visita/platform/runtime/guards';
import { registerCalls } from '@visita/platform/http/register';
import type { Lifecycle } from '@visita/platform/runtime/lifecycle';
import type { ProjectedPosition } from '@visita/read-model/projected';
import { createCalendarFeed } from './calendar-feed/feed.ts';
import { createLastChanges } from './last-changes.ts';
import { createQueryService } from './service.ts';
import { createTextStanding } from './messages/text-standing.ts';
import { serveShortLinks } from './short-link/serve.ts';
import { createSitemap } from './sitemap/sitemap.ts';

export type Serving = { app: FastifyInstance; guards: Guards; projected: ProjectedPosition };

export const serveQueries = (foundation: Foundation, { app, guards, projected }: Serving): Lifecycle => {
  const {
    config,
    database,
    calendar,
    messaging,
    store,
    viewings,
    factors,
    log,
    now: clock,
    strict,
  } = foundation;
  const lastChanges = createLastChanges({ pool: database.pool, projected });
  const queries = createQueryService({
    database,
    projected,
    lastChanges,
    store,
    viewings,
    passkeys: factors.passkeys,
    textStanding: createTextStanding({ pool: database.pool, messaging, clock }),
    clock,
    strict,
    countryOf: createCountryLookup({ config: config.countryLookup, log, clock }),
    config,
  });
  registerCalls(app, { ...queries, ...guards, service: 'query' });
  const read = createCalendarFeed({
    pool: database.pool,
    feeds: calendar.feeds,
    lastChanges,
    clock,
    host: foundation.uidHost,
    publicOrigin: config.publicOrigin,
  });
  serveCalendarFeeds(app, { read, ...guards });
  serveShortLinks(app, {
    links: messaging.links,
    numbers: messaging.numbers,
    pool: database.pool,
    bookingTokens: foundation.bookingTokens,
    waitingTokens: foundation.waitingTokens,
    publicOrigin: config.publicOrigin,
    ...guards,
  });
  serveSitemap(app, { sitemap: createSitemap({ pool: database.pool, strict, config }), ...guards });
  serveDocs(app, config);
  return queries;
};
