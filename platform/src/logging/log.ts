import type { Logger } from 'pino';

/** What the infrastructure writes its log to; a pino logger is one. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** SQLSTATE or system code of a failure, for logs: messages of the database may quote values. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
