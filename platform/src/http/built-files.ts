import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { Negotiator } from '@fastify/accept-negotiator';
import { Rejection } from '@visita/contracts/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What a build is made of; anything else would be downloaded. */
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** The build writes compressed files beside the plain ones. */
const endings = { br: '.br', gzip: '.gz' } as const;
type Encoding = keyof typeof endings;
const encodings = Object.keys(endings) as Encoding[];

type BuiltFile = {
  readonly path: string;
  readonly type: string;
  /** Weak, as it names all its encodings. Made when first asked for: a start need not read every file. */
  tag(): Promise<string>;
  /** Null: there is the plain file only. */
  readonly negotiator: Negotiator<Encoding> | null;
};

const tagOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256').update(await readFile(path));
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
};

const open = (path: string, there: ReadonlySet<string>): BuiltFile => {
  const supportedValues = encodings.filter((encoding) => there.has(path + endings[encoding]));
  let tag: Promise<string> | undefined;
  return {
    path,
    type: types[extname(path)] ?? 'application/octet-stream',
    tag: () => (tag ??= tagOf(path)),
    negotiator: supportedValues.length > 0 ? new Negotiator({ supportedValues }) : null,
  };
};

const holds = (header: string | undefined, tag: string): boolean =>
  header !== undefined && header.split(',').some((one) => ['*', tag].includes(one.trim()));

const send = async (
  { path, type, tag: makeTag, negotiator }: BuiltFile,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const { 'accept-encoding': accepted, 'if-none-match': known } = request.headers;
  const tag = await makeTag();
  void reply.header('etag', tag);
  if (negotiator) void reply.header('vary', 'accept-encoding');
  if (holds(known, tag)) return reply.code(304).send();
  const encoding = accepted === undefined ? null : (negotiator?.negotiate(accepted) ?? null);
  if (encoding !== null) void reply.header('content-encoding', encoding);
  return reply.type(type).send(await readFile(encoding === null ? path : path + endings[encoding]));
};

/** Serves the files of the built web as they were at the start, but no page: pages go out with a nonce. */
export const serveFiles = async (app: FastifyInstance, directory: string): Promise<void> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const there = new Set(paths);
  for (const path of paths.filter((one) => !['.html', ...Object.values(endings)].includes(extname(one)))) {
    const file = open(path, there);
    const url = `/${relative(directory, path).split(sep).join('/')}`;
    // Built files carry a hash of their content in their names; the rest is asked again.
    const keep = url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    app.get(url, (request, reply) => send(file, request, reply.header('cache-control', keep)));
  }
  // A file of a build that is gone is not a page: the browser would keep it as if it were the file.
  for (const files of ['/assets/*', '/locales/*'])
    app.get(files, () => {
      throw new Rejection('not-found');
    });
};
