import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { language } from '@visita/contracts/language';
import { Rejection } from '@visita/contracts/problem';
import type { Config } from '@visita/platform/config/config';
import { isFromLoopback } from '@visita/platform/http/loopback';
import { devMailStyle, listPage, mailPage, type Listed } from './dev-mail-pages.ts';

const mailFile = z.object({
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  language,
  time: z.string(),
});

const params = z.object({ file: z.string().regex(/^[\w-][\w.-]{0,200}$/) });
const listedMaximum = 200;

const styleHash = createHash('sha256').update(devMailStyle).digest('base64');
const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'`;
/** Content policy for a mail's HTML: styles only; no scripts, forms or external resources. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Tells whether a browser on this machine asks. Checking the Host refuses pages of other sites after DNS
 * rebinding.
 */
const isLocal = (request: FastifyRequest): boolean =>
  isFromLoopback(request) && localHost.test(request.raw.headers.host ?? '');

/**
 * Serves the mail files to browsers on this machine. Mailed links open accounts and bookings, so other
 * clients get 404, and in production everyone does.
 */
export const registerDevMail = (
  app: FastifyInstance,
  { directory, environment }: { directory: string; environment: Config['environment'] },
): void => {
  if (environment === 'production') return;
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    if (!isLocal(request)) throw new Rejection('not-found');
  };
  app.get('/dev/mail', { onRequest }, async (_, reply) =>
    answer(reply, pagePolicy, listPage(await list(directory))),
  );
  app.get('/dev/mail/:file', { onRequest }, async (request, reply) =>
    answer(reply, pagePolicy, mailPage(await find(directory, request.params))),
  );
  app.get('/dev/mail/:file/html', { onRequest }, async (request, reply) => {
    const { mail } = await find(directory, request.params);
    return answer(reply.header('x-frame-options', 'SAMEORIGIN'), mailPolicy, mail.html);
  });
};

const answer = (reply: FastifyReply, policy: string, html: string): FastifyReply =>
  reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);

const find = async (directory: string, given: unknown): Promise<Listed> => {
  const parsed = params.safeParse(given);
  const found = parsed.success ? await read(directory, parsed.data.file) : undefined;
  if (!found) throw new Rejection('not-found');
  return found;
};

const list = async (directory: string): Promise<Listed[]> => {
  const files = await readdir(directory).catch(() => []);
  const names = files
    .filter((file) => file.endsWith('.json'))
    .sort()
    .toReversed()
    .slice(0, listedMaximum);
  const found = await Promise.all(names.map((file) => read(directory, file.slice(0, -'.json'.length))));
  return found.filter((mail) => mail !== undefined);
};

const read = async (directory: string, name: string): Promise<Listed | undefined> => {
  const content = await readFile(join(directory, `${name}.json`), 'utf8').catch(() => undefined);
  if (content === undefined) return undefined;
  try {
    return { name, mail: mailFile.parse(JSON.parse(content)) };
  } catch {
    // A file of another program.
    return undefined;
  }
};
