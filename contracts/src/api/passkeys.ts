import { z } from 'zod';
import { line } from '../fields.ts';

/** Bytes as base64url, at most so many signs. */
const bytes = (maximum: number) =>
  z
    .string()
    .min(1)
    .max(maximum)
    .regex(/^[\w-]+$/, 'must be base64url');

const credentialId = bytes(1400);

/** What a browser made for a new passkey: the parts of WebAuthn’s `RegistrationResponseJSON` that count. */
export const createdPasskey = z.strictObject({
  id: credentialId,
  clientDataJSON: bytes(4000),
  attestationObject: bytes(12_000),
  /** Ways by which a browser reaches it, such as `internal` or `hybrid`. */
  transports: z.array(z.string().max(20)).max(8).default([]),
});
/** See {@link createdPasskey}. */
export type CreatedPasskey = z.infer<typeof createdPasskey>;

/** What a browser signed with a passkey: the parts of WebAuthn’s `AuthenticationResponseJSON` that count. */
export const usedPasskey = z.strictObject({
  id: credentialId,
  clientDataJSON: bytes(4000),
  authenticatorData: bytes(2000),
  signature: bytes(8000),
  /** Whose it is, as it was told when it was made. */
  userHandle: bytes(100),
});
/** See {@link usedPasskey}. */
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
  /** Those that the account has: no device is to have two. */
  excludeCredentials: z.array(descriptor),
});
/** See {@link passkeyCreation}. */
export type PasskeyCreation = z.infer<typeof passkeyCreation>;

/** WebAuthn’s `PublicKeyCredentialRequestOptionsJSON`; it names no passkey, so the browser offers those that it has. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});
/** See {@link passkeyRequest}. */
export type PasskeyRequest = z.infer<typeof passkeyRequest>;

/** What its pro calls a passkey. */
export const passkeyName = line(60);
