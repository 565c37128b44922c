import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createAuthorizationServer, doubleClient } from './authorization-server.ts';

export { doubleClient };

export type DoubleEvent = { readonly id: string; readonly status: string } & Readonly<
  Record<string, unknown>
>;

/** A failure in place of an answer; `silence` never answers. */
export type Fault = { readonly path: RegExp; readonly answer: { status: number; body: object } | 'silence' };

/** A calendar service on loopback: a real OpenID provider, and an events API that validates strictly. */
export type CalendarDouble = {
  readonly issuer: string;
  readonly apiBase: string;
  /** The only redirect URI. */
  readonly redirectUri: string;
  /** Events of the only account by id; removed ones are `cancelled`. */
  readonly events: ReadonlyMap<string, DoubleEvent>;
  /** `METHOD path` of all requests in order, without the API's own requests to the provider. */
  readonly requests: string[];
  /**
   * Acts as the browser: follows the address, logs in, grants all scopes except `declined`, and returns with a code.
   */
  allow(authorizationUrl: string, declined?: readonly string[]): Promise<{ code: string; state: string }>;
  /** Makes the next request to the path fail. */
  fail(fault: Fault): void;
  /** Number of valid refresh tokens. */
  refreshTokens(): number;
  /** Expires all access tokens. */
  expireAccess(): void;
  /** Revokes all tokens, as when the user withdraws consent. */
  withdraw(): void;
  close(): Promise<void>;
};

type Options = { redirectUri?: string; accessSeconds?: number; needsChallenge?: boolean };
type Reply = { status: number; body?: object };

/** Starts a double on a free port. */
export const startCalendarDouble = async ({
  redirectUri = 'http://localhost:3000/dashboard/setting',
  accessSeconds = 3600,
  needsChallenge = true,
}: Options = {}): Promise<CalendarDouble> => {
  const requests: string[] = [];
  const faults: Fault[] = [];
  const events = new Map<string, DoubleEvent>();
  const declined = new Set<string>();
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const issuer = `http://127.0.0.1:${port}`;
  const authorization = createAuthorizationServer({
    issuer,
    redirectUri,
    accessSeconds,
    declined,
    needsChallenge,
  });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    if (path !== '/introspect') requests.push(`${request.method} ${path}`);
    const fault = faults.findIndex((one) => one.path.test(path));
    const [met] = fault === -1 ? [] : faults.splice(fault, 1);
    if (met?.answer === 'silence') return;
    if (!met && !path.startsWith(collection)) return authorization.handle(request, response);
    const reply = met?.answer ?? (await answerApi(events, authorization.opensCalendar, request));
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(reply.body ? JSON.stringify(reply.body) : undefined);
  };
  server.on('request', (request, response) => void answer(request, response));

  return {
    issuer,
    apiBase: `${issuer}/calendar/v3`,
    redirectUri,
    events,
    requests,
    allow: async (url, without = []) => {
      for (const scope of without) declined.add(scope);
      return browse(url, redirectUri).finally(() => declined.clear());
    },
    fail: (fault) => void faults.push(fault),
    refreshTokens: authorization.refreshTokens,
    expireAccess: authorization.expireAccess,
    withdraw: authorization.withdraw,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

/** Follows redirects with cookies, as a browser does, up to the page that receives the code. */
const browse = async (address: string, redirectUri: string): Promise<{ code: string; state: string }> => {
  const cookies = new Map<string, string>();
  for (let url = address; ;) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`the provider answered ${response.status} ${await response.text()}`);
    url = new URL(location, url).href;
    if (!url.startsWith(redirectUri)) continue;
    const { searchParams } = new URL(url);
    const [code, state] = [searchParams.get('code'), searchParams.get('state')];
    if (code === null || state === null) throw new Error(`the provider sent ${searchParams.toString()}`);
    return { code, state };
  }
};

const collection = '/calendar/v3/calendars/primary/events';

type Given = DoubleEvent & { start?: { dateTime?: string }; end?: { dateTime?: string } };

const answerApi = async (
  events: Map<string, DoubleEvent>,
  opensCalendar: (token: string) => Promise<boolean>,
  request: IncomingMessage,
): Promise<Reply> => {
  const [method, path] = [request.method ?? '', request.url ?? ''];
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (!bearer || !(await opensCalendar(bearer))) return { status: 401, body: { error: { code: 401 } } };
  const id = path.startsWith(`${collection}/`) ? path.slice(collection.length + 1) : '';
  const event = events.get(id);
  if (method === 'DELETE' && body === '') {
    if (!event) return { status: 404 };
    if (event.status === 'cancelled') return { status: 410 };
    events.set(id, { ...event, status: 'cancelled' });
    return { status: 204 };
  }
  if (request.headers['content-type'] !== 'application/json') return { status: 415 };
  const given = JSON.parse(body) as Given;
  const times = [given.start?.dateTime ?? '', given.end?.dateTime ?? ''].map((time) => Date.parse(time));
  if (!/^[a-v0-9]{5,1024}$/.test(given.id) || !(times[0]! < times[1]!)) return { status: 400 };
  if (method === 'PUT' && id === given.id && !event) return { status: 404 };
  if (method === 'POST' && path === collection && events.has(given.id)) return { status: 409 };
  if ((method === 'PUT' && id === given.id) || (method === 'POST' && path === collection)) {
    events.set(given.id, given);
    return { status: 200, body: given };
  }
  return { status: 405 };
};
