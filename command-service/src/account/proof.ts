import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import { deriveId } from '@visita/platform/core/derive-id';
import type { Handlers } from '@visita/platform/http/calls';
import type { Cause } from '@visita/platform/runtime/decider';
import type { Dependencies } from '../dependencies.ts';
import type { PendingLink } from '../pro/state.ts';
import { unitsOfWork } from '../unit-of-work.ts';
import { inMinutes, linkOf } from './links.ts';

const proofMinutes = 7 * 24 * 60;

/** The link that proves an address, for one cause. */
export const proofLink = (cause: Cause, at: Date): PendingLink => ({
  tokenId: deriveId(cause.id, 'token'),
  expires: inMinutes(at, proofMinutes),
});

/** Proving the address of an account by the link mailed to it, and mailing it again. */
export const proofHandlers = ({ domain, now }: Pick<Dependencies, 'domain' | 'now'>) => {
  const begin = unitsOfWork(now);

  const confirmEmail: Handlers['confirmEmail'] = async (context) => {
    const { proId, tokenId, purpose } = linkOf(context.caller);
    if (purpose !== 'address-proof') throw new Rejection('token-invalid');
    // Where the account is gone, so is the link.
    if ((await domain.pros.load(proId)).state.status !== 'registered') throw new Rejection('token-invalid');
    const { now: at, execute } = begin(context);
    await execute(domain.pros, proId, { type: 'prove-address', tokenId, now: at });
    return { message: 'Email confirmed', data: null };
  };

  const requestEmailConfirmation: Handlers['requestEmailConfirmation'] = async (context) => {
    const { at, cause, execute } = begin(context);
    const { proId } = proOf(context.caller);
    await execute(domain.pros, proId, { type: 'request-address-proof', ...proofLink(cause, at) });
    return { message: 'Request sent', data: null };
  };

  return { confirmEmail, requestEmailConfirmation } satisfies Handlers;
};
