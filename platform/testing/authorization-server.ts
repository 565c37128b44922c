import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider';

/** The product's client at {@link createAuthorizationServer}. */
export const doubleClient = { clientId: 'visita-test', clientSecret: 'not a secret & not simple' } as const;

/** The calendar API's client for token introspection. */
const api = { clientId: 'calendar-api', clientSecret: 'known to the calendar' } as const;

const calendarScope = 'https://www.googleapis.com/auth/calendar';
const scopes = ['openid', 'email', 'profile', calendarScope, 'https://www.googleapis.com/auth/gmail.send'];
const person = { sub: 'anna', email: 'anna@example.com', email_verified: true, name: 'Anna Rossi' };

type Kept = { readonly model: string; readonly payload: AdapterPayload; readonly expires: number };

/** Storage of one server. */
const createKept = () => {
  const kept = new Map<string, Kept>();
  const drop = (gone: (one: Kept) => boolean) => {
    for (const [key, one] of kept) if (gone(one)) kept.delete(key);
  };
  const adapterOf = (model: string): Adapter => {
    const found = (match: (one: Kept) => boolean) =>
      [...kept.values()].find((one) => one.model === model && one.expires > Date.now() && match(one))
        ?.payload;
    const keyOf = (id: string) => `${model} ${id}`;
    return {
      upsert: async (id, payload, seconds) => {
        const expires = seconds === undefined ? Infinity : Date.now() + seconds * 1000;
        kept.set(keyOf(id), { model, payload, expires });
      },
      find: async (id) => found(({ payload }) => kept.get(keyOf(id))?.payload === payload),
      findByUid: async (uid) => found(({ payload }) => payload.uid === uid),
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const one = kept.get(keyOf(id));
        if (one) one.payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => void kept.delete(keyOf(id)),
      revokeByGrantId: async (grantId) => drop(({ payload }) => payload.grantId === grantId),
    };
  };
  const count = (model: string): number =>
    [...kept.values()].filter((one) => one.model === model && !one.payload.consumed).length;
  return { adapterOf, drop, count };
};

const keyOfServer = () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' };
};

const clientOf = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => ({
  client_id: clientId,
  client_secret: clientSecret,
  token_endpoint_auth_method: 'client_secret_post' as const,
  id_token_signed_response_alg: 'ES256' as const,
});

export type AuthorizationServerOptions = {
  issuer: string;
  /** The only redirect URI. */
  redirectUri: string;
  /** Lifetime of an access token in seconds. */
  accessSeconds: number;
  /** Whether PKCE is required. */
  needsChallenge: boolean;
  /** Scopes that the user declines. */
  declined: ReadonlySet<string>;
};

/** A certified OpenID provider whose only user grants all scopes except `declined`. */
export const createAuthorizationServer = (options: AuthorizationServerOptions) => {
  const { issuer, redirectUri, accessSeconds, declined, needsChallenge } = options;
  const { adapterOf, drop, count } = createKept();
  /** As with Google, refresh tokens are issued on request only and are valid once. */
  const offline = new Set<string>();
  const provider = new Provider(issuer, {
    adapter: adapterOf,
    clients: [
      {
        ...clientOf(doubleClient),
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
      },
      { ...clientOf(api), redirect_uris: [], response_types: [], grant_types: [] },
    ],
    jwks: { keys: [keyOfServer()] },
    cookies: { keys: ['of a server that lives as long as a test'] },
    scopes,
    extraParams: ['access_type'],
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => needsChallenge },
    ttl: {
      AccessToken: accessSeconds,
      AuthorizationCode: 60,
      Grant: 86_400,
      IdToken: 3600,
      Interaction: 60,
      RefreshToken: 86_400,
      Session: 60,
    },
    routes: { authorization: '/authorize', revocation: '/revoke', introspection: '/introspect' },
    features: {
      devInteractions: { enabled: false },
      introspection: {
        enabled: true,
        allowedPolicy: async (_, { clientId }) => clientId === api.clientId,
      },
      revocation: {
        enabled: true,
        allowedPolicy: async (_, client, token) => client.clientId === token.clientId,
      },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: async () => ({ ...person, sub: accountId }) }),
    issueRefreshToken: async (_, __, { grantId }) => grantId !== undefined && offline.has(grantId),
    rotateRefreshToken: true,
    renderError: (context, { error }) => {
      context.body = { error };
    },
  });

  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { prompt, params } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login') {
      await provider.interactionFinished(request, response, { login: { accountId: person.sub } });
      return;
    }
    const grant = new provider.Grant({ accountId: person.sub, clientId: doubleClient.clientId });
    for (const scope of String(params['scope']).split(' ')) {
      if (declined.has(scope)) grant.rejectOIDCScope(scope);
      else grant.addOIDCScope(scope);
    }
    const grantId = await grant.save();
    if (params['access_type'] === 'offline') offline.add(grantId);
    await provider.interactionFinished(request, response, { consent: { grantId } });
  };

  const handle = provider.callback();
  return {
    handle: (request: IncomingMessage, response: ServerResponse): Promise<void> =>
      request.url?.startsWith('/interaction/') ? interact(request, response) : handle(request, response),
    /** Introspects an access token, as the calendar API does. */
    opensCalendar: async (token: string): Promise<boolean> => {
      const body = new URLSearchParams({ token, client_id: api.clientId, client_secret: api.clientSecret });
      const response = await fetch(`${issuer}/introspect`, { method: 'POST', body });
      const { active, scope } = (await response.json()) as { active: boolean; scope?: string };
      return active && (scope ?? '').split(' ').includes(calendarScope);
    },
    refreshTokens: () => count('RefreshToken'),
    expireAccess: () => drop(({ model }) => model === 'AccessToken'),
    withdraw: () => drop(({ model }) => ['Grant', 'AccessToken', 'RefreshToken'].includes(model)),
  };
};
