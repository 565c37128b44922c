import { z } from 'zod';

/** What the product asks of the calendar service. */
export const calendarScopes = [
  'openid',
  'email',
  'profile',
  'https://www.googleapis.com/auth/calendar',
  'https://www.googleapis.com/auth/gmail.send',
] as const;
const neededScope = calendarScopes[3];

/** What lets us into a pro's calendar. */
export type CalendarTokens = {
  readonly access: string;
  readonly refresh: string;
  /** ISO 8601 instant until which `access` is good. */
  readonly expires: string;
};

/** The calendar service refused for good: trying the same again is of no use. `code` is OAuth's, such as `invalid_grant`. */
export class CalendarRefusal extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`the calendar service refused: ${code}`);
    this.name = 'CalendarRefusal';
    this.code = code;
  }
}

/** The authorization server of the calendar service. Throws {@link CalendarRefusal}, or anything else to try again. */
export type CalendarProvider = {
  /** Where the pro's browser goes to allow the connection. */
  authorizationUrl(request: { state: string; challenge: string }): Promise<string>;
  /** Tokens for the code that the browser came back with. */
  exchange(request: { code: string; verifier: string }): Promise<CalendarTokens>;
  refresh(tokens: CalendarTokens): Promise<CalendarTokens>;
  revoke(tokens: CalendarTokens): Promise<void>;
};

export type CalendarProviderOptions = {
  clientId: string;
  clientSecret: string;
  /** Its discovery document names the addresses; nothing that a request says does. */
  issuer: string;
  /** The page of the web that receives the code. */
  redirectUri: string;
  now: () => Date;
  /** Milliseconds that one request may take; 10,000 unless told. */
  patience?: number;
};

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  revocation_endpoint: z.url().optional(),
});
type Discovery = z.infer<typeof discovery>;

const granted = z.object({
  access_token: z.string().min(1),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.number().positive().default(3600),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().optional(),
});

const refused = z.object({ error: z.string().regex(/^[a-z_]{1,60}$/) });
const discoveryKept = 3_600_000;

/** An OAuth 2 client with PKCE, found by OpenID discovery. */
export const createCalendarProvider = (options: CalendarProviderOptions): CalendarProvider => {
  const { clientId, clientSecret, issuer, redirectUri, now, patience = 10_000 } = options;
  let known: { at: number; endpoints: Discovery } | undefined;

  const request = (url: string, init: RequestInit = {}): Promise<Response> =>
    fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(patience) });

  const endpoints = async (): Promise<Discovery> => {
    if (known && now().getTime() - known.at < discoveryKept) return known.endpoints;
    const response = await request(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    if (!response.ok) throw new Error(`discovery answered ${response.status}`);
    const found = discovery.parse(await response.json());
    if (found.issuer !== issuer) throw new Error('discovery names another issuer');
    requireScheme(found, issuer);
    known = { at: now().getTime(), endpoints: found };
    return found;
  };

  const post = async (url: string, form: Record<string, string>): Promise<unknown> => {
    const body = new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret });
    const response = await request(url, { method: 'POST', body, headers: { accept: 'application/json' } });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) return answer;
    const error = refused.safeParse(answer).data?.error;
    if (response.status < 500 && response.status !== 429 && error) throw new CalendarRefusal(error);
    throw new Error(`the token endpoint answered ${response.status}`);
  };

  const tokensOf = (answer: unknown, previous?: CalendarTokens): CalendarTokens => {
    const { access_token: access, refresh_token, expires_in } = granted.parse(answer);
    const refresh = refresh_token ?? previous?.refresh;
    if (refresh === undefined) throw new CalendarRefusal('no_refresh_token');
    return { access, refresh, expires: new Date(now().getTime() + expires_in * 1000).toISOString() };
  };

  return {
    authorizationUrl: async ({ state, challenge }) => {
      const url = new URL((await endpoints()).authorization_endpoint);
      const parameters = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: calendarScopes.join(' '),
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        // Without these two Google gives no refresh token.
        access_type: 'offline',
        prompt: 'consent',
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },
    exchange: async ({ code, verifier }) => {
      const form = {
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
      };
      const answer = await post((await endpoints()).token_endpoint, form);
      // People can untick what they do not want to allow.
      const { scope } = granted.parse(answer);
      if (scope !== undefined && !scope.split(' ').includes(neededScope)) {
        throw new CalendarRefusal('scope_missing');
      }
      return tokensOf(answer);
    },
    refresh: async (tokens) => {
      const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh };
      return tokensOf(await post((await endpoints()).token_endpoint, form), tokens);
    },
    revoke: async ({ refresh }) => {
      const { revocation_endpoint: url } = await endpoints();
      if (url !== undefined) await post(url, { token: refresh, token_type_hint: 'refresh_token' });
    },
  };
};

/** Tokens never travel less safely than the issuer itself is reached. */
const requireScheme = (found: Discovery, issuer: string): void => {
  const { protocol } = new URL(issuer);
  for (const url of [found.authorization_endpoint, found.token_endpoint, found.revocation_endpoint]) {
    if (url !== undefined && new URL(url).protocol !== protocol)
      throw new Error('discovery names unsafe addresses');
  }
};
