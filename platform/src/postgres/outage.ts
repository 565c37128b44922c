import { codeOf } from '../logging/log.ts';

/**
 * SQLSTATEs and system codes of temporary failures: connection (class 08), resources (53), system (58), operator
 * intervention and limits (57), read-only server after a failover (25006), transaction timeouts (25P03, 25P04) and
 * rollbacks (40), locks (55006, 55P03); network errors, and a process without free file descriptors.
 */
const outageCodes = new RegExp(
  [
    '^(?:08|53|57|58)...$',
    '^(?:25006|25P03|25P04|40001|40003|40P01|55006|55P03)$',
    '^(?:ECONN|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|EHOSTDOWN$|ENETUNREACH$|ENETDOWN$)',
    '^(?:ENOTFOUND$|EAI_AGAIN$|EADDRNOTAVAIL$|EMFILE$|ENFILE$)',
  ].join('|'),
);

/** Messages of pg, knex and their pools that have no code. knex prepends the statement. */
const outageMessages = new RegExp(
  `(?:^| - )(?:${[
    'Connection terminated',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Query read timeout',
    'Client was closed and is not queryable',
    'Client has encountered a connection error and is not queryable',
    'Cannot use a pool after calling end on the pool',
    'Unable to acquire a connection',
    'aborted$',
  ].join('|')})`,
);

/** Whether the database was unavailable, so that a retry may succeed. False if it refused the statement. */
export const isOutage = (error: unknown): boolean =>
  outageCodes.test(codeOf(error)) ||
  (error instanceof Error && codeOf(error) === 'unknown' && outageMessages.test(error.message));
