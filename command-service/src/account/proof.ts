import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import { deriveId } from '@visita/platform/ids/derive-id';
import type { Handlers } from '@visita/platform/http/calls';
import type { Cause } from '@visita/platform/runtime/decider';
import type { Dependencies } from '../dependencies.ts';
import type { PendingLink } from '../pro/state.ts';
import { type Command, handling } from '../unit-of-work.ts';
import { inMinutes, linkOf } from './links.ts';

type ProofDeps = Pick<Dependencies, 'domain' | 'now'>;

const proofMinutes = 7 * 24 * 60;

export const proofLink = (cause: Cause, at: Date): PendingLink => ({
  tokenId: deriveId(cause.id, 'token'),
  expires: inMinutes(at, proofMinutes),
});

const confirmEmail: Command<'confirmEmail', ProofDeps> = async ({ caller }, { now, execute }, { domain }) => {
  const { proId, tokenId, purpose } = linkOf(caller);
  if (purpose !== 'address-proof') throw new Rejection('token-invalid');
  // The link of a deleted account is invalid.
  if ((await domain.pros.load(proId)).state.status !== 'registered') throw new Rejection('token-invalid');
  await execute(domain.pros, proId, { type: 'prove-address', tokenId, now });
  return { message: 'Email confirmed', data: null };
};

const requestEmailConfirmation: Command<'requestEmailConfirmation', ProofDeps> = async (
  { caller },
  { at, cause, execute },
  { domain },
) => {
  await execute(domain.pros, proOf(caller).proId, { type: 'request-address-proof', ...proofLink(cause, at) });
  return { message: 'Request sent', data: null };
};

/**
 * Returns the handlers that verify an account's email address by the mailed link, and mail the link
 * again.
 */
export const proofHandlers = (deps: ProofDeps) => {
  const handle = handling(deps);
  return {
    confirmEmail: handle(confirmEmail),
    requestEmailConfirmation: handle(requestEmailConfirmation),
  } satisfies Handlers;
};
