import { randomBytes } from 'node:crypto';
import { openApiDocument } from '@visita/contracts/api/openapi';
import type { FastifyInstance } from 'fastify';
import { docsPage } from './docs-page.ts';
import { pageHeaders } from './headers.ts';

/** Serves the API documentation: `/api/docs/openapi.json` for programs, `/api/docs` for people. */
export const serveDocs = (app: FastifyInstance, { publicOrigin }: { publicOrigin: string }): void => {
  let made: { text: string; page: (styleNonce: string) => string } | undefined;
  // This takes a third of a second, so it is done at the first request instead of at every start.
  const make = () => {
    const document = openApiDocument(publicOrigin);
    return { text: JSON.stringify(document), page: docsPage(document) };
  };
  app.get('/api/docs/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((made ??= make()).text),
  );
  app.get('/api/docs', (_request, reply) => {
    const styleNonce = randomBytes(16).toString('base64');
    return reply
      .headers(pageHeaders({ publicOrigin, styleNonce }))
      .type('text/html; charset=utf-8')
      .send((made ??= make()).page(styleNonce));
  });
};
