import type {
  CreatedPasskey,
  PasskeyCreation,
  PasskeyRequest,
  UsedPasskey,
} from '@visita/contracts/api/passkeys';
import { call } from './client.ts';

/** Whether passkeys can be made and used here: the browser knows them, and the address is a name, to which they belong. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(location.hostname);

/** Whether somebody let it be, or took so long that the browser gave up: nothing went wrong. */
export const isLeft = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

/** Whether this device has a passkey of the account already. */
export const isThere = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError';

// Loaded when somebody first wants one: few pages do.
const webAuthn = () => import('@simplewebauthn/browser');

/** Has the browser make a passkey; throws what {@link isLeft} and {@link isThere} tell. */
export const createPasskey = async (asked: PasskeyCreation): Promise<CreatedPasskey> => {
  const { startRegistration } = await webAuthn();
  const excludeCredentials = asked.excludeCredentials.map(({ id, type }) => ({ id, type }));
  const made = await startRegistration({ optionsJSON: { ...asked, excludeCredentials } });
  const { clientDataJSON, attestationObject, transports = [] } = made.response;
  return { id: made.id, clientDataJSON, attestationObject, transports };
};

const usePasskey = async (asked: PasskeyRequest): Promise<UsedPasskey> => {
  const { startAuthentication } = await webAuthn();
  const { id, response } = await startAuthentication({ optionsJSON: asked });
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  return { id, clientDataJSON, authenticatorData, signature, userHandle };
};

/** The token of a new session, of whoever's passkey is used. */
export const openByPasskey = async (): Promise<string> => {
  // Asked for without the session that this browser has: what is asked within one opens none.
  const { data } = await call('askForPasskey', { token: '' });
  const passkey = await usePasskey(data);
  return (await call('logInWithPasskey', { body: { passkey }, token: '' })).access_token;
};

/** Proves who has this session. */
export const proveByPasskey = async (): Promise<void> => {
  const { data } = await call('askForPasskey');
  await call('proveSession', { body: { passkey: await usePasskey(data) } });
};
