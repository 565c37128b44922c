import { codeOf } from '../core/log.ts';

/**
 * SQLSTATEs and system codes of what may go well a moment later: the connection (class 08), resources (53), the
 * machine beneath (58), an operator's or a limit's stop (57), a server that only reads since another one leads
 * (25006), a transaction that was given up for its time (25P03, 25P04) or for others (40), a lock that others hold
 * (55006, 55P03); and the network's own, with a process that has no more of what connections need.
 */
const outageCodes = new RegExp(
  [
    '^(?:08|53|57|58)...$',
    '^(?:25006|25P03|25P04|40001|40003|40P01|55006|55P03)$',
    '^(?:ECONN|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|EHOSTDOWN$|ENETUNREACH$|ENETDOWN$)',
    '^(?:ENOTFOUND$|EAI_AGAIN$|EADDRNOTAVAIL$|EMFILE$|ENFILE$)',
  ].join('|'),
);

/** What pg, knex and their pools say without a code; knex puts the statement before it. */
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

/** Whether the database could not be asked, so that asking again later may do; what it refused is none. */
export const isOutage = (error: unknown): boolean =>
  outageCodes.test(codeOf(error)) ||
  (error instanceof Error && codeOf(error) === 'unknown' && outageMessages.test(error.message));
