import { z } from 'zod';
import { line } from '../fields.ts';

/** Bytes as base64url, up to `maximum` characters. */
const bytes = (maximum: number) =>
  z
    .string()
    .min(1)
    .max(maximum)
    .regex(/^[\w-]+$/, 'must be base64url');

const credentialId = bytes(1400);

/** The parts of WebAuthn's `RegistrationResponseJSON` that are used. */
export const createdPasskey = z.strictObject({
  id: credentialId,
  clientDataJSON: bytes(4000),
  attestationObject: bytes(12_000),
  /** WebAuthn transports, such as `internal` or `hybrid`. */
  transports: z.array(z.string().max(20)).max(8).default([]),
});
export type CreatedPasskey = z.infer<typeof createdPasskey>;

/** The parts of WebAuthn's `AuthenticationResponseJSON` that are used. */
export const usedPasskey = z.strictObject({
  id: credentialId,
  clientDataJSON: bytes(4000),
  authenticatorData: bytes(2000),
  signature: bytes(8000),
  /** The account's WebAuthn user handle, set when the passkey was created. */
  userHandle: bytes(100),
});
export type UsedPasskey = z.infer<typeof usedPasskey>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

/** WebAuthn’s `PublicKeyCredentialCreationOptionsJSON`; `timeout` in milliseconds. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  /** Passkeys of the account: a device gets no second one. */
  excludeCredentials: z.array(descriptor),
});
export type PasskeyCreation = z.infer<typeof passkeyCreation>;

/**
 * WebAuthn's `PublicKeyCredentialRequestOptionsJSON`. It names no passkey, so the browser offers those that it has.
 */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});
export type PasskeyRequest = z.infer<typeof passkeyRequest>;

export const passkeyName = line(60);
