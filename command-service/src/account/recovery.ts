import { isErased, readable } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import type { Feeds } from '@visita/platform/calendar/feeds';
import { deriveId } from '@visita/platform/ids/derive-id';
import { createClaims } from '../claim/claims.ts';
import type { AccountDeps } from './deps.ts';
import type { Domain } from '../domain.ts';
import type { PendingLink, ProAccount } from '../pro/state.ts';
import { usable } from '../pro/proof.ts';
import { requireProven } from '../pro/proven.ts';
import { passwordLink } from '../pro/recovery.ts';
import { loadPro } from '../pro/view.ts';
import { type Command, handling, inSameTime, type UnitOfWork } from '../unit-of-work.ts';
import { inMinutes, linkOf } from './links.ts';
import { requireStrong } from './passwords.ts';
import { beginSlowedTry } from './tries.ts';
import { unlessUsedUp } from './way-back.ts';

/** Validity of reset and email-change links, in minutes. */
const linkMinutes = 60;

export type RecoveryDeps = AccountDeps & { readonly feeds: Pick<Feeds, 'has' | 'remove'> };

/** Minutes after a reset link was mailed during which further requests mail no other link. */
const resetPause = 10;

/**
 * Returns whether a reset link was just mailed: repeated requests of strangers send no mails and
 * use up no budget.
 */
const isMailed = ({ links: { password } }: ProAccount, { at }: UnitOfWork): boolean =>
  password !== null && password.expires > inMinutes(at, linkMinutes - resetPause);

const newLink = ({ cause, at }: UnitOfWork): PendingLink => ({
  tokenId: deriveId(cause.id, 'token'),
  expires: inMinutes(at, linkMinutes),
});

/**
 * Ends second factors, sessions and feeds; a process repeats this after a crash. Before the email
 * address is verified for the first time, second factors may belong to another person. They are
 * removed first, because a passkey could start another session. Sessions end before feeds, because
 * a session could create another feed.
 */
const endAccess = async ({ id, addressProven }: ProAccount, deps: RecoveryDeps): Promise<void> => {
  const { sessions, feeds, factors, strict } = deps;
  if (!addressProven && strict) await factors.removeAll(id);
  await sessions.endAll(id);
  await feeds.remove(id);
};

/** Returns the account of a link; throws `token-invalid` if it is deleted. */
const accountOf = async (domain: Domain, { proId }: { proId: string }): Promise<ProAccount> => {
  const { state } = await domain.pros.load(proId);
  if (state.status !== 'registered') throw new Rejection('token-invalid');
  return state;
};

const emailOf = (pro: ProAccount): string => {
  if (isErased(pro.email)) throw new Rejection('token-invalid');
  return pro.email;
};

const requestPasswordReset: Command<'requestPasswordReset', AccountDeps> = async ({ body }, work, deps) => {
  const { domain, strict } = deps;
  const ask = async (): Promise<void> => {
    const proId = await createClaims(deps).ownerOf('email', body.email);
    if (proId === null) return;
    const { state } = await domain.pros.load(proId);
    if (state.status !== 'registered' || (strict && isMailed(state, work))) return;
    // The position is not recorded in the answer: it would reveal that the email is known.
    const command = { type: 'request-password-reset', ...newLink(work) } as const;
    await unlessUsedUp(domain.pros.execute(proId, command, work.cause));
  };
  // The response and its time are the same for all emails, so that they do not reveal known ones.
  await inSameTime(deps, ask());
  return { message: 'Check your email. A recovery link has been sent', data: null };
};

const verifyResetToken: Command<'verifyResetToken', AccountDeps> = async ({ body }, { now }, deps) => {
  const { accountTokens, domain } = deps;
  const reset = accountTokens.read('reset', body.token);
  const link = reset ?? accountTokens.read('invitation', body.token);
  if (!link) throw new Rejection('token-invalid');
  const pro = await accountOf(domain, link);
  usable(passwordLink(pro.links, reset ? 'reset' : 'invitation'), link.tokenId, now);
  return { message: 'The link is valid', user: { email: emailOf(pro) } };
};

