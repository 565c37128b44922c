import { brotliCompress, type CompressCallback, constants, gzip } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Smaller answers fit into one packet anyway. */
const least = 1024;

/** Quality levels that take about as long as the answer itself, in libuv's threads. */
const encoders = {
  br: (body: Buffer, done: CompressCallback) =>
    brotliCompress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, done),
  gzip: (body: Buffer, done: CompressCallback) => gzip(body, { level: 5 }, done),
};

type Encoding = keyof typeof encoders;
type Bytes = Parameters<CompressCallback>[1];

/** Repeated answers are the same buffer and are compressed once. */
const compressed = new WeakMap<Buffer, Map<Encoding, Bytes>>();

const compress = (payload: string | Buffer, encoding: Encoding, done: CompressCallback): void => {
  const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const known = compressed.get(body)?.get(encoding);
  if (known) return done(null, known);
  encoders[encoding](body, (error, made) => {
    if (!error)
      compressed.set(body, (compressed.get(body) ?? new Map<Encoding, Bytes>()).set(encoding, made));
    done(error, made);
  });
};

const negotiator = new Negotiator({ supportedValues: Object.keys(encoders) as Encoding[] });
const compressible = /^(application\/([a-z]+\+)?json|text\/)/;

const isCompressible = (reply: FastifyReply, payload: unknown): payload is string | Buffer => {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return false;
  if (Buffer.byteLength(payload) < least || reply.hasHeader('content-encoding')) return false;
  return compressible.test(String(reply.getHeader('content-type') ?? ''));
};

/**
 * Compresses answers of 1 kB and more for clients that accept it; not streams or compressed content. No BREACH risk:
 * secrets require a bearer token, which a foreign page cannot make a browser send.
 */
export const compressAnswers = (app: FastifyInstance): void => {
  // The hook uses a callback instead of a promise: most answers are small, and a promise would cost
  // more than the check.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressible(reply, payload)) return done(null, payload);
    void reply.header('vary', 'accept-encoding');
    const accepted = request.headers['accept-encoding'];
    const encoding = accepted === undefined ? null : negotiator.negotiate(accepted);
    if (!encoding) return done(null, payload);
    void reply.header('content-encoding', encoding).removeHeader('content-length');
    compress(payload, encoding, done);
  });
};
