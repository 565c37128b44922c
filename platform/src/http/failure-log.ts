import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { logHangUp, logBroken } from './problem.ts';

/**
 * What Fastify says by itself of requests, without their addresses and headers. Nothing of how they come and go, which
 * is told elsewhere; but what comes past our own handler of errors, so that no failure goes unlogged.
 */
export class FailureLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' });
  }

  override incomingRequest(): void {}

  override requestCompleted(): void {}

  override routeNotFound(): void {}

  override defaultErrorLog(error: Error, request: FastifyRequest): void {
    logBroken(error, request);
  }

  override serializerError(error: Error, request: FastifyRequest): void {
    logBroken(error, request);
  }

  override writeHeadError(error: Error, request: FastifyRequest): void {
    logBroken(error, request);
  }

  /** An answer broke off that had begun. */
  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    if (reply.raw.destroyed) logHangUp(error, request);
    else logBroken(error, request);
  }
}
