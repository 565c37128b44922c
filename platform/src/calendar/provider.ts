import * as oauth from 'openid-client';

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
  /** Tokens for the code that the browser came back with; without a verifier where it was asked for without a challenge. */
  exchange(request: { code: string; verifier: string | null }): Promise<CalendarTokens>;
  refresh(tokens: CalendarTokens): Promise<CalendarTokens>;
  revoke(tokens: CalendarTokens): Promise<void>;
};

/** The application as it is registered with the calendar's service. */
export type CalendarProviderOptions = {
  clientId: string;
  clientSecret: string;
  /** Its discovery document names the addresses; nothing that a request says does. */
  issuer: string;
  /** The page of the web that receives the code. */
  redirectUri: string;
  now: () => Date;
  /** Milliseconds that one request may take; 10,000 by default. */
  patience?: number;
};

/** Milliseconds for which the service's addresses are believed before they are asked for again. */
const discoveryKept = 3_600_000;
/** Seconds that a token is good for where the service does not say it. */
const assumedLife = 3_600;

/** An OAuth 2 client with PKCE, found by OpenID discovery. */
export const createCalendarProvider = (options: CalendarProviderOptions): CalendarProvider => {
  const { clientId, clientSecret, issuer, redirectUri, now, patience = 10_000 } = options;
  let known: { at: number; client: oauth.Configuration } | undefined;

  const discover = async (): Promise<oauth.Configuration> => {
    if (known && now().getTime() - known.at < discoveryKept) return known.client;
    const url = new URL(issuer);
    const client = await oauth.discovery(url, clientId, undefined, oauth.ClientSecretPost(clientSecret), {
      timeout: patience / 1_000,
      // Tokens never travel less safely than the issuer itself is reached.
      execute: url.protocol === 'http:' ? [oauth.allowInsecureRequests] : [],
    });
    known = { at: now().getTime(), client };
    return client;
  };

  const ask = async <T>(question: (client: oauth.Configuration) => Promise<T>): Promise<T> => {
    try {
      return await question(await discover());
    } catch (error) {
      throw failureOf(error);
    }
  };

  const tokensOf = (granted: oauth.TokenEndpointResponse, previous?: CalendarTokens): CalendarTokens => {
    const { access_token: access, refresh_token: refresh = previous?.refresh } = granted;
    if (refresh === undefined) throw new CalendarRefusal('no_refresh_token');
    const expires = new Date(now().getTime() + (granted.expires_in ?? assumedLife) * 1000).toISOString();
    return { access, refresh, expires };
  };

  return {
    authorizationUrl: ({ state, challenge }) =>
      ask(async (client) => {
        const url = oauth.buildAuthorizationUrl(client, {
          redirect_uri: redirectUri,
          scope: calendarScopes.join(' '),
          state,
          code_challenge: challenge,
          code_challenge_method: 'S256',
          // Without these two Google gives no refresh token.
          access_type: 'offline',
          prompt: 'consent',
        });
        return url.href;
      }),
    exchange: async ({ code, verifier }) => {
      const proof = verifier === null ? {} : { code_verifier: verifier };
      const form = { code, redirect_uri: redirectUri, ...proof };
      const granted = await ask((client) => oauth.genericGrantRequest(client, 'authorization_code', form));
      // People can untick what they do not want to allow.
      if (granted.scope !== undefined && !granted.scope.split(' ').includes(neededScope)) {
        throw new CalendarRefusal('scope_missing');
      }
      return tokensOf(granted);
    },
    refresh: async (tokens) =>
      tokensOf(await ask((client) => oauth.refreshTokenGrant(client, tokens.refresh)), tokens),
    revoke: ({ refresh }) =>
      ask(async (client) => {
        if (client.serverMetadata().revocation_endpoint === undefined) return;
        await oauth.tokenRevocation(client, refresh, { token_type_hint: 'refresh_token' });
      }),
  };
};

/** OAuth's own codes; anything else may say something about a person. */
const plainCode = /^[a-z_]{1,60}$/;

/** What the service refuses for good as a {@link CalendarRefusal}; anything else may be tried again. */
const failureOf = (error: unknown): unknown => {
  if (error instanceof oauth.ResponseBodyError && error.status !== 429) {
    return new CalendarRefusal(plainCode.test(error.error) ? error.error : 'unknown');
  }
  if (!(error instanceof oauth.ClientError)) return error;
  // The library's own words name neither the status nor the time-out.
  const { cause } = error;
  if (cause instanceof Response) return new Error(`the calendar service answered ${cause.status}`);
  return error.code === 'OAUTH_TIMEOUT' ? cause : error;
};
