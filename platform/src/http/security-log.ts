import type { CallName } from '@visita/contracts/api/table';
import type { ProblemCode } from '@visita/contracts/problem';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { createThrottle } from '../logging/throttle.ts';
import { fieldsOf } from './request-work.ts';

/** Security events, named as in OWASP's Logging Vocabulary. */
export type SecurityEvent =
  | 'authn_login_success'
  | 'authn_login_fail'
  | 'authn_password_change'
  | 'authn_token_revoked'
  | 'authz_fail'
  | 'excess_rate_limit_exceeded'
  | 'privilege_permissions_changed'
  | 'sensitive_delete'
  | 'sensitive_read'
  | 'session_expired'
  | 'user_created'
  | 'user_deleted'
  | 'user_updated';

const successes: Partial<Record<CallName, SecurityEvent>> = {
  signUp: 'user_created',
  logIn: 'authn_login_success',
  logOut: 'session_expired',
  setPassword: 'authn_password_change',
  confirmEmailChange: 'user_updated',
  logInWithPasskey: 'authn_login_success',
  addPasskey: 'user_updated',
  renamePasskey: 'user_updated',
  confirmFactor: 'user_updated',
  removeFactor: 'user_updated',
  renewRecoveryCodes: 'user_updated',
  endSession: 'authn_token_revoked',
  endOtherSessions: 'authn_token_revoked',
  reviewAccount: 'user_updated',
  removeCalendarFeed: 'authn_token_revoked',
  addCollaborator: 'privilege_permissions_changed',
  updateHub: 'privilege_permissions_changed',
  exportPatient: 'sensitive_read',
  exportPro: 'sensitive_read',
  erasePatient: 'sensitive_delete',
  deletePro: 'user_deleted',
};

const refusals: Partial<Record<ProblemCode, SecurityEvent>> = {
  'wrong-credentials': 'authn_login_fail',
  'code-wrong': 'authn_login_fail',
  'passkey-refused': 'authn_login_fail',
  'token-invalid': 'authz_fail',
  'token-expired': 'authz_fail',
  unauthenticated: 'authz_fail',
  forbidden: 'authz_fail',
  'address-unproven': 'authz_fail',
  'sign-up-closed': 'authz_fail',
  'proof-again': 'authz_fail',
  'factor-asked': 'authz_fail',
  'rate-limited': 'excess_rate_limit_exceeded',
};

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merges into Fastify's own interface
  interface FastifyRequest {
    /** The account that a call without a session is about. */
    concerned: string | null;
  }
}

/** Returns the author as far as authenticated: an id, never a name or address. */
const whoOf = ({ caller, concerned }: FastifyRequest): Record<string, string> => {
  const proId = concerned ?? (caller && 'proId' in caller ? caller.proId : null);
  return proId === null ? {} : { proId };
};

/** Writes a line of the security log; `about` holds ids and internal names only. */
export const noteSecurity = (
  log: FastifyBaseLogger,
  security: SecurityEvent,
  about: Readonly<Record<string, unknown>>,
): void => log.info({ security, ...about }, 'security');

const minute = 60_000;

/**
 * Logs security events as lines with the field `security`. Rate limit violations are logged as counts, so that
 * attackers cannot fill the log.
 */
export const logSecurity = (app: FastifyInstance, log: FastifyBaseLogger): void => {
  const limited = createThrottle<string>(minute, (call, count) =>
    noteSecurity(log, 'excess_rate_limit_exceeded', { call, count }),
  );
  app.decorateRequest<string | null>('concerned', null);
  app.addHook('onResponse', (request, reply, done) => {
    const { problem, route } = request;
    const call = route?.name as CallName | undefined;
    if (call !== undefined) {
      const event = problem === null ? successes[call] : refusals[problem];
      const isLogged = problem === null ? reply.statusCode < 300 : true;
      if (event === 'excess_rate_limit_exceeded') limited(call);
      else if (event !== undefined && isLogged) {
        const reason = problem === null ? {} : { problem };
        noteSecurity(request.log, event, { call, ...reason, ...whoOf(request), ...fieldsOf(request) });
      }
    }
    done();
  });
};
