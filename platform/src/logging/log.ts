import type { Logger } from 'pino';

/** Log of the infrastructure, such as a pino logger. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** Returns the SQLSTATE or system code of a failure, for logs. Messages of the database may contain values. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
