import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** An event as the calendar service holds it. */
export type DoubleEvent = { readonly id: string; readonly status: string } & Readonly<
  Record<string, unknown>
>;

/** What a request meets instead of an answer. `silence` never answers. */
export type Fault = { readonly path: RegExp; readonly answer: { status: number; body: object } | 'silence' };

/** A calendar service on loopback: OAuth 2 with PKCE and an events API, strict about everything it is sent. */
export type CalendarDouble = {
  readonly issuer: string;
  readonly apiBase: string;
  /** Events of the one account by id, removed ones as `cancelled`. */
  readonly events: ReadonlyMap<string, DoubleEvent>;
  /** `METHOD path` of all that came, in order. */
  readonly requests: string[];
  readonly revoked: string[];
  /** What the browser does: follows the address, allows, and comes back with a code. */
  allow(authorizationUrl: string): { code: string; state: string; redirectUri: string };
  /** The next request to such a path fails. */
  fail(fault: Fault): void;
  /** Access tokens are no longer good, as after an hour. */
  expireAccess(): void;
  /** Refresh tokens are no longer good, as when the person takes the permission back. */
  withdraw(): void;
  close(): Promise<void>;
};

export const doubleClient = { clientId: 'visita-test', clientSecret: 'not a secret & not simple' } as const;

type Code = { challenge: string; redirectUri: string; scope: string };
type State = {
  codes: Map<string, Code>;
  access: Set<string>;
  refresh: Set<string>;
  events: Map<string, DoubleEvent>;
  faults: Fault[];
  revoked: string[];
};
type Reply = { status: number; body?: object };

const refuse = (error: string, status = 400): Reply => ({ status, body: { error } });

