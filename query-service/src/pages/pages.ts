import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMeasured } from '@visita/contracts/measured-pages';
import { Rejection } from '@visita/contracts/problem';
import { LRUCache } from 'lru-cache';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '@visita/platform/config/config';
import { escaped, headOf, readFace, readFormer, readName } from './booking-face.ts';
import { serveFiles } from '@visita/platform/http/built-files';
import { canDraw, drawName } from './name-picture.ts';
import { pageHeaders } from '@visita/platform/http/headers';
import { serveLegalTexts, serveSecurityText } from './legal-texts.ts';
import { serveRobots } from './robots.ts';
import { measuringOf } from '@visita/platform/http/tag-frame';

/** Vite's placeholder for the nonce of the content security policy. */
const noncePlaceholder = '__CSP_NONCE__';
const publicPage = /^\/(booking|confirmation|manage|messages|offer|preview|waiting)(\/|\?|$)/;
/** Addresses of the dashboard; all others, including unknown ones, belong to the entrance. */
const insidePage = /^\/(dashboard|onboarding|loading|account-review|index\.html)(\/|\?|$)/;

/** A booking page by its slug, which has no characters that URLs encode. */
const bookingPage = /^\/booking\/([\w.-]+)\/?(?:\?|$)/;

/** Pages for search engines: the entrance, legal texts and booking pages, but no address with a token. */
const foundPage = /^\/(|booking\/.+|login|signup|privacy-policy|terms-and-conditions|cookie-policy)$/;
/**
 * Matches names of files in the root. The service worker requests the dashboard by its file name; opened as a
 * page, that address shows the login.
 */
const missingFile = /^\/(?!index\.html)[^/]+\.[a-z\d]{1,11}$/i;

/**
 * Tells whether a browser opens the address as a page. Older browsers send no mode, but only pages are
 * requested as HTML.
 */
const isOpened = ({ headers }: FastifyRequest): boolean => {
  const { accept, 'sec-fetch-mode': mode } = headers;
  return mode === undefined ? (accept ?? '').includes('text/html') : mode === 'navigate';
};

/** The operators' page, served by the desk only. */
const desk = /^\/operator(\/|\?|$)/;

/** Matches private files of the build, such as the list of its sources. */
const hidden = /(^|\/)\./;

