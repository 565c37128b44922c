import { Rejection } from '@visita/contracts/problem';
import { stays, step } from '@visita/platform/runtime/commit';
import type { Cause, Executed } from '@visita/platform/runtime/decider';
import { createClaims } from '../claim/claims.ts';
import { clinicDecider, type ClinicState } from '../clinic/decider.ts';
import type { TeamCommand } from '../clinic/team.ts';
import type { Dependencies } from '../dependencies.ts';
import type { HubDeps } from './deps.ts';
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

type Invitee = InviteeByLink | { readonly proId: string; readonly before?: never };

/** Returns whether an invited pro has never used the link and so has no password. */
const waitsForLink = ({ configStatus, links }: ProAccount): boolean =>
  configStatus === 10 && links.invitation !== null;

const noAccount = { status: 'none' } as const;

const findInvitee = async (
  deps: HubDeps,
  { email, owner, clinicId }: Inviting,
  cause: Cause,
): Promise<Invitee> => {
  const { domain } = deps;
  const registeredId = await createClaims(deps).ownerOf('email', email);
  if (registeredId !== owner.id) requireProven(deps, owner);
  const { state: known } =
    registeredId === null ? { state: noAccount } : await domain.pros.load(registeredId);
  // A claim without an account belongs to an unfinished sign-up.
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
    before: [{ ...step(domain.pros, proId, issue), undo: stays }],
  };
};

/** Invites a known pro. Throws the clinic's refusal before anything is written. */
const inviteFound = async (
  { domain }: Pick<Dependencies, 'domain'>,
  { clinicId, invitation }: Inviting,
  { invitee, commit }: { invitee: Invitee } & Pick<UnitOfWork, 'commit'>,
): Promise<Executed<ClinicState>> => {
  const { clinics } = domain;
  const { before = [], ...who } = invitee;
  const invite = { ...invitation, ...who };
  const { state, revision } = await clinics.load(clinicId);
  if (clinicDecider.decide(invite, state).length === 0) return { state, revision, position: null };
  return commit({ before, decide: step(clinics, clinicId, invite) });
};

/**
 * Invites the holder of an email, known or not. The new account or link and the invitation are one write, so
 * that a refusal leaves nothing. Without transactions the account is written first: if the clinic then
 * refuses, it gets no mail until the next invitation.
 */
export const inviteByEmail = async (
  deps: HubDeps,
  inviting: Inviting,
  { cause, commit }: UnitOfWork,
): Promise<Executed<ClinicState>> => {
  const invite = async () =>
    inviteFound(deps, inviting, { invitee: await findInvitee(deps, inviting, cause), commit });
  return invite().catch((error: unknown) => {
    // Another invitation has just created this account.
    if (error instanceof Rejection && error.code === 'email-taken') return invite();
    throw error;
  });
};
