import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { logHangUp, logBroken } from './problem.ts';

/**
 * Fastify's own log messages about requests, without addresses and headers. Arrivals and answers are logged
 * elsewhere; errors that bypass our error handler are logged here.
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

  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    if (reply.raw.destroyed) logHangUp(error, request);
    else logBroken(error, request);
  }
}
