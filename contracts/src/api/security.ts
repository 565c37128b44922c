import { z } from 'zod';
import { id } from '../fields.ts';
import { logInBody } from './account.ts';
import { passkeyView } from '../pro/passkeys.ts';
import { answer, done, post, put, readFromCommand, remove } from './call.ts';
import { createdPasskey, passkeyCreation, passkeyName, passkeyRequest, usedPasskey } from './passkeys.ts';

export const sessionView = z.object({
  id: z.string(),
  /** Such as `Firefox, Windows`; null if unknown. */
  browser: z.string().nullable(),
  /** Network of the login, such as `192.0.2.0/24`. */
  network: z.string().nullable(),
  started: z.string(),
  lastSeen: z.string(),
  /** Whether this is the session of the request. */
  current: z.boolean(),
});
/** `started` and `lastSeen` are ISO 8601 instants. */
export type SessionView = z.infer<typeof sessionView>;

/** An authenticator; `created` is an ISO 8601 instant. */
export const factorView = z.object({ id: z.string(), created: z.string() });

/** Calls for sessions, second factors and passkeys. */
export const securityCalls = {
  getSessions: readFromCommand('/api/sessions', {
    access: 'pro',
    withoutFactor: true,
    limit: 'W',
    summary: 'The pro’s open sessions, the last used first, and whether a private calendar address exists',
    answer: answer(z.array(sessionView), { calendarFeed: z.boolean() }),
  }),
  endSession: remove('/api/sessions/:id', {
    access: 'pro',
    withoutFactor: true,
    limit: 'W',
    summary: 'End one of the pro’s own sessions',
    params: z.object({ id }),
    answer: done,
  }),
  endOtherSessions: post('/api/sessions_end', {
    access: 'pro',
    withoutFactor: true,
    limit: 'W',
    summary: 'End all other sessions and the private calendar address',
    answer: done,
  }),
  reviewAccount: put('/api/account_review', {
    access: 'pro',
    withoutFactor: true,
    again: true,
    limit: 'W',
    summary: 'Keep or end what the login asks about: everything in the account, or its connected calendar',
    body: z.strictObject({ keep: z.boolean() }),
    answer: done,
  }),
  proveSession: post('/api/session_proof', {
    access: 'pro',
    withoutFactor: true,
    limit: 'A',
    proof: true,
    summary: 'Confirm the session with the password or a passkey, for calls that require it',
    body: z.union([
      z.strictObject({ password: logInBody.shape.password }),
      z.strictObject({ passkey: usedPasskey }),
    ]),
    answer: done,
  }),
  getFactors: readFromCommand('/api/factors', {
    access: 'pro',
    withoutFactor: true,
    limit: 'W',
    summary: 'The pro’s authenticators and passkeys, and the number of unused recovery codes',
    answer: answer(
      z.object({ factors: z.array(factorView), passkeys: z.array(passkeyView), recoveryCodes: z.int() }),
    ),
  }),
  beginFactor: post('/api/factors', {
    access: 'pro',
    withoutFactor: true,
    again: true,
    secret: true,
    limit: 'W',
    summary: 'Create the secret of a new authenticator, to be confirmed with one of its codes',
    answer: answer(z.object({ id: z.string(), secret: z.string(), uri: z.string() })),
  }),
  confirmFactor: put('/api/factors/:id', {
    access: 'pro',
    withoutFactor: true,
    secret: true,
    limit: 'T',
    proof: true,
    summary: 'Confirm the new authenticator with a code; the first one returns recovery codes, shown once',
    params: z.object({ id }),
    body: z.strictObject({ code: z.string().min(1).max(40) }),
    answer: answer(z.object({ recoveryCodes: z.array(z.string()) })),
  }),
  removeFactor: remove('/api/factors/:id', {
    access: 'pro',
    withoutFactor: true,
    again: true,
    limit: 'W',
    summary: 'Remove an authenticator or a passkey; the last one removes the recovery codes too',
    params: z.object({ id }),
    answer: done,
  }),
  beginPasskey: post('/api/passkeys', {
    access: 'pro',
    withoutFactor: true,
    again: true,
    limit: 'W',
    summary: 'Options to create a new passkey in a browser, valid for five minutes',
    answer: answer(passkeyCreation),
  }),
  addPasskey: put('/api/passkeys', {
    access: 'pro',
    withoutFactor: true,
    secret: true,
    limit: 'T',
    proof: true,
    summary: 'Add the created passkey; the first second factor returns recovery codes, shown once',
    body: z.strictObject({ name: passkeyName, passkey: createdPasskey }),
    answer: answer(z.object({ recoveryCodes: z.array(z.string()) })),
  }),
  renamePasskey: put('/api/passkeys/:id', {
    access: 'pro',
    withoutFactor: true,
    limit: 'W',
    summary: 'Rename one of the pro’s passkeys',
    params: z.object({ id }),
    body: z.strictObject({ name: passkeyName }),
    answer: done,
  }),
  askForPasskey: readFromCommand('/api/passkey_challenge', {
    access: 'optional',
    limit: 'R',
    summary:
      'Challenge to sign with a passkey, once and within five minutes, for a login or to confirm the session',
    answer: answer(passkeyRequest),
  }),
  logInWithPasskey: post('/api/passkey_login', {
    access: 'public',
    secret: true,
    limit: 'A',
    proof: true,
    summary: 'Log in with a passkey, without email and password',
    body: z.strictObject({ passkey: usedPasskey }),
    answer: z.object({ message: z.string(), access_token: z.string() }),
  }),
  renewRecoveryCodes: post('/api/recovery_codes', {
    access: 'pro',
    withoutFactor: true,
    again: true,
    secret: true,
    limit: 'W',
    summary: 'Replace all recovery codes; the new ones are shown once',
    answer: answer(z.object({ recoveryCodes: z.array(z.string()) })),
  }),
};