const setPassword: Command<'setPassword', RecoveryDeps> = async (
  { body, caller },
  { now, execute },
  deps,
) => {
  const { domain, credentials, strict } = deps;
  const link = linkOf(caller);
  const { purpose, tokenId } = link;
  if (purpose !== 'reset' && purpose !== 'invitation') throw new Rejection('token-invalid');
  const pro = await accountOf(domain, link);
  if (body.email !== emailOf(pro)) throw new Rejection('token-invalid');
  await requireStrong(deps, body.password, [body.email, readable(pro.username) ?? '']);
  // Hashing may be refused under load, and the refusal must not use up the link.
  const setFor = await credentials.prepare(body.password);
  // The link is used up first: only one of two parallel requests passes this line.
  await execute(domain.pros, pro.id, { type: 'set-password', tokenId, link: purpose, now, strict });
  await setFor(pro.id);
  await endAccess(pro, deps);
  return { message: 'Password changed', data: null };
};

const requestEmailChange: Command<'requestEmailChange', AccountDeps> = async (
  { body, caller },
  work,
  deps,
) => {
  const { domain } = deps;
  const pro = await loadPro(domain, proOf(caller).proId);
  requireProven(deps, pro);
  const { currentEmail, newEmail } = body;
  if (currentEmail !== emailOf(pro))
    throw new Rejection('malformed-request', 'This is not your present email.');
  if (newEmail === currentEmail) throw new Rejection('malformed-request', 'This is your email already.');
  const ask = async (): Promise<void> => {
    if ((await createClaims(deps).ownerOf('email', newEmail)) !== null) return;
    // The position is not recorded in the answer: it would reveal that the address is free.
    const command = { type: 'request-email-change', newEmail, ...newLink(work) } as const;
    await unlessUsedUp(domain.pros.execute(pro.id, command, work.cause));
  };
  // No link is mailed if the address belongs to another account; neither the response nor its time
  // reveals this.
  await inSameTime(deps, ask());
  return { message: 'Request sent', data: null };
};

const confirmEmailChange: Command<'confirmEmailChange', RecoveryDeps> = async (context, work, deps) => {
  const { now, cause, execute } = work;
  const { domain, credentials, strict } = deps;
  const { proId, purpose, tokenId } = linkOf(context.caller);
  if (purpose !== 'email-change') throw new Rejection('token-invalid');
  const pro = await accountOf(domain, { proId });
  const { newEmail } = usable(pro.links.emailChange, tokenId, now);
  const begun = strict ? await beginSlowedTry(`email-change ${proId}`, work, deps) : null;
  if (!(await credentials.verify(proId, context.body.password))) throw new Rejection('wrong-credentials');
  await begun?.succeeded();
  const claims = createClaims(deps);
  const claim = { kind: 'email', ownerId: proId } as const;
  await claims.take({ ...claim, value: newEmail, taken: 'email-taken' }, cause);
  await execute(domain.pros, proId, { type: 'change-email', tokenId, now, strict });
  await claims.release({ ...claim, value: emailOf(pro) }, cause);
  await endAccess(pro, deps);
  return { message: 'Your email has been updated. Now you can login with it.', data: null };
};

/**
 * Returns the handlers that change passwords and emails by mailed links. The account comes from the
 * token, never from the body.
 */
export const recoveryHandlers = (deps: RecoveryDeps) => {
  const handle = handling(deps);
  return {
    requestPasswordReset: handle(requestPasswordReset),
    verifyResetToken: handle(verifyResetToken),
    setPassword: handle(setPassword),
    requestEmailChange: handle(requestEmailChange),
    confirmEmailChange: handle(confirmEmailChange),
  } satisfies Handlers;
};
