import knexFactory from 'knex';
import { codeOf } from './connect.ts';

/** The connection failed (class 08), no resources (53), an operator's stop (57P), or the network's own. */
const outageCodes = /^(08|53|57P|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/;

/** What pg and its pool say without a code. */
const outageMessages = /^(Connection terminated|timeout exceeded when trying to connect|timeout expired)/;

/** Whether the database could not be asked, so that asking again later may do; what it refused is none. */
export const isOutage = (error: unknown): boolean =>
  error instanceof knexFactory.KnexTimeoutError ||
  outageCodes.test(codeOf(error)) ||
  (error instanceof Error && codeOf(error) === 'unknown' && outageMessages.test(error.message));
