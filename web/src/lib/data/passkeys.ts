import type {
  CreatedPasskey,
  PasskeyCreation,
  PasskeyRequest,
  UsedPasskey,
} from '@visita/contracts/api/passkeys';
import { call } from '../api/client.ts';

/**
 * Returns whether passkeys are available: the browser supports them, and the host is a domain, which they
 * require.
 */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(location.hostname);

/** Returns whether to load the code that offers passkeys. */
const canOffer = (): boolean => hasPasskeys() && 'isConditionalMediationAvailable' in PublicKeyCredential;

/** Returns whether the user cancelled or the browser timed out. */
export const isLeft = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

/** Returns whether this device already has a passkey of the account. */
export const isThere = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError';

// Loaded on demand, because few pages need it.
const webAuthn = () => import('@simplewebauthn/browser');

/** Creates a passkey; throws errors that {@link isLeft} and {@link isThere} recognise. */
export const createPasskey = async (options: PasskeyCreation): Promise<CreatedPasskey> => {
  const { startRegistration } = await webAuthn();
  const excludeCredentials = options.excludeCredentials.map(({ id, type }) => ({ id, type }));
  const made = await startRegistration({ optionsJSON: { ...options, excludeCredentials } });
  const { clientDataJSON, attestationObject, transports = [] } = made.response;
  return { id: made.id, clientDataJSON, attestationObject, transports };
};

const usePasskey = async (options: PasskeyRequest, useBrowserAutofill = false): Promise<UsedPasskey> => {
  const { startAuthentication } = await webAuthn();
  const { id, response } = await startAuthentication({ optionsJSON: options, useBrowserAutofill });
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  return { id, clientDataJSON, authenticatorData, signature, userHandle };
};

// Sent without this browser's session, because a challenge within a session opens none.
const askForLogin = async (): Promise<PasskeyRequest> => (await call('askForPasskey', { token: '' })).data;

/**
 * Logs in with a passkey that was used, or one that the browser asks for; returns the new session's token.
 */
export const openByPasskey = async (used?: UsedPasskey): Promise<string> => {
  const passkey = used ?? (await usePasskey(await askForLogin()));
  return (await call('logInWithPasskey', { body: { passkey }, token: '' })).access_token;
};

/** Fraction of a challenge's lifetime after which the browser gets a new one. */
const untilNext = 0.8;

/**
 * Offers passkeys in the autofill of a field with `webauthn`, until the returned function is called. Errors
 * are ignored, because the user did not ask for it.
 */
export const offerPasskeys = (onUsed: (passkey: UsedPasskey) => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  let letBe = () => {};
  const offer = async (): Promise<void> => {
    const { browserSupportsWebAuthnAutofill, WebAuthnAbortService } = await webAuthn();
    if (over || !(await browserSupportsWebAuthnAutofill())) return;
    const options = await askForLogin();
    if (over) return;
    letBe = () => WebAuthnAbortService.cancelCeremony();
    // A new request aborts the previous one.
    timer = setTimeout(begin, options.timeout * untilNext);
    const passkey = await usePasskey(options, true);
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

/** Re-authenticates this session by a passkey. */
export const proveByPasskey = async (): Promise<void> => {
  const { data } = await call('askForPasskey');
  await call('proveSession', { body: { passkey: await usePasskey(data) } });
};
