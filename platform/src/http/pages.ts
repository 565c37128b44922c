import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pageHeaders } from './headers.ts';

/** Vite writes this where the nonce of the content security policy belongs. */
const noncePlaceholder = '__CSP_NONCE__';
/** Addresses of the public entry; every other page belongs to the dashboard, unknown ones too (spec section 2). */
const publicPage = /^\/(booking|confirmation|manage)(\/|\?|$)/;

/** Serves the built web: files as they are, and the right entry page for every other address. */
export const servePages = async (
  app: FastifyInstance,
  { directory, publicOrigin }: { directory: string; publicOrigin: string },
): Promise<void> => {
  const [dashboard, booking] = await Promise.all(
    ['index.html', 'booking.html'].map((file) => readFile(join(directory, file), 'utf8')),
  );
  const send = (reply: FastifyReply, page: string) => {
    const styleNonce = randomBytes(16).toString('base64');
    return reply
      .headers({ ...pageHeaders({ publicOrigin, styleNonce }), 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(noncePlaceholder, styleNonce));
  };
  await app.register(fastifyStatic, {
    root: directory,
    index: false,
    wildcard: false,
    // The build writes compressed files beside the plain ones.
    preCompressed: true,
    // Built files carry a hash of their content in their names; the rest is asked again.
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(join(directory, 'assets'));
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/', (_request, reply) => send(reply, dashboard!));
  app.get('/*', (request, reply) => send(reply, publicPage.test(request.url) ? booking! : dashboard!));
};
