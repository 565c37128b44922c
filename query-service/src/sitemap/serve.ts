import { Rejection } from '@visita/contracts/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RegisterOptions } from '@visita/platform/http/register';
import { sitemapPaths } from '@visita/platform/http/query-paths';
import type { Route } from '@visita/platform/http/request-work';

const route: Route = { name: 'sitemap', service: 'query' };

/** The pages that search engines may show. */
export type Sitemap = {
  /** Names the parts. */
  index(): Promise<string>;
  /** Names pages; null where there is no such part. */
  part(number: number): Promise<string | null>;
};

type SitemapOptions = Pick<RegisterOptions, 'limiter' | 'loadShedding' | 'allowance'> & { sitemap: Sitemap };

/** Serves the index at `/sitemap.xml`, and what it names beside it: a part may name what is below its own folder only. */
export const serveSitemap = (
  app: FastifyInstance,
  { sitemap, limiter, loadShedding, allowance }: SitemapOptions,
): void => {
  const answer = async (request: FastifyRequest, reply: FastifyReply, read: () => Promise<string | null>) => {
    request.route = route;
    await limiter.address('R', request.ip, allowance?.(request));
    const text = await loadShedding.admit(read);
    if (text === null) throw new Rejection('not-found');
    // Who leaves it is not to stand in somebody's copy for long.
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
