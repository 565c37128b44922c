import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { Negotiator } from '@fastify/accept-negotiator';
import { Rejection } from '@visita/contracts/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Content types of a build's files; others would be downloaded. */
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

/** Extensions of the compressed files beside the plain ones. */
const endings = { br: '.br', gzip: '.gz' } as const;
type Encoding = keyof typeof endings;
const encodings = Object.keys(endings) as Encoding[];

type BuiltFile = {
  readonly path: string;
  readonly type: string;
  /** Weak ETag, common to all encodings. Computed on demand, so that a start need not read every file. */
  tag(): Promise<string>;
  /** Null if there is only the plain file. */
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

/** Returns the files by address without leading slash. */
const filesIn = async (directory: string): Promise<Map<string, BuiltFile>> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const there = new Set(paths);
  const addressOf = (path: string) => relative(directory, path).split(sep).join('/');
  // Files that begin with a dot, such as the list of sources, are internal to the build.
  const isServed = (path: string) =>
    !['.html', ...Object.values(endings)].includes(extname(path)) && !/(^|\/)\./.test(addressOf(path));
  return new Map(paths.filter(isServed).map((path) => [addressOf(path), open(path, there)]));
};

/** Serves the files of the built web as of the start, except pages, which need a nonce. */
export const serveFiles = async (app: FastifyInstance, directory: string): Promise<void> => {
  const files = await filesIn(directory);
  const answer = (url: string, request: FastifyRequest, reply: FastifyReply) => {
    const file = files.get(url);
    // A missing file of an earlier build must not be answered by a page, which the browser would cache as the file.
    if (!file) throw new Rejection('not-found');
    // Built files have a content hash in their names; other files are revalidated.
    const keep = url.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    return send(file, request, reply.header('cache-control', keep));
  };
  const names = [...files.keys()];
  // One route per folder: hundreds of routes would add a tenth of a second to every start.
  const folders = new Set([
    'assets',
    'locales',
    ...names.flatMap((name) => name.split('/').slice(0, -1)[0] ?? []),
  ]);
  for (const folder of folders)
    app.get<{ Params: { '*': string } }>(`/${folder}/*`, (request, reply) =>
      answer(`${folder}/${request.params['*']}`, request, reply),
    );
  for (const name of names.filter((one) => !one.includes('/')))
    app.get(`/${name}`, (request, reply) => answer(name, request, reply));
};
