import { auditKinds, type DeskHealth } from '@visita/contracts/operator/audit';
import { operationReason } from '@visita/contracts/operator/events';
import { Rejection } from '@visita/contracts/problem';
import type { OperatorToken } from '@visita/platform/config/values';
import { bearerOf } from '@visita/platform/auth/caller';
import { securityHeaders } from '@visita/platform/http/headers';
import type { Limiter } from '@visita/platform/http/limits';
import { MalformedRequest } from '@visita/platform/http/problem';
import { noteSecurity } from '@visita/platform/http/security-log';
import type { Viewings } from '@visita/platform/vault/viewings';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Audits } from '../audit/audits.ts';
import { foundByEmail, operatorActor, type RecordOperation } from '../record.ts';
import type { createSearch } from './search.ts';
import { type DeskSession, type DeskSessions, nameOf } from './session.ts';
import { tokenGiven } from './token.ts';

export type DeskDeps = {
  readonly tokens: readonly OperatorToken[];
  /** Whether the product is served over https. */
  readonly https: boolean;
  readonly sessions: DeskSessions;
  readonly limiter: Limiter;
  readonly viewings: Pick<Viewings, 'note'>;
  readonly audits: Audits;
  readonly search: ReturnType<typeof createSearch>;
  readonly health: () => Promise<DeskHealth>;
  /** Returns the recorder of an operator's actions in one request. */
  readonly recording: (operator: string, correlationId: string) => RecordOperation;
  readonly page: (reply: FastifyReply) => FastifyReply;
};

const login = z.strictObject({
  token: z.string().max(1000),
  operator: z.string().trim().max(40).default(''),
});
const search = z.strictObject({ text: z.string().trim().min(1).max(254) });
const about = z.object({ kind: z.enum(auditKinds), id: z.uuid() });
const time = z.strictObject({ at: z.iso.datetime({ offset: true }).optional() });
const eventId = z.object({ id: z.uuid() });
const revealing = z.strictObject({ reason: operationReason });

const parse = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new MalformedRequest(issues);
};

const found = <T>(value: T | null): T => {
  if (value === null) throw new Rejection('not-found');
  return value;
};

const wrongToken = () => new Rejection('wrong-credentials', 'The token is wrong.');

/** Returns the token's entry; counts wrong tokens and delays callers with too many. */
const prove = async (
  { limiter, tokens }: DeskDeps,
  given: string,
  { ip, log }: FastifyRequest,
): Promise<OperatorToken> => {
  const takeBack = await limiter.attempt('operator', ip);
  const token = tokenGiven(given, tokens);
  if (token === null) {
    noteSecurity(log, 'authn_login_fail', { at: 'desk' });
    throw wrongToken();
  }
  takeBack();
  return token;
};

/** Authenticates by cookie, or by the token itself for programs. */
const identify = async (deps: DeskDeps, request: FastifyRequest): Promise<DeskSession> => {
  const { headers } = request;
  const bearer = bearerOf(headers.authorization);
  const session =
    bearer === null
      ? await deps.sessions.of(headers.cookie)
      : { operator: (await prove(deps, bearer, request)).name ?? 'desk' };
  if (session === null) throw new Rejection('unauthenticated', 'Log in to the desk.');
  await deps.limiter.account('W', 'operator');
  return session;
};

const api = { ...securityHeaders.api, 'cache-control': 'no-store' };

/** An SSH tunnel to the desk ends on the operator's machine, without https. */
const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

const serveEntrance = (scope: FastifyInstance, deps: DeskDeps): void => {
  const { sessions, limiter } = deps;
  const isSecure = ({ hostname }: FastifyRequest): boolean => deps.https && !loopback.has(hostname);
  scope.get('/session', async (request) => ({
    operator: (await sessions.of(request.headers.cookie))?.operator ?? null,
  }));
  scope.post('/session', async (request, reply) => {
    await limiter.address('A', request.ip);
    const { token, operator } = parse(login, request.body);
    const { name, token: proven } = await prove(deps, token.trim(), request);
    if (name === null && operator === '')
      throw new MalformedRequest([{ path: 'operator', message: 'This token has no name: say yours.' }]);
    // The token's name takes precedence over the given one.
    const session = { operator: nameOf(name ?? operator) };
    noteSecurity(request.log, 'authn_login_success', { at: 'desk' });
    return reply
      .header('set-cookie', sessions.begin(session, { secure: isSecure(request), token: proven }))
      .send(session);
  });
  scope.delete('/session', async (request, reply) => {
    const ended = await sessions.end(request.headers.cookie, { secure: isSecure(request) });
    return reply.header('set-cookie', ended).send({ operator: null });
  });
};

const serveAudits = (scope: FastifyInstance, deps: DeskDeps): void => {
  const { audits } = deps;
  const sessions = new WeakMap<FastifyRequest, DeskSession>();
  // Runs before the body is read, as for all other routes.
  scope.addHook('onRequest', async (request) => void sessions.set(request, await identify(deps, request)));
  scope.get('/health', () => deps.health());
  scope.post('/search', async (request) => {
    const { found, byEmail } = await deps.search(parse(search, request.body).text);
    const { operator } = sessions.get(request)!;
    // The owner of an email is personal data, so the search is recorded before its result is shown.
    if (byEmail) await deps.recording(operator, request.id)(foundByEmail(found.map(({ id }) => id)));
    return { found };
  });
  scope.get('/audits/:kind/:id', async (request) => {
    const { kind, id } = parse(about, request.params);
    const { at } = parse(time, request.query);
    const instant = at === undefined ? null : new Date(at).toISOString();
    return found(await audits.of(kind, id, { at: instant, reveal: false }));
  });
  scope.post('/audits/:kind/:id/reveal', async (request) => {
    const { kind, id } = parse(about, request.params);
    const { reason } = parse(revealing, request.body);
    found(await audits.of(kind, id, { at: null, reveal: false }));
    const { operator } = sessions.get(request)!;
    // The reveal is recorded before the data is shown.
    await deps.recording(operator, request.id)({ operation: `reveal ${kind}`, targets: [id], reason });
    noteSecurity(request.log, 'sensitive_read', { at: 'desk', kind, id });
    if (kind === 'patient')
      await deps.viewings.note({ patientId: id, by: operatorActor(operator), how: 'revealed' });
    return found(await audits.of(kind, id, { at: null, reveal: true }));
  });
  scope.get('/events/:id/causation', async (request) =>
    found(await audits.causation(parse(eventId, request.params).id)),
  );
};

/** Serves the operators' desk: its page at `/operator`, its API under `/operator/api`. */
export const serveDesk = async (app: FastifyInstance, deps: DeskDeps): Promise<void> => {
  for (const url of ['/operator', '/operator/']) app.get(url, (_request, reply) => deps.page(reply));
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', (_request, reply, done) => {
        void reply.headers(api);
        done();
      });
      await scope.register(async (entrance) => serveEntrance(entrance, deps));
      await scope.register(async (behind) => serveAudits(behind, deps));
    },
    { prefix: '/operator/api' },
  );
};
