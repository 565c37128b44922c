import { filterUsername } from '@visita/contracts/filters';
import type { Language } from '@visita/contracts/language';
import type { Cause } from '@visita/platform/runtime/decider';
import { deriveId } from '@visita/platform/core/derive-id';
import { createClaims } from '../claim/claims.ts';
import type { Dependencies } from '../dependencies.ts';
import { inMinutes } from '../account/links.ts';
import type { PendingLink, ProAccount } from '../pro/state.ts';
import { loadPro } from '../pro/view.ts';

/** An invitation's link works for seven days. */
const invitationMinutes = 7 * 24 * 60;

/** The link that an invitation is mailed with, for one cause. */
export const invitationLink = (cause: Cause, at: Date): PendingLink => ({
  tokenId: deriveId(cause.id, 'token'),
  expires: inMinutes(at, invitationMinutes),
});

type Invited = { email: string; clinicId: string; language: Language };

/** Makes the account of somebody who was invited and is not registered; they set a password by the mailed link. */
export const createShellAccounts = (deps: Dependencies) => {
  const { domain, hash, now } = deps;
  const claims = createClaims(deps);

  return async ({ email, clinicId, language }: Invited, cause: Cause): Promise<ProAccount> => {
    const proId = hash.uuid('pro', cause.id, email);
    const name = filterUsername(email.slice(0, email.indexOf('@'))).slice(0, 30) || 'pro';
    const username = `${name}_${proId.slice(0, 6)}`;
    await claims.take({ kind: 'email', value: email, ownerId: proId, taken: 'email-taken' }, cause);
    await claims.take({ kind: 'handle', value: username, ownerId: proId, taken: 'username-taken' }, cause);
    await domain.pros.execute(
      proId,
      {
        type: 'invite',
        proId,
        email,
        username,
        clinicId,
        comunicationsLanguage: language,
        ...invitationLink(cause, now()),
      },
      cause,
    );
    return loadPro(domain, proId);
  };
};
