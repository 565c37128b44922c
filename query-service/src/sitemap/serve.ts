import { Rejection } from '@visita/contracts/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RegisterOptions } from '@visita/platform/http/register';
import { sitemapPaths } from '@visita/platform/http/query-paths';
import type { Route } from '@visita/platform/http/request-work';

const route: Route = { name: 'sitemap', service: 'query' };

/** Pages for search engines. */
export type Sitemap = {
  index(): Promise<string>;
  /** Returns a part; null if it does not exist. */
  part(number: number): Promise<string | null>;
};

type SitemapOptions = Pick<RegisterOptions, 'limiter' | 'loadShedding' | 'allowance'> & { sitemap: Sitemap };

/**
 * Serves the index at `/sitemap.xml` and its parts beside it: a part may only list addresses below its own
 * folder.
 */
export const serveSitemap = (
  app: FastifyInstance,
  { sitemap, limiter, loadShedding, allowance }: SitemapOptions,
): void => {
  const answer = async (request: FastifyRequest, reply: FastifyReply, read: () => Promise<string | null>) => {
    request.route = route;
    await limiter.address('R', request.ip, allowance?.(request));
    const text = await loadShedding.admit(read);
    if (text === null) throw new Rejection('not-found');
    // The lifetime is short, so that pros who opt out soon disappear from cached copies.
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/xml; charset=utf-8')
      .send(text);
  };
  const [index, part] = sitemapPaths;
  app.get(index, (request, reply) => answer(request, reply, sitemap.index));
  app.get<{ Params: { part: string } }>(part, (request, reply) =>
    answer(request, reply, () => sitemap.part(Number(request.params.part))),
  );
};