/** Returns the path as the router reads it, with encoded letters decoded. */
const pathOf = (url: string): string => {
  const path = url.split('?', 1)[0] ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** Directory of the built web, and settings for its pages. */
export type PagesOptions = {
  directory: string;
  config: Pick<
    Config,
    | 'publicOrigin'
    | 'tagManager'
    | 'tagOrigin'
    | 'countryLookup'
    | 'trust'
    | 'signUp'
    | 'confirmBy'
    | 'supportEmail'
    | 'legalDirectory'
  >;
  /** Page that shows unsent mails. */
  mailsAt?: string | undefined;
  clock?: () => Date;
};

/** Content and policy of one page. */
export type PageAnswer = {
  publicOrigin: string;
  /** Markup for its head. */
  meta?: string;
  /** Title and language, as HTML, if known before its first request. */
  called?: { title: string; language: string };
  /** The foreign origins that it may load from and show in a frame. */
  tagManager?: string | undefined;
  frame?: string | undefined;
};

/** Reads an entry page of the built web; each answer gets a nonce of its own. */
export const openPage = async (directory: string, file: string) => {
  const html = await readFile(join(directory, file), 'utf8');
  return (
    reply: FastifyReply,
    { publicOrigin, meta = '', called, tagManager, frame }: PageAnswer,
  ): FastifyReply => {
    const styleNonce = randomBytes(16).toString('base64');
    const named = called
      ? html
          .replace(/<title>.*<\/title>/, () => `<title>${called.title}</title>`)
          .replace(/<html lang="\w+">/, () => `<html lang="${called.language}">`)
      : html;
    return reply
      .headers(pageHeaders({ publicOrigin, styleNonce, tagManager, frame }))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(named.replaceAll(noncePlaceholder, styleNonce).replace('</head>', () => `${meta}</head>`));
  };
};

/** Redirects a former booking address to the present one. Not cacheable, because the pro may go back. */
const leadOn = (request: FastifyRequest, reply: FastifyReply, slug: string): FastifyReply => {
  const at = request.url.indexOf('?');
  const query = at === -1 ? '' : request.url.slice(at);
  return reply.header('cache-control', 'no-store').redirect(`/booking/${slug}${query}`, 302);
};

const keptPictures = 200;

/** Serves the link previews of booking pages, with a cache. */
const servePictures = (app: FastifyInstance): void => {
  const drawn = new LRUCache<string, Buffer>({ max: keptPictures });
  app.get<{ Params: { slug: string } }>('/booking/:slug/picture.png', async ({ ip, params }, reply) => {
    const name = await readName(app, params.slug, { ip, load: randomUUID() });
    if (name === null || !canDraw(name)) throw new Rejection('not-found');
    const picture = drawn.get(name) ?? drawName(name);
    drawn.set(name, picture);
    return reply.header('cache-control', 'public, max-age=3600').type('image/png').send(picture);
  });
};

/** Serves the built web: its files, and the right entry page for every other address. */
export const servePages = async (
  app: FastifyInstance,
  { directory, config, mailsAt, clock = () => new Date() }: PagesOptions,
): Promise<void> => {
  const { publicOrigin, countryLookup, trust, signUp, confirmBy, supportEmail, legalDirectory } = config;
  const measuring = measuringOf(config);
  const dashboard = await openPage(directory, 'index.html');
  const entrance = await openPage(directory, 'entrance.html');
  const booking = await openPage(directory, 'booking.html');
  const sendBooking = async (request: FastifyRequest, reply: FastifyReply, answer: PageAnswer) => {
    const slug = bookingPage.exec(request.url)?.[1];
    const load = randomUUID();
    const visitor = { ip: request.ip, load };
    const face = slug === undefined ? null : await readFace(app, slug, visitor);
    const present = face || slug === undefined ? null : await readFormer(app, slug, visitor);
    if (present !== null) return leadOn(request, reply, present);
    const meta = [
      answer.meta,
      `<meta name="page-load" content="${load}" />`,
      // A visitor's own clock may be wrong.
      `<meta name="now" content="${clock().toISOString()}" />`,
    ].join('');
    if (!face) {
      if (slug !== undefined) void reply.header('x-robots-tag', 'noindex');
      return booking(reply, { ...answer, meta });
    }
    if (!face.options.searchEngines) void reply.header('x-robots-tag', 'noindex');
    const { meta: more, ...called } = await headOf({ face, directory, publicOrigin });
    return booking(reply, { ...answer, called, meta: `${meta}${more}` });
  };
  const send = (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.url);
    const isMissing = missingFile.test(path) && !isOpened(request);
    if (desk.test(path) || hidden.test(path) || isMissing) throw new Rejection('not-found');
    if (!foundPage.test(path)) void reply.header('x-robots-tag', 'noindex');
    const measured = isMeasured(path) ? measuring : null;
    const meta = [
      measured?.meta,
      `<meta name="support" content="${escaped(supportEmail)}" />`,
      legalDirectory !== null && '<meta name="legal-texts" content="own" />',
      countryLookup && '<meta name="country-lookup" content="on" />',
      signUp === 'invited' && '<meta name="sign-up" content="invited" />',
      confirmBy === 'button' && '<meta name="confirm-by" content="button" />',
      trust === 'strict' && '<meta name="trust" content="strict" />',
      trust === 'strict' && mailsAt !== undefined && `<meta name="mails" content="${mailsAt}" />`,
    ].filter(Boolean);
    const answer = { ...measured, publicOrigin, meta: meta.join('') };
    if (publicPage.test(request.url)) return sendBooking(request, reply, answer);
    return insidePage.test(request.url) ? dashboard(reply, answer) : entrance(reply, answer);
  };
  await serveFiles(app, directory);
  if (legalDirectory !== null) await serveLegalTexts(app, legalDirectory);
  serveSecurityText(app, { supportEmail, publicOrigin });
  serveRobots(app, { publicOrigin });
  servePictures(app);
  app.get('/', send);
  app.get('/*', send);
};
