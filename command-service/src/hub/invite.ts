import { Rejection } from '@visita/contracts/problem';
import type { Cause, Executed, Proposal } from '@visita/platform/runtime/decider';
import { createClaims } from '../claim/claims.ts';
import { clinicDecider, type ClinicState } from '../clinic/decider.ts';
import type { TeamCommand } from '../clinic/team.ts';
import type { Dependencies } from '../dependencies.ts';
import { isUnproven, requireProven } from '../pro/proven.ts';
import type { ProAccount } from '../pro/state.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import { invitationLink, type InviteeByLink, shellAccount } from './shell-account.ts';

type InviteCommand = Extract<TeamCommand, { type: 'invite' }>;

type Inviting = {
  email: string;
  owner: ProAccount;
  clinicId: string;
  invitation: Omit<InviteCommand, 'proId' | 'tokenId'>;
};

type Invitee = InviteeByLink | { readonly proId: string; readonly tokenId?: never };

/** Whether somebody was invited who never used the link: they have no password to log in with. */
const waitsForLink = ({ configStatus, links }: ProAccount): boolean =>
  configStatus === 10 && links.invitation !== null;

const nobody = { status: 'none' } as const;

const findInvitee = async (
  deps: Dependencies,
  { email, owner, clinicId }: Inviting,
  cause: Cause,
): Promise<Invitee> => {
  const { domain } = deps;
  const registeredId = await createClaims(deps).ownerOf('email', email);
  if (registeredId !== owner.id) requireProven(deps, owner);
  const { state: known } = registeredId === null ? { state: nobody } : await domain.pros.load(registeredId);
  // Whoever claimed the address and has no account never ended their sign-up.
  if (known.status === 'none' || known.status === 'abandoned') {
    const { comunicationsLanguage: language } = owner.options;
    return shellAccount(deps, { email, clinicId, language }, cause);
  }
  if (known.status !== 'registered') throw new Rejection('not-found');
  const proId = known.id;
  if (proId === owner.id || !(isUnproven(deps, known) || waitsForLink(known))) return { proId };
  const link = invitationLink(cause, deps.now());
  const issue = { type: 'issue-invitation-link', clinicId, ...link } as const;
  return {
    proId,
    tokenId: link.tokenId,
    propose: () => [domain.pros.propose(proId, [issue], cause)],
    make: () => domain.pros.execute(proId, issue, cause),
  };
};

const isWhole = (proposals: readonly (Proposal | null)[]): proposals is readonly Proposal[] =>
  !proposals.includes(null);

/**
 * Invites who has an email, known or not. The account or link that the mail leads to and the invitation are one write,
 * so that nothing is left of what the clinic refuses, whatever changed meanwhile. Where something else than the clinic
 * is in the way, or the store cannot do that, the account is made first: if the clinic then refuses, nobody is mailed
 * about it until they are invited again.
 */
export const inviteByEmail = async (
  deps: Dependencies,
  inviting: Inviting,
  { cause, execute, recorded }: UnitOfWork,
): Promise<Executed<ClinicState>> => {
  const { clinics, together } = deps.domain;
  const { clinicId, invitation } = inviting;
  for (let tried = ''; ;) {
    const { proId, ...byLink } = await findInvitee(deps, inviting, cause);
    if (byLink.tokenId === undefined) return execute(clinics, clinicId, { ...invitation, proId });
    const { tokenId, propose, make } = byLink;
    const invite = { ...invitation, proId, tokenId };
    const { state, revision } = await clinics.load(clinicId);
    if (clinicDecider.decide(invite, state).length === 0) return { state, revision, position: null };
    const found = `${proId} ${revision}`;
    if (found === tried) {
      await make();
      return execute(clinics, clinicId, invite);
    }
    const done = await together('clinic', () => {
      const decided = clinics.propose(clinicId, [invite], cause);
      const before = propose();
      return decided && isWhole(before) ? { decided, before } : null;
    });
    if (done) return recorded(done);
    tried = found;
  }
};