/** Starts one on a free port. */
export const startCalendarDouble = async (): Promise<CalendarDouble> => {
  const state: State = {
    codes: new Map(),
    access: new Set(),
    refresh: new Set(),
    events: new Map(),
    faults: [],
    revoked: [],
  };
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    void answer(state, issuer(), request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const issuer = () => `http://127.0.0.1:${port}`;
  return {
    issuer: issuer(),
    apiBase: `${issuer()}/calendar/v3`,
    events: state.events,
    requests,
    revoked: state.revoked,
    allow: (url) => allow(state, new URL(url)),
    fail: (fault) => void state.faults.push(fault),
    expireAccess: () => state.access.clear(),
    withdraw: () => {
      state.access.clear();
      state.refresh.clear();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

const token = (): string => randomBytes(16).toString('hex');

const allow = (state: State, { searchParams }: URL): ReturnType<CalendarDouble['allow']> => {
  const given = (name: string) => searchParams.get(name) ?? '';
  const expected = { response_type: 'code', client_id: doubleClient.clientId, code_challenge_method: 'S256' };
  for (const [name, value] of Object.entries(expected)) {
    if (given(name) !== value) throw new Error(`${name} is ${given(name)}`);
  }
  if (given('state').length < 43 || given('code_challenge').length !== 43) throw new Error('too short');
  const code = token();
  const [challenge, redirectUri, scope] = ['code_challenge', 'redirect_uri', 'scope'].map(given) as [
    string,
    string,
    string,
  ];
  state.codes.set(code, { challenge, redirectUri, scope });
  return { code, state: given('state'), redirectUri };
};

const answer = async (
  state: State,
  issuer: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const path = request.url ?? '';
  const fault = state.faults.findIndex((one) => one.path.test(path));
  const [met] = fault === -1 ? [] : state.faults.splice(fault, 1);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (met?.answer === 'silence') return;
  const body = Buffer.concat(chunks).toString();
  const reply = met?.answer ?? route(state, issuer, request, body);
  response.writeHead(reply.status, { 'content-type': 'application/json' });
  response.end(reply.body ? JSON.stringify(reply.body) : undefined);
};

const route = (state: State, issuer: string, request: IncomingMessage, body: string): Reply => {
  const [method, path] = [request.method ?? '', request.url ?? ''];
  if (path === '/.well-known/openid-configuration') {
    const addresses = {
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      revocation_endpoint: `${issuer}/revoke`,
    };
    return { status: 200, body: { issuer, ...addresses } };
  }
  if (path.startsWith('/calendar/v3/')) return api(state, request, body);
  const type = request.headers['content-type'] ?? '';
  if (method !== 'POST' || !type.startsWith('application/x-www-form-urlencoded'))
    return refuse('invalid_request');
  const form = new URLSearchParams(body);
  const known = form.get('client_id') === doubleClient.clientId;
  if (!known || form.get('client_secret') !== doubleClient.clientSecret) return refuse('invalid_client', 401);
  if (path === '/token') return issue(state, form);
  if (path === '/revoke') return revoke(state, form.get('token') ?? '');
  return { status: 404 };
};

const issue = (state: State, form: URLSearchParams): Reply => {
  const grant = form.get('grant_type');
  if (grant === 'authorization_code') return redeem(state, form);
  if (grant !== 'refresh_token') return refuse('unsupported_grant_type');
  // Each refresh token is good once: whoever uses one twice loses the connection.
  if (!state.refresh.delete(form.get('refresh_token') ?? '')) return refuse('invalid_grant');
  return grantTokens(state);
};

const redeem = (state: State, form: URLSearchParams): Reply => {
  const code = state.codes.get(form.get('code') ?? '');
  state.codes.delete(form.get('code') ?? '');
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  if (!code || code.challenge !== challenge || code.redirectUri !== form.get('redirect_uri')) {
    return refuse('invalid_grant');
  }
  return grantTokens(state, code.scope);
};

const grantTokens = (state: State, scope?: string): Reply => {
  const [access_token, refresh_token] = [token(), token()];
  state.access.add(access_token);
  state.refresh.add(refresh_token);
  const body = { access_token, refresh_token, token_type: 'Bearer', expires_in: 3599 };
  return { status: 200, body: scope === undefined ? body : { ...body, scope } };
};

const revoke = (state: State, given: string): Reply => {
  if (!state.refresh.delete(given)) return refuse('invalid_token');
  state.access.clear();
  state.revoked.push(given);
  return { status: 200, body: {} };
};

const collection = '/calendar/v3/calendars/primary/events';

const api = (state: State, request: IncomingMessage, body: string): Reply => {
  const [method, path] = [request.method ?? '', request.url ?? ''];
  const bearer = /^Bearer ([0-9a-f]{32})$/.exec(request.headers.authorization ?? '')?.[1];
  if (!bearer || !state.access.has(bearer)) return { status: 401, body: { error: { code: 401 } } };
  const id = path.startsWith(`${collection}/`) ? path.slice(collection.length + 1) : '';
  const event = state.events.get(id);
  if (method === 'DELETE' && body === '') {
    if (!event) return { status: 404 };
    if (event.status === 'cancelled') return { status: 410 };
    state.events.set(id, { ...event, status: 'cancelled' });
    return { status: 204 };
  }
  if (request.headers['content-type'] !== 'application/json') return { status: 415 };
  const given = JSON.parse(body) as DoubleEvent & {
    start?: { dateTime?: string };
    end?: { dateTime?: string };
  };
  const times = [given.start?.dateTime ?? '', given.end?.dateTime ?? ''].map((time) => Date.parse(time));
  if (!/^[a-v0-9]{5,1024}$/.test(given.id) || !(times[0]! < times[1]!)) return { status: 400 };
  if (method === 'PUT' && id === given.id && !event) return { status: 404 };
  if (method === 'POST' && path === collection && state.events.has(given.id)) return { status: 409 };
  if ((method === 'PUT' && id === given.id) || (method === 'POST' && path === collection)) {
    state.events.set(given.id, given);
    return { status: 200, body: given };
  }
  return { status: 405 };
};
