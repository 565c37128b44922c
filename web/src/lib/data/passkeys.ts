import type {
  CreatedPasskey,
  PasskeyCreation,
  PasskeyRequest,
  UsedPasskey,
} from '@visita/contracts/api/passkeys';
import { call } from '../api/client.ts';

/** Whether passkeys can be made and used here: the browser knows them, and the address is a name, to which they belong. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(location.hostname);

/** Whether it is worth while to load what would offer them. */
const canOffer = (): boolean => hasPasskeys() && 'isConditionalMediationAvailable' in PublicKeyCredential;

/** Whether somebody let it be, or took so long that the browser gave up: nothing went wrong. */
export const isLeft = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

/** Whether this device has a passkey of the account already. */
export const isThere = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError';

// Loaded when one is wanted or can be offered: few pages do.
const webAuthn = () => import('@simplewebauthn/browser');

/** Has the browser make a passkey; throws what {@link isLeft} and {@link isThere} tell. */
export const createPasskey = async (asked: PasskeyCreation): Promise<CreatedPasskey> => {
  const { startRegistration } = await webAuthn();
  const excludeCredentials = asked.excludeCredentials.map(({ id, type }) => ({ id, type }));
  const made = await startRegistration({ optionsJSON: { ...asked, excludeCredentials } });
  const { clientDataJSON, attestationObject, transports = [] } = made.response;
  return { id: made.id, clientDataJSON, attestationObject, transports };
};

const usePasskey = async (asked: PasskeyRequest, useBrowserAutofill = false): Promise<UsedPasskey> => {
  const { startAuthentication } = await webAuthn();
  const { id, response } = await startAuthentication({ optionsJSON: asked, useBrowserAutofill });
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  return { id, clientDataJSON, authenticatorData, signature, userHandle };
};

// Asked for without the session that this browser has: what is asked within one opens none.
const askForLogin = async (): Promise<PasskeyRequest> => (await call('askForPasskey', { token: '' })).data;

/** The token of a new session, of the account whose passkey is used: that which was, or one that the browser asks for. */
export const openByPasskey = async (used?: UsedPasskey): Promise<string> => {
  const passkey = used ?? (await usePasskey(await askForLogin()));
  return (await call('logInWithPasskey', { body: { passkey }, token: '' })).access_token;
};

/** Part of the time for which a request is good, after which the browser is given another. */
const untilNext = 0.8;

/**
 * Has the browser offer passkeys among what it fills in where a field says `webauthn`, and tells of the one that was used,
 * until the answer is called. Nobody asked for it: where it cannot be, nothing is said.
 */
export const offerPasskeys = (onUsed: (passkey: UsedPasskey) => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  let letBe = () => {};
  const offer = async (): Promise<void> => {
    const { browserSupportsWebAuthnAutofill, WebAuthnAbortService } = await webAuthn();
    if (over || !(await browserSupportsWebAuthnAutofill())) return;
    const asked = await askForLogin();
    if (over) return;
    letBe = () => WebAuthnAbortService.cancelCeremony();
    // Asking anew ends the question before.
    timer = setTimeout(begin, asked.timeout * untilNext);
    const passkey = await usePasskey(asked, true);
    clearTimeout(timer);
    if (!over) onUsed(passkey);
  };
  const begin = () => void offer().catch(() => undefined);
  if (canOffer()) begin();
  return () => {
    over = true;
    clearTimeout(timer);
    letBe();
  };
};

/** Proves who has this session. */
export const proveByPasskey = async (): Promise<void> => {
  const { data } = await call('askForPasskey');
  await call('proveSession', { body: { passkey: await usePasskey(data) } });
};
