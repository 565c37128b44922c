import { createAuthenticator } from '@visita/platform/testing/authenticator';
import { type Client, succeed } from './http.ts';

type Account = { readonly token: string };

/** A device that was asked for a passkey by an account; `created` is what its browser sends. */
export const makePasskey = async ({ call }: Client, origin: string, { token }: Account) => {
  const device = createAuthenticator(origin);
  const { data } = await succeed(call('beginPasskey', { token }));
  return { device, created: device.create(data) };
};

/** A device with a passkey of the account, and the recovery codes that came with it. */
export const addPasskey = async (client: Client, origin: string, account: Account) => {
  const { device, created } = await makePasskey(client, origin, account);
  const body = { name: 'Telefono', passkey: created };
  const { data } = await succeed(client.call('addPasskey', { body, token: account.token }));
  return { device, codes: data.recoveryCodes };
};

/** What a device signs: for a login, or to prove a session where one is told. */
export const sign = async (
  { call }: Client,
  device: ReturnType<typeof createAuthenticator>,
  session: Partial<Account> = {},
) => device.use((await succeed(call('askForPasskey', session))).data);
