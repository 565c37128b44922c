import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { measuredPages } from '@visita/contracts/measured-pages';
import { Rejection } from '@visita/contracts/problem';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { strictTransport, tagFrameHeaders } from './headers.ts';
import { answerProblem } from './problem.ts';

export type TagFrameConfig = Pick<Config, 'publicOrigin'> & Partial<Pick<Config, 'tagOrigin' | 'tagManager'>>;

const nameOf = (host: string): string => host.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');

/**
 * Returns whether a request names the host of TAG_ORIGIN, with any port, also in a proxy's forwarded header: the
 * product must never be served on that origin.
 */
export const createTagHost = ({ tagOrigin }: Partial<Pick<Config, 'tagOrigin'>>) => {
  const name = tagOrigin ? nameOf(new URL(tagOrigin).host) : null;
  return ({ headers }: { readonly headers: IncomingHttpHeaders }): boolean => {
    if (name === null) return false;
    const named = [headers.host, headers[':authority'], headers['x-forwarded-host']].flat();
    return named.some((hosts = '') => hosts.split(',').some((host) => nameOf(host) === name));
  };
};

/**
 * Script of the frame. Accepts messages from the product's page only, uses nothing but the names of
 * measured pages, and starts the tag manager with the first message.
 */
const script = `(() => {
  const { product, manager, key, pages } = document.currentScript.dataset;
  const known = pages.split(' ');
  const layer = (window.dataLayer = []);
  addEventListener('message', ({ source, origin, data }) => {
    if (parent === window || source !== parent || origin !== product) return;
    const page = known.find((name) => name === data?.page);
    if (page === undefined) return;
    const isFirst = layer.length === 0;
    if (isFirst) layer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
    layer.push({ event: 'page', page });
    if (!isFirst) return;
    const script = document.createElement('script');
    script.async = true;
    script.src = manager + '/gtm.js?id=' + encodeURIComponent(key);
    document.head.append(script);
  });
})();`;

const scriptHash = createHash('sha256').update(script).digest('base64');

/**
 * Nothing needs escaping: the values are origins, an alphanumeric key and the product's own paths.
 */
const pageOf = (publicOrigin: string, { key, origin }: NonNullable<Config['tagManager']>): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Visita</title>` +
  `<script data-product="${publicOrigin}" data-manager="${origin}" data-key="${key}"` +
  ` data-pages="${measuredPages.join(' ')}">${script}</script></head><body></body></html>`;

/** Serves the tag manager's frame, and nothing else, on the host of TAG_ORIGIN. Call it before any other hook. */
export const serveTagFrame = (app: FastifyInstance, config: TagFrameConfig): void => {
  const { publicOrigin, tagOrigin = null, tagManager = null } = config;
  if (tagOrigin === null) return;
  const isTagHost = createTagHost({ tagOrigin });
  const page = tagManager && {
    body: pageOf(publicOrigin, tagManager),
    headers: tagFrameHeaders({ publicOrigin, tagOrigin, scriptHash, tagManager: tagManager.origin }),
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (!isTagHost(request)) return done();
    void reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
    const { method } = request;
    if (page && request.url === '/' && (method === 'GET' || method === 'HEAD'))
      return void reply.headers(page.headers).type('text/html; charset=utf-8').send(page.body);
    void answerProblem(new Rejection('not-found'), request, reply.headers(strictTransport(tagOrigin)));
  });
};

/** Measuring settings for a page, with the foreign origins that it allows. */
export type Measuring = { readonly meta: string; readonly tagManager?: string; readonly frame?: string };

/**
 * Returns how a page is measured: in a frame of another origin if one is configured, otherwise in
 * the page itself. In strict mode (`TRUST=strict`) the page itself is not measured, because every
 * script of this origin can read the session's token.
 */
export const measuringOf = ({
  tagManager,
  tagOrigin,
  trust,
}: Pick<Config, 'tagManager' | 'tagOrigin' | 'trust'>): Measuring => {
  if (!tagManager) return { meta: '' };
  if (tagOrigin !== null)
    return { meta: `<meta name="tag-frame" content="${tagOrigin}" />`, frame: tagOrigin };
  if (trust === 'strict') return { meta: '' };
  const { origin, key } = tagManager;
  return { meta: `<meta name="tag-manager" content="${origin} ${key}" />`, tagManager: origin };
};
