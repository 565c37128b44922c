import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';

/** Bytes below which an answer fits into a packet anyway. */
const least = 1024;

/** Qualities that cost about as much time as the answer itself; the threads of libuv do the work. */
const encoders = {
  br: (body: Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Buffer) => deflate(body, { level: 5 }),
};
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const negotiator = new Negotiator({ supportedValues: Object.keys(encoders) as (keyof typeof encoders)[] });
const compressible = /^(application\/([a-z]+\+)?json|text\/)/;

/**
 * Compresses answers of 1 kB and more for clients that ask for it. What streams, or is compressed already, goes out as it
 * is. A bearer token guards what is secret, so no foreign page can measure it by having a browser ask.
 */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const kind = String(reply.getHeader('content-type') ?? '');
    if (!compressible.test(kind) || reply.hasHeader('content-encoding')) return payload;
    if (Buffer.byteLength(payload) < least) return payload;
    void reply.header('vary', 'accept-encoding');
    const encoding = negotiator.negotiate(request.headers['accept-encoding'] ?? 'identity');
    if (!encoding) return payload;
    void reply.header('content-encoding', encoding).removeHeader('content-length');
    return encoders[encoding](Buffer.from(payload as string));
  });
};
