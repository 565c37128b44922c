import * as oauth from 'openid-client';

/** OAuth scopes that the product requests. */
export const calendarScopes = [
  'openid',
  'email',
  'profile',
  'https://www.googleapis.com/auth/calendar',
  'https://www.googleapis.com/auth/gmail.send',
] as const;
const neededScope = calendarScopes[3];

/** OAuth tokens of a pro's calendar. */
export type CalendarTokens = {
  readonly access: string;
  readonly refresh: string;
  /** ISO 8601 instant at which `access` expires. */
  readonly expires: string;
};

/** A permanent refusal of the calendar service. `code` is OAuth's, such as `invalid_grant`. */
export class CalendarRefusal extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`the calendar service refused: ${code}`);
    this.name = 'CalendarRefusal';
    this.code = code;
  }
}

/**
 * Authorization server of the calendar service. Throws {@link CalendarRefusal} for permanent failures; other errors
 * can be retried.
 */
export type CalendarProvider = {
  /** Returns the address at which the pro authorizes the connection. */
  authorizationUrl(request: { state: string; challenge: string }): Promise<string>;
  /** Exchanges an authorization code for tokens; `verifier` is null if there was no challenge. */
  exchange(request: { code: string; verifier: string | null }): Promise<CalendarTokens>;
  refresh(tokens: CalendarTokens): Promise<CalendarTokens>;
  revoke(tokens: CalendarTokens): Promise<void>;
};

/** The application as registered with the calendar service. */
export type CalendarProviderOptions = {
  clientId: string;
  clientSecret: string;
  /**
   * Base URL of the service. Its discovery document determines all endpoints; requests cannot
   * change them.
   */
  issuer: string;
  /** Page that receives the code. */
  redirectUri: string;
  now: () => Date;
  /** Timeout of a request in ms; 10,000 by default. */
  patience?: number;
};

/** Ms for which the discovery document is cached. */
const discoveryKept = 3_600_000;
/** Lifetime in seconds if the service does not state it. */
const assumedLife = 3_600;

/** Creates an OAuth 2 client with PKCE and OpenID discovery. */
export const createCalendarProvider = (options: CalendarProviderOptions): CalendarProvider => {
  const { clientId, clientSecret, issuer, redirectUri, now, patience = 10_000 } = options;
  let known: { at: number; client: oauth.Configuration } | undefined;

  const discover = async (): Promise<oauth.Configuration> => {
    if (known && now().getTime() - known.at < discoveryKept) return known.client;
    const url = new URL(issuer);
    const client = await oauth.discovery(url, clientId, undefined, oauth.ClientSecretPost(clientSecret), {
      timeout: patience / 1_000,
      // Tokens are sent over plain http only if the issuer itself uses http.
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
          // Google returns a refresh token only with these two parameters.
          access_type: 'offline',
          prompt: 'consent',
        });
        return url.href;
      }),
    exchange: async ({ code, verifier }) => {
      const proof = verifier === null ? {} : { code_verifier: verifier };
      const form = { code, redirect_uri: redirectUri, ...proof };
      const granted = await ask((client) => oauth.genericGrantRequest(client, 'authorization_code', form));
      // Users can decline single scopes.
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

/** OAuth's error codes. Other texts may contain personal data. */
const plainCode = /^[a-z_]{1,60}$/;

/** Converts permanent failures to {@link CalendarRefusal}; other errors can be retried. */
const failureOf = (error: unknown): unknown => {
  if (error instanceof oauth.ResponseBodyError && error.status !== 429) {
    return new CalendarRefusal(plainCode.test(error.error) ? error.error : 'unknown');
  }
  if (!(error instanceof oauth.ClientError)) return error;
  // The library's message contains neither status nor timeout.
  const { cause } = error;
  if (cause instanceof Response) return new Error(`the calendar service answered ${cause.status}`);
  return error.code === 'OAUTH_TIMEOUT' ? cause : error;
};
