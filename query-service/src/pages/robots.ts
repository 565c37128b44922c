import type { FastifyInstance } from 'fastify';

/** Serves `robots.txt`: addresses that are no pages, and the sitemap. */
export const serveRobots = (app: FastifyInstance, { publicOrigin }: { publicOrigin: string }): void => {
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /dev/',
    'Disallow: /operator',
    'Allow: /',
    '',
    `Sitemap: ${publicOrigin}/sitemap.xml`,
  ];
  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`${lines.join('\n')}\n`),
  );
};
