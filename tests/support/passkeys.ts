import { createAuthenticator } from '@visita/platform/testing/authenticator';
import { type Client, succeed } from './http.ts';

type Account = { readonly token: string };

/** Creates a passkey on a software authenticator; `created` is the browser's registration response. */
export const makePasskey = async ({ call }: Client, origin: string, { token }: Account) => {
  const device = createAuthenticator(origin);
  const { data } = await succeed(call('beginPasskey', { token }));
  return { device, created: device.create(data) };
};

/** Adds a passkey to an account; returns it with the recovery codes created with it. */
export const addPasskey = async (client: Client, origin: string, account: Account) => {
  const { device, created } = await makePasskey(client, origin, account);
  const body = { name: 'Telefono', passkey: created };
  const { data } = await succeed(client.call('addPasskey', { body, token: account.token }));
  return { device, codes: data.recoveryCodes };
};

/** Signs a login's challenge, or a session's if one is given. */
export const sign = async (
  { call }: Client,
  device: ReturnType<typeof createAuthenticator>,
  session: Partial<Account> = {},
) => device.use((await succeed(call('askForPasskey', session))).data);
